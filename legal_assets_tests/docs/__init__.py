"""Tests of the README and of `docs/`, and what generates pages."""
