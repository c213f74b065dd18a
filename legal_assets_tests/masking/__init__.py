"""Tests of the room masking."""
