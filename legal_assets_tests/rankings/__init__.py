"""Tests of the room rankings."""
