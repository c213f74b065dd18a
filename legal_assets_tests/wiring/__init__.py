"""Tests of `legal_assets/wiring`."""
