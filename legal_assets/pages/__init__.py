"""From PDF files to pages with trustworthy text: text layer, measured signals, OCR where they ask for it, and a gate.

Belongs here: reading pages within limits of time and memory, their reading order, running heads and headings, engines
of OCR, and what share of a source's pages can be used. Does not belong here: getting files (`fetch/`), cutting pages
into passages (`passages/`).
"""
