"""Which forms of a case name reveal the case."""

from legal_assets.masking.names import names_in_title, ordinary_words, revealing_names


def test_parties_and_their_short_forms_reveal() -> None:
    assert revealing_names("Altmark Trans and Regierungspräsidium Magdeburg") == (
        "Altmark Trans and Regierungspräsidium Magdeburg",
        "Regierungspräsidium Magdeburg",
        "Regierungspräsidium",
        "Altmark Trans",
        "Magdeburg",
        "Altmark",
        "Trans",
    )


def test_institutions_and_states_reveal_only_as_a_pair() -> None:
    assert revealing_names("Commission v Austria") == ("Commission v Austria",)
    assert revealing_names("Commission") == ()
    assert revealing_names("A") == ()


def test_legal_form_and_others_are_left_off() -> None:
    assert revealing_names("Nordwind Handel GmbH and Others")[0] == "Nordwind Handel"
    assert "Nordwind" in revealing_names("Nordwind Handel GmbH & Co. KG v Commission")


def test_ordinary_words_reveal_nothing_alone() -> None:
    ordinary = ordinary_words(["The sequence of payment was kept, and an apple was sold."])
    assert revealing_names("Apple Sequence", ordinary) == ("Apple Sequence",)
    assert revealing_names("Apple", ordinary) == ()
    assert "Apple" in revealing_names("Apple Sequence")


def test_title_of_the_publisher_gives_the_case_name() -> None:
    with_marks = "Judgment of the Court (First Chamber) of 4 May 2016.#Alfa v Beta.#Request for a ruling.#Case C-1/14."
    without = "Judgment of the Court (First Chamber) of 4 May 2016. Alfa v Beta. Case C-1/14."
    assert names_in_title(with_marks) == ("Alfa v Beta",)
    assert names_in_title(without) == ("Alfa v Beta",)
    assert names_in_title("Judgment of the Court") == ()
