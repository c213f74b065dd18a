"""Words by which a heading says what kind of decision it opens, in the languages of the Union.

Belongs here: the words and the look-up. Does not belong here: reading a header (`passages/header.py`).
"""

KIND_WORDS: dict[str, tuple[str, ...]] = {
    "order": (
        *("order", "определение", "usnesení", "kendelse", "beschluss", "διάταξη", "auto", "kohtumäärus", "määrus"),
        *("määräys", "ordonnance", "ordú", "rješenje", "végzés", "ordinanza", "nutartis", "rīkojums", "digriet"),
        *("beschikking", "postanowienie", "despacho", "ordonanța", "ordonanță", "uznesenie", "sklep", "beslut"),
    ),
    "opinion": (
        *("opinion", "заключение", "stanovisko", "forslag", "schlussanträge", "προτάσεις", "conclusiones"),
        *("kohtujuristi", "ratkaisuehdotus", "julkisasiamiehen", "conclusions", "tuairim", "mišljenje", "indítványa"),
        *("conclusioni", "išvada", "secinājumi", "konklużjonijiet", "conclusie", "opinia", "conclusões"),
        *("concluziile", "návrhy", "predlogi", "sklepni", "förslag"),
    ),
    "view": ("view",),
    "judgment": (
        *("judgment", "решение", "rozsudek", "dom", "urteil", "απόφαση", "sentencia", "kohtuotsus", "otsus"),
        *("tuomio", "arrêt", "breithiúnas", "presuda", "ítélet", "ítélete", "sentenza", "sprendimas", "spriedums"),
        *("arrest", "wyrok", "acórdão", "hotărârea", "hotărâre", "rozsudok", "sodba"),
    ),
}
"""Words for kinds of decisions in the languages of the Union, in small letters; the first that a title has tells."""


def kind_in(text: str) -> str | None:
    """The kind of decision that a heading names with its first telling word, None if with none."""
    for word in text.casefold().split():
        for kind, words in KIND_WORDS.items():
            if word in words:
                return kind
    return None
