"""Commands that print figures on real files, by the rules that the tests hold them to.

Belongs here: counting and printing. Does not belong here: what must hold (the tests of the rooms), speed
(`benchmarks/`).
"""
