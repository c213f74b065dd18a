"""Tests of `legal_assets/metrics`."""
