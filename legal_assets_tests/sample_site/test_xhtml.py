import re
from pathlib import Path

import pytest

from legal_assets.sample_site.written import written_judgments
from legal_assets.sample_site.xhtml import Dialect, render_xhtml

DATA = Path(__file__).resolve().parents[2] / "../shared/data/cjeu"
CITING = next(judgment for judgment in written_judgments() if judgment.decision.celex == "62019CJ1277")
CLASS = re.compile(r'class="([^"]+)"')


def test_prefixed_links_point_to_the_publications_office() -> None:
    text = render_xhtml(CITING, "coj-count").decode()
    address = "http://publications.europa.eu/resource/ecli/ECLI%3AEU%3AC%3A2015%3A4520"
    number = "C\N{NON-BREAKING HYPHEN}1091/13 and C\N{NON-BREAKING HYPHEN}1092/13"
    assert (
        f'<a href="{address}#point7" onclick="target=\'CourtTab\';" '
        'type="application/xhtml+xml" hreflang="en" class="coj-CourtLink">7</a>'
    ) in text
    assert f'type="application/xml;notice=branch" hreflang="en" class="coj-CourtLink">{number}</a>' in text


def test_unprefixed_links_point_to_the_redirect() -> None:
    text = render_xhtml(CITING, "count").decode()
    assert (
        '<a href="./../../../../legal-content/redirect/?urn=ecli:ECLI%3AEU%3AC%3A2015%3A4520'
        '&amp;lang=EN&amp;format=html&amp;target=CourtTab&amp;anchor=#point7" target="CourtTab" '
        'type="application/xhtml+xml" hreflang="en" class="CourtLink">7</a>'
    ) in text
    assert 'href="./../../../../legal-content/EN/AUTO/?uri=ecli:ECLI%3AEU%3AC%3A2015%3A4520&amp;locale=en"' in text
    assert "format=pdf" in text


def test_operative_numbers_are_no_paragraphs() -> None:
    text = render_xhtml(CITING, "coj-count").decode()
    assert '<p class="coj-count coj-bold"><span class="coj-bold">2.</span></p>' in text
    assert len(re.findall(r'id="point\d+"', text)) == len(list(CITING.paragraphs))


@pytest.mark.parametrize(
    ("dialect", "pattern"),
    [("coj-count", "xhtml/*CJ*.en.html"), ("count", "html_2017_2018/*CJ*.xml")],
)
def test_every_class_occurs_in_real_judgments(dialect: Dialect, pattern: str) -> None:
    files = sorted(DATA.glob(pattern))
    if not files:
        pytest.skip(f"needs the shared files {pattern}")
    known = {name for file in files[:40] for name in CLASS.findall(file.read_text(encoding="utf-8"))}
    ours = {
        name for judgment in written_judgments() for name in CLASS.findall(render_xhtml(judgment, dialect).decode())
    }
    assert ours <= known
