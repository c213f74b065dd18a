"""Tests of `legal_assets/fetch`."""
