"""Benchmarks: this project against other engines, in ratios.

Belongs here: generated collections, paired rounds, tables of ratios; run them with `make bench`. Does not
belong here: tests (nothing here can fail for being slow), and speed that only this project's own code could
explain.
"""
