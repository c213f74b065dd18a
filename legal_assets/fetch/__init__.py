"""How raw files come in: imported folders, the bundled sample, and (with network) the live sources.

Belongs here: finding, identifying and keeping raw files, and saying why one was not taken. Does not belong here:
reading their text (`passages/`, `pages/`).
"""
