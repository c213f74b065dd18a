"""Tests of the room citations."""
