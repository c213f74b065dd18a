"""Snapshots whose considerations were cut at numbers that are none."""

from legal_assets.passages.bge_mending import Block, mend


def considerations(*blocks: tuple[str, str]) -> list[Block]:
    return [("erwaegung", label, text) for label, text in blocks]


def test_a_piece_after_nos_goes_back_with_its_number() -> None:
    excerpt = considerations(("E. 2", "La doctrine l'admet (MULLER, n os"), ("E. 7", "ss ad art. 3 CO). Il suit."))
    _, pieces, doubts = mend(excerpt, [])
    assert [(piece.label, piece.text) for piece in pieces] == [
        ("E. 2", "La doctrine l'admet (MULLER, n os 7 ss ad art. 3 CO). Il suit.")
    ]
    assert doubts == ("a piece marked E. 7 was joined to E. 2",)


def test_a_piece_that_took_the_place_of_a_consideration() -> None:
    excerpt = considerations(
        ("E. 4", "et 5 ad art. 3 CO)."), ("E. 4.1", "Premier point."), ("E. 4.2", "Second point (MULLER, n os")
    )
    _, pieces, doubts = mend(excerpt, considerations(("E. 4", "Le grief est fondé.")))
    assert [(piece.label, piece.text, piece.flags) for piece in pieces] == [
        ("E. 4", "Le grief est fondé.", ("complete-judgment",)),
        ("E. 4.1", "Premier point.", ()),
        ("E. 4.2", "Second point (MULLER, n os 4 et 5 ad art. 3 CO).", ()),
    ]
    assert doubts[0] == "the text of E. 4 was taken from the complete judgment"


def test_a_consideration_whose_text_is_nowhere_is_named() -> None:
    excerpt = considerations(("E. 4", "et 5 ad art. 3 CO)."), ("E. 4.1", "Un point (MULLER, n os"))
    _, pieces, doubts = mend(excerpt, [])
    assert [piece.label for piece in pieces] == ["E. 4.1"]
    assert doubts[0] == "the text of E. 4 is missing"


def test_items_of_a_list_go_back_in_their_order() -> None:
    excerpt = considerations(
        ("E. 3", "Les garanties sont: 1. la première;"),
        ("E. 3.1", "Elles suffisent."),
        ("E. 4", "la deuxième;"),
        ("E. 5", "la troisième."),
    )
    _, pieces, _ = mend(excerpt, [])
    assert pieces[0].text == "Les garanties sont: 1. la première; 4 la deuxième; 5 la troisième."
    assert len(pieces) == 2


def test_a_piece_without_one_place_is_left_out_and_named() -> None:
    excerpt = considerations(
        ("E. 2", "Un point (n os"), ("E. 3", "Un autre (n os"), ("E. 4", "Fin."), ("E. 9", "et 10).")
    )
    _, pieces, doubts = mend(excerpt, [])
    assert len(pieces) == 3
    assert doubts == ("a piece marked E. 9 has no place and was left out",)


def test_a_header_that_was_taken_for_a_consideration_gives_its_facts() -> None:
    header = (
        "Estratto della sentenza. Regeste Art. 1 OR. Fatti da pagina 7 Rossi ha venduto. Considerandi Dai considerandi:"
    )
    facts, pieces, _ = mend(considerations(("E. 2", header), ("E. 5", "Il ricorso è fondato.")), [])
    assert facts == [("", "Rossi ha venduto.")]
    assert [piece.label for piece in pieces] == ["E. 5"]


def test_an_end_that_was_taken_for_the_operative_part() -> None:
    excerpt: list[Block] = [
        ("erwaegung", "E. 2", "Der Anspruch besteht. Damit ist auch"),
        ("dispositiv", "", "der Schluss richtig."),
    ]
    _, pieces, _ = mend(excerpt, [])
    assert [piece.text for piece in pieces] == ["Der Anspruch besteht. Damit ist auch der Schluss richtig."]


def test_whole_considerations_stay_as_they_are() -> None:
    excerpt = considerations(("E. 2", "Ein Satz."), ("E. 2.1", "§ 4 gilt."), ("E. 2.2", '"Zitat" am Anfang.'))
    _, pieces, doubts = mend(excerpt, [])
    assert [piece.label for piece in pieces] == ["E. 2", "E. 2.1", "E. 2.2"]
    assert doubts == ()
