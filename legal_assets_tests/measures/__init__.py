"""Tests of `legal_assets/measures`."""
