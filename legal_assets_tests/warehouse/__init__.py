"""Tests of `legal_assets/warehouse`."""
