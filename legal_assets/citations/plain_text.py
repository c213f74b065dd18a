"""One character for each that printers vary, so that patterns need to know only one; offsets stay.

Only the translation of single characters. What is a case number, a date or a name is known by the modules that
look for them.
"""

SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r\n"
HYPHENS = "\u2010\u2011\u2012\u2212"
DASHES = "\u2013\u2014\u2015"
APOSTROPHES = "\u2018\u2019\u201b\u02bc\u00b4`"
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb"

_SAME_LENGTH = str.maketrans(
    {
        **dict.fromkeys(SPACES, " "),
        **dict.fromkeys(HYPHENS, "-"),
        **dict.fromkeys(DASHES, "\u2013"),
        **dict.fromkeys(APOSTROPHES, "'"),
        **dict.fromkeys(QUOTES, '"'),
    }
)


def plain(text: str) -> str:
    """The text with plain spaces, hyphens and quotes, character by character: `len` and offsets stay."""
    return text.translate(_SAME_LENGTH)
