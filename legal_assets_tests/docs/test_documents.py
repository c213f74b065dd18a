"""Nothing is left undocumented, and what the pages say of files, links and licences is true."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import duckdb
import pytest

from legal_assets import catalog
from legal_assets.cli import app
from legal_assets.definitions import LINEAGE, defs
from legal_assets.settings import Settings
from legal_assets.storage.statements import statement_names
from legal_assets_tests.docs.pages import DOCS, README, ROOT

TABLES = (DOCS / "tables.md").read_text(encoding="utf-8")
WRITTEN = sorted([README, *DOCS.glob("*.md"), ROOT / "sql" / "README.md", ROOT / "warehouse" / "README.md"])
LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#]*)(?:#(?P<anchor>[^)]*))?\)")
ROW = re.compile(r"^\| (?P<name>[A-Za-z0-9_-]+) \|.*\| (?P<licence>[^|]*) \|$", re.MULTILINE)
FAMILIES = {"MIT": "MIT", "Apache": "APACHE", "BSD": "BSD", "MPL": "MPL", "AGPL": "AFFERO"}


def test_every_asset_is_kept_by_a_documented_table() -> None:
    assets = {key.path[-1] for key in defs.resolve_asset_graph().get_all_asset_keys()}
    kept = {name for line in re.findall(r"Kept by ([^.]*)\.", TABLES) for name in re.findall(r"`(\w+)`", line)}
    assert assets == kept


def test_every_asset_stands_in_the_picture() -> None:
    picture = README.read_text(encoding="utf-8")
    assert [step.assets for step in LINEAGE.steps if "<br/>".join(step.assets) not in picture] == []


def test_every_published_table_and_view_is_documented(sample_run: Path) -> None:
    with duckdb.connect(str(sample_run / "warehouse" / "legal.duckdb"), read_only=True) as connection:
        names = [row[0] for row in connection.sql("SELECT table_name FROM information_schema.tables").fetchall()]
    assert [name for name in names if f"\n## {name}\n" not in TABLES] == []


def test_every_view_statement_is_documented() -> None:
    names = [name for folder in ("views", "lineage") for name in statement_names(folder)]
    assert [name for name in names if f"\n## {name}\n" not in TABLES] == []


def test_every_command_is_documented() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    names = [
        command.name or getattr(command.callback, "__name__", "").replace("_", "-")
        for command in app.registered_commands
    ]
    assert names
    assert [name for name in names if f"## legal-assets {name}\n" not in page] == []


def test_every_setting_is_documented_with_its_meaning() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        assert field.description, f"{name} has no description"
        assert f"| `LEGAL_ASSETS_{name.upper()}` |" in page


def test_every_job_and_schedule_is_explained() -> None:
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    names = [each.name for each in [*(defs.jobs or []), *(defs.schedules or [])]]
    assert names
    assert [name for name in names if f"`{name}`" not in page] == []


def test_every_measure_has_its_formula() -> None:
    page = (DOCS / "measures.md").read_text(encoding="utf-8")
    families = {measure.name.split("@")[0] for measure in catalog.MEASURES}
    assert [name for name in families if f"| `{name}@k` |" not in page] == []


def test_every_page_is_reached_from_the_readme() -> None:
    reached = {found["path"] for found in LINK.finditer(README.read_text(encoding="utf-8"))}
    assert [page.name for page in DOCS.glob("*.md") if f"docs/{page.name}" not in reached] == []


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for found in LINK.finditer(page.read_text(encoding="utf-8")):
        target = (page.parent / found["path"]).resolve() if found["path"] else page
        assert target.exists(), found[0]
        if found["anchor"]:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert found["anchor"] in [re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings]


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_pages_name_exist(page: Path) -> None:
    named = re.findall(r"`((?:legal_assets|sql|docs|legal_assets_tests)/[\w/.]+)`", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("group", ["run", "dev"])
def test_every_dependency_is_explained_with_its_licence(group: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["dependencies"] if group == "run" else project["optional-dependencies"]["dev"]
    page = (DOCS / "libraries.md").read_text(encoding="utf-8")
    licences = {found["name"]: found["licence"] for found in ROW.finditer(page)}
    for name in (re.split(r"[<>=\[ ]", requirement)[0] for requirement in declared):
        assert name in licences, f"docs/libraries.md does not explain {name}"
        stated = _stated_licence(name)
        assert stated is None or any(
            family in licences[name] and word in stated for family, word in FAMILIES.items()
        ), f"docs/libraries.md says {licences[name]} of {name}, its package says {stated[:80]}"


def test_no_library_is_explained_that_is_not_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(each for group in project["optional-dependencies"].values() for each in group),
    ]
    names = {re.split(r"[<>=\[ ]", requirement)[0] for requirement in declared}
    explained = (DOCS / "libraries.md").read_text(encoding="utf-8").split("## Considered")[0]
    assert {found["name"] for found in ROW.finditer(explained)} - {"library"} == names


def _stated_licence(name: str) -> str | None:
    """Return what an installed package says of its licence, in capitals; None where it is not installed."""
    try:
        stated: Any = metadata(name)
    except PackageNotFoundError:
        return None
    classifiers = [text for text in stated.get_all("Classifier") or [] if text.startswith("License")]
    return " ".join([stated.get("License-Expression") or "", stated.get("License") or "", *classifiers]).upper()
