"""Tests of `legal_assets/schemas`."""
