"""Tests, one folder a room; `house.py` and `conftest.py` hold what rooms share."""
