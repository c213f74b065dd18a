"""The words of a generated judgment.

Here belongs turning a plan into paragraphs: which template where, with which words in its slots. Templates are
in `vocabulary/`, the choice of cited decisions in `targets.py`, mark-up in the module of each era.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random

from legal_assets.sample_site.citing import (
    cite,
    cite_by_report,
    cite_opinion,
    fill_ranges,
    print_parts,
    word_pinpoints,
)
from legal_assets.sample_site.grammar import as_sentences, expand, pick
from legal_assets.sample_site.judgment import Block, Citation, Heading, Judgment, Paragraph, Part
from legal_assets.sample_site.judgment_file import typeset
from legal_assets.sample_site.layout import Kind, PlannedRule
from legal_assets.sample_site.plan import Plan, Planner
from legal_assets.sample_site.targets import Target, choose_targets
from legal_assets.sample_site.vocabulary import Lexicon, read_frame, read_topics
from legal_assets.sample_site.wording import DASH, WORDINGS

_SHORT_SHARE, _FOLLOW_SHARE = 0.6, 0.75
_REPORT_ERAS = ("legacy", "simplified")


def compose_head(planner: Planner, plan: Plan) -> Judgment:
    """The judgment without its paragraphs: parties, court, catchwords and ruling."""
    return _Composer(planner, plan).head()


def compose(planner: Planner, plan: Plan) -> Judgment:
    """The whole judgment."""
    return _Composer(planner, plan).whole()
