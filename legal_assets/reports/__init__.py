"""Reports: figures and exports.

Belongs here: what leaves the house as a picture or a file for others. Does not belong here: the numbers themselves
(`metrics/`, `warehouse/`).
"""
