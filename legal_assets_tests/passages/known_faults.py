"""What is known to be wrong or missing in the real files, or in what we read from them, each with the reason.

One list for all tests of this room; a test fails when an entry is no longer true.
"""

GAPS = {
    "legacy_trimmed/62025TJ0069.en.word-export.trimmed.html": (
        ("paragraphs 3 to 57 are missing",),
        "the copy was trimmed by its source and kept paragraphs 1, 2 and 58",
    ),
}
"""Files whose numbers do not run from 1 without a gap, with the problems that are reported."""

UNNUMBERED = {
    "legacy_trimmed/61962CJ0026.en.legacy.trimmed.html": "the Court printed no paragraph numbers in 1963",
}
"""Files whose paragraphs are counted, not numbered."""

NO_DECISION = {
    "derived_text/gdpr_md/C-560-21.md": ("portal-shell", "a page of the portal whose document did not load"),
}
"""Files that hold no decision, with the reason given."""

NO_CASE_STATED = {
    "legacy_trimmed/61986CJ0062.en.grounds.txt": "the grounds alone, without a header",
    "legacy_trimmed/62025TJ0069.en.word-export.trimmed.html": "the copy was trimmed by its source",
}
"""Files that do not say which case they decide; their names do."""

RENDERED_DIFFERENTLY = {
    ("62013TO0488.cs", 30): "XHTML has a space inside a word",
    ("62018CJ0311.lv", 52): "XHTML lacks the space before an italic name",
    ("62022CJ0128.en", 99): "XHTML lacks the space before an italic description",
    **{
        ("62022CJ0128.el", number): "XHTML lacks the space between a case name and its number"
        for number in (56, 58, 60, 69, 76, 99, 105, 124, 126)
    },
}
"""Paragraphs in which the publisher's XHTML and Formex differ, all of them only in white space."""

CELLS_JOINED = {
    ("62016CJ0102", 12): "a quoted point has its number in a line of its own",
    ("62016CJ0463", 6): "a table has numbers in cells of their own",
    ("62016CJ0545", 8): "a table has numbers in cells of their own",
    ("62016CJ0545", 9): "a table has numbers in cells of their own",
    ("62017CJ0329", 9): "a table has a letter in a cell of its own",
}
"""Paragraphs that differ when the text alone is read again, without mark-up: a count goes to the line behind it."""
