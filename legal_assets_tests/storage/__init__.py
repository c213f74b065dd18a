"""Tests of `legal_assets/storage`."""
