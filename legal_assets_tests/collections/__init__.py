"""Tests of `legal_assets/collections`."""
