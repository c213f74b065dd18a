"""The judgments written by hand.

Here belongs reading the folder `judgments/` and checking that its citations hold. The format of the files is
in `judgment_file.py`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from legal_assets.sample_site.judgment import Decision, Judgment
from legal_assets.sample_site.judgment_file import JudgmentFile, read_body, read_decision, read_head


@cache
def written_judgments() -> tuple[Judgment, ...]:
    """The hand-written judgments in order of date, before mark-up.

    Raises a ValueError where one cites a decision that is not earlier, or a paragraph that it lacks.
    """
    heads: list[JudgmentFile] = []
    others: list[Decision] = []
    for entry in (files("legal_assets.sample_site") / "judgments").iterdir():
        text = entry.read_text(encoding="utf-8")
        if entry.name.endswith(".txt"):
            heads.append(read_head(entry.name, text))
        elif entry.name.endswith(".toml"):
            others += (read_decision(head) for head in tomllib.loads(text)["decision"])
    decisions = {decision.celex: decision for decision in (*others, *(head.decision for head in heads))}
    judgments = [read_body(head, decisions) for head in heads]
    judgments.sort(key=lambda judgment: (judgment.decision.decided, judgment.decision.celex))
    check_citations(judgments, decisions)
    return tuple(judgments)


def check_citations(judgments: Sequence[Judgment], decisions: Mapping[str, Decision]) -> None:
    """Raise a ValueError where a judgment cites a decision not earlier, or a paragraph beyond the last."""
    lengths = {judgment.decision.celex: len(list(judgment.paragraphs)) for judgment in judgments}
    for judgment in judgments:
        for paragraph in judgment.paragraphs:
            for citation in paragraph.citations:
                where = f"{judgment.decision.celex} paragraph {paragraph.number} cites {citation.celex}"
                if decisions[citation.celex].decided >= judgment.decision.decided:
                    raise ValueError(f"{where}, which is not earlier")
                length = lengths.get(citation.celex)
                if length is not None and max(citation.pinpoints, default=0) > length:
                    raise ValueError(f"{where} beyond its last paragraph {length}: {citation.pinpoints}")
