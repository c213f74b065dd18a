"""What a written query may not say, and how near it may be to its passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.query_checks import LONGEST_RUN, Nearness, faults_of, is_jargon, nearness

FAR = Nearness(1, 0.0)


def faults(profile: str, query: str, near: Nearness = FAR, language: str | None = "de") -> list[str]:
    return faults_of(profile, query, near, article_key="OR 11", authors=["Ida Brunner"], language=language)


@pytest.mark.parametrize(
    ("profile", "query", "expected"),
    [
        ("expert", "Welche Form verlangt Art. 11 OR für die Abgabe des Wärters?", []),
        ("expert", "Welche Form verlangt das Gesetz für die Abgabe?", ["lacks_its_provision"]),
        ("expert", "Formfreiheit nach Art. 11 Abs. 2 OR gemäss BGE 141 III 100", ["names_a_ruling"]),
        ("expert", "Form nach Art. 11 OR im Urteil 4A_12/2019", ["names_a_ruling"]),
        ("expert", "Was sagt der Kommentar zu Art. 11 OR über Lampen?", ["names_a_commentary"]),
        ("expert", "Was meint Brunner zu Art. 11 OR und Lampen?", ["names_an_author"]),
        ("layman", "Muss ich für das Licht im Hafen bezahlen?", []),
        ("layman", "Muss ich nach Art. 11 für das Licht bezahlen?", ["names_an_article"]),
        ("layman", "Muss ich nach dem OR für das Licht bezahlen?", ["names_a_statute"]),
        ("layman", "Steht im Obligationenrecht etwas über Lampen?", ["names_a_statute"]),
        ("layman", "Ist die Aktivlegitimation des Wärters gegeben?", ["legal_jargon"]),
        ("keyword", "Abgabe Leuchtturm Nebelhorn", []),
        ("keyword", "Abgabe", ["too_short"]),
        ("keyword", " ".join(["Lampe"] * 13), ["too_long"]),
    ],
)
def test_a_query_is_refused_for_what_it_says(profile: str, query: str, expected: list[str]) -> None:
    assert faults(profile, query) == expected


def test_a_query_in_another_language_is_refused_where_german_is_asked() -> None:
    assert faults("keyword", "taxe du phare", language="fr") == ["not_german"]
    assert faults("keyword", "taxe du phare", language=None) == []


def test_a_provision_may_lie_in_a_range() -> None:
    query = "Anerkennung nach Art. 34 LugÜ von Urteilen über Lampen"
    assert faults_of("expert", query, FAR, article_key="LugÜ 32-37", authors=(), language="de") == []
    query = "Anerkennung nach Art. 40 LugÜ von Urteilen über Lampen"
    assert faults_of("expert", query, FAR, article_key="LugÜ 32-37", authors=(), language="de") == [
        "lacks_its_provision"
    ]


def test_the_longest_run_and_the_overlap_are_counted_in_words() -> None:
    near = nearness("das Licht der Lampe im Hafen", "Wer das Licht der Lampe sieht, ist im Hafen.")
    assert near.longest_run == 4  # das Licht der Lampe
    assert near.overlap == 2 / 4  # das-Licht-der, Licht-der-Lampe of four trigrams


def test_a_copy_is_refused() -> None:
    assert faults("layman", "Muss ich für das Licht im Hafen zahlen", Nearness(LONGEST_RUN + 1, 0.1)) == ["copied"]
    assert faults("layman", "Muss ich für das Licht im Hafen zahlen", Nearness(3, 0.51)) == ["copied"]
    assert faults("layman", "Muss ich für das Licht im Hafen zahlen", Nearness(LONGEST_RUN, 0.5)) == []


@given(st.lists(st.sampled_from("abcde"), max_size=12), st.lists(st.sampled_from("abcde"), max_size=12))
def test_nearness_agrees_with_a_plain_search(query: list[str], passage: list[str]) -> None:
    joined = f" {' '.join(passage)} "
    runs = [
        end - start
        for start in range(len(query))
        for end in range(start + 1, len(query) + 1)
        if f" {' '.join(query[start:end])} " in joined
    ]
    assert nearness(" ".join(query), " ".join(passage)).longest_run == max(runs, default=0)


def test_single_words_of_lawyers() -> None:
    assert [word for word in ("Lampe", "OR", "Aktivlegitimation", "Seegesetz", "Licht") if is_jargon(word)] == [
        "OR",
        "Aktivlegitimation",
        "Seegesetz",
    ]
