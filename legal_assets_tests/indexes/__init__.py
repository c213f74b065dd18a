"""Tests of the room indexes."""
