"""Titles of commentaries: which article of which act, or which preliminary remarks, they are about.

References to statutes in running text belong in `citations/`.
"""

import re
import unicodedata

from legal_assets.passages.commentary_document import CommentedProvision

ORDINAL = "bis|ter|quater|quinquies|sexies|septies|octies|novies|nonies|decies"
ARTICLE = rf"\d{{1,4}}(?:{ORDINAL}|[a-z](?:{ORDINAL})?)?"
ACT = r"(?P<act>[A-ZÄÖÜ][A-Za-zÄÖÜäöüéè]{0,15}(?:\.|/[A-Z]{2})?)"
LOCATOR = (
    r"(?:[\s,]+(?:(?:Abs|al|cpv|para?|lit|let|lett|Ziff|ch|n)\.|(?:und|et|e|and|[a-z])(?![a-z])"
    r"|\d{1,3}(?:bis|ter|quater)?(?![\w])|[-–—](?=\s))){0,12}"
)
TITLE_ARTICLE = re.compile(
    rf"Art(?:\.|ikel|icle|icolo)\s*(?P<first>{ARTICLE})(?:\s*[-–—]\s*(?P<last>{ARTICLE}))?{LOCATOR}(?:\s+{ACT})?"
)
PRELIMINARY = re.compile(r"\s*(?:Vorb|Remarques? prél|Osservazioni prel|Oss\. prel|Prelim)", re.IGNORECASE)
INTRODUCTION = re.compile(
    rf"\s*(?:Einleitung|Einführung|Introduction|Introduzione)\s+(?:(?:zum|zur|à la|au|to the)\s+)?{ACT}"
)
SLUG = re.compile(
    r"(?:art-)?(?:(?P<act>[a-z]+)-?(?P<article>\d{1,4}[a-z]{0,8}?)"
    r"|(?P<number>\d{1,4}[a-z]?)(?:-\d+)?-(?P<code>[a-z]+))(?P<vorb>vorb)?\Z"
)


def parse_title(title: str) -> CommentedProvision:
    """Return what a title says a commentary is about."""
    title = " ".join(title.split())
    found = TITLE_ARTICLE.search(title)
    if PRELIMINARY.match(title):
        return CommentedProvision("preliminary", "", (found["act"] or "") if found else "")
    introduction = INTRODUCTION.match(title)
    if introduction:
        return CommentedProvision("introduction", "", introduction["act"])
    if not found or found.start() > 0:
        return CommentedProvision("other")
    article = f"{found['first']}-{found['last']}" if found["last"] else found["first"]
    return CommentedProvision("article", article, found["act"] or "")


def slug_of(provision: CommentedProvision) -> str:
    """Return the short name of a provision as the site forms it, such as `or701`."""
    return folded(provision.act) + provision.article.partition("-")[0]


def provision_of_slug(slug: str, text: str) -> CommentedProvision | None:
    """Tell the provision from a short name (`or701`, `art-20-iprg`), with the act as the text writes it."""
    found = SLUG.match(slug.lower())
    if not found:
        return None
    act, article = found["act"] or found["code"], found["article"] or found["number"]
    mentioned = re.compile(rf"\bArt\.\s*\d+[a-z]{{0,8}}\s+([A-ZÄÖÜ][\wÄÖÜäöü]{{1,{len(act) + 2}}})").finditer(text)
    written = next((mention[1] for mention in mentioned if folded(mention[1]) == act), act.upper())
    if found["vorb"]:
        return CommentedProvision("preliminary", "", written)
    return CommentedProvision("article", article, written)


def folded(text: str) -> str:
    """The letters of a text in lower case, without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if letter.isalpha() and letter.isascii())
