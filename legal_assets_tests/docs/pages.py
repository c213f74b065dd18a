"""Pages of `docs/` that are made from the code: tables, settings, commands, catalog.

Belongs here: Markdown made from the code. Does not belong here: prose, and the blocks of the README (`blocks.py`,
`lineage.py`). `python -m legal_assets_tests.docs.pages` writes pages and blocks; tests fail when one is out of date.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from legal_assets_tests.docs.blocks import COMMAND, PREFIX, sample_leaderboard, with_block

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
REMAKE = "python -m legal_assets_tests.docs.pages"
_NOTE = f"<!-- Made by `{REMAKE}` from the code; change the code, not this page. -->"


def tables_page() -> str:
    """Return the page of all tables and views: what a row is, key, columns."""
    from legal_assets.schemas import CONTRACTS

    keepers: dict[str, list[str]] = {}
    for asset, table in CONTRACTS.items():
        keepers.setdefault(table.name, []).append(asset)
    published = _published()
    lines = [
        "# Tables",
        _NOTE,
        "Every asset keeps one table, as Parquet. Most are published in `legal.duckdb` under the table's name, with "
        "these texts as comments. A column marked *observation* is stored, but a change of it makes nothing stale.",
    ]
    for table in dict.fromkeys(CONTRACTS.values()):
        assets = ", ".join(f"`{asset}`" for asset in keepers[table.name])
        place = published.get(table.name, ("not published", "", []))[0]
        lines += [
            f"## {table.name}",
            table.row,
            f"Key: {', '.join(f'`{name}`' for name in table.key)}. Kept by {assets}. In DuckDB: {place}.",
            _grid(
                ["column", "type", "meaning", ""],
                [
                    [
                        f"`{column.name}`",
                        f"`{column.dtype}`",
                        column.meaning,
                        ", ".join(
                            mark
                            for mark, holds in (
                                ("may be null", column.nullable),
                                ("*observation*", column.observation),
                            )
                            if holds
                        ),
                    ]
                    for column in table.columns
                ],
            ),
        ]
    lines += ["# Views", "Made when the warehouse is published; the statements lie in `sql/`."]
    for name, (_, comment, columns) in published.items():
        if name in keepers:
            continue
        lines += [
            f"## {name}",
            comment,
            _grid(["column", "type"], [[f"`{key}`", f"`{kind}`"] for key, kind in columns]),
        ]
    return _page(lines)


def _published() -> dict[str, tuple[str, str, list[tuple[str, str]]]]:
    """Return kind, comment and columns of everything in a DuckDB file published from empty tables, by name."""
    import duckdb

    from legal_assets.schemas import CONTRACTS
    from legal_assets.storage.statements import meaning, statement, statement_names
    from legal_assets.warehouse.publish import Source, publish
    from legal_assets.wiring.staleness import cells_frame, edges_frame, pointers_frame

    sources = [Source(table, ()) for table in dict.fromkeys(CONTRACTS.values()) if table.name != "warehouse"]
    nothing = {
        "partition_cells": cells_frame([]),
        "partition_edges": edges_frame([]),
        "partition_pointers": pointers_frame([]),
    }
    comments = {name: meaning(statement("lineage", name)) for name in statement_names("lineage")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.duckdb"
        publish(file, sources, nothing)
        with duckdb.connect(str(file), read_only=True) as connection:
            names = connection.sql(
                "SELECT table_name, 'table', comment FROM duckdb_tables() "
                "UNION ALL SELECT view_name, 'view', comment FROM duckdb_views() WHERE NOT internal ORDER BY 1"
            ).fetchall()
            return {
                name: (
                    kind,
                    comments.get(name) or comment or "",
                    [(row[0], row[1]) for row in connection.sql(f'DESCRIBE "{name}"').fetchall()],
                )
                for name, kind, comment in names
                if not name.startswith("no_")
            }


def settings_page() -> str:
    """Return the page of all settings: variable, default, meaning."""
    from legal_assets.settings import Settings

    rows = [row for name, field in Settings.model_fields.items() for row in _setting(name, field)]
    return _page(
        [
            "# Settings",
            _NOTE,
            "Every setting is an environment variable, read once by each process. A value that cannot be used is "
            "named with its remedy. A setting that changes what an asset computes is part of its code version, so "
            "that changing it makes exactly the assets that depend on it stale.",
            _grid(["variable", "default", "meaning"], rows),
        ]
    )


def _setting(name: str, field: FieldInfo) -> Iterator[list[str]]:
    variable = f"{PREFIX}{name.upper()}"
    yield [f"`{variable}`", _default(field.default), field.description or ""]
    if isinstance(field.default, BaseModel):
        for part, value in field.default:
            yield [f"`{variable}__{part.upper()}`", _default(value), f"`{part}` of `{variable}` alone."]


def _default(value: Any) -> str:
    from legal_assets.settings import PROJECT_ROOT

    if value is None:
        return "unset"
    if value == PROJECT_ROOT:
        return "folder of the checkout"
    if isinstance(value, BaseModel):
        return f"`{value.model_dump_json()}`"
    return f"`{','.join(value)}`" if isinstance(value, tuple) else f"`{value}`"


def commands_page() -> str:
    """Return the page of all commands with their arguments and options."""
    from typer.main import get_command

    from legal_assets.cli import app

    commands: dict[str, Any] = getattr(get_command(app), "commands", {})
    lines = [
        "# Commands",
        _NOTE,
        "They work on the state below `LEGAL_ASSETS_HOME`. A mistake prints one line that begins with `error` and "
        "exits with 1.",
    ]
    for name, command in commands.items():
        lines += [f"## legal-assets {name}", str(command.help)]
        rows = [[_usage(each), each.help or ""] for each in command.params if "--help" not in each.opts]
        if rows:
            lines.append(_grid(["argument or option", "meaning"], rows))
    return _page(lines)


def _usage(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.name.upper()}`"
    shown = parameter.opts[0] if parameter.is_flag else f"{parameter.opts[0]} {parameter.name.upper()}"
    default = "" if parameter.default in (None, False) else f" (`{parameter.default}`)"
    return f"`{shown}`{default}"


def catalog_page() -> str:
    """Return the page of what exists: corpora, tasks, systems, models, measures."""
    from legal_assets import catalog, catalog_composed
    from legal_assets.catalog_models import MODELS

    return _page(
        [
            "# Catalog",
            _NOTE,
            "What exists, from `legal_assets/catalog.py` and `legal_assets/catalog_models.py`. What of it is computed "
            "is set by `LEGAL_ASSETS_CORPORA` and `LEGAL_ASSETS_SYSTEMS`; `legal-assets status` names what is not "
            "enabled, and why what is not available is not.",
            "## Corpora",
            _grid(
                ["key", "what", "language"], [[f"`{each.key}`", each.title, each.language] for each in catalog.CORPORA]
            ),
            "## Tasks",
            _grid(
                ["corpus", "task", "level", "split", "systems run on it"],
                [
                    [f"`{each.corpus}`", f"`{each.key}`", each.level, each.split, "yes" if each.ranked else "no"]
                    for each in catalog.TASKS
                ],
            ),
            f"The task `{catalog.PARAPHRASE}` is there only where `LEGAL_ASSETS_CONDITION_JUDGE` has a model word "
            "queries.",
            f"Variants of a task of judgments: {', '.join(f'`{each}`' for each in catalog.VARIANTS)}; "
            "others have `original` alone.",
            "## Systems",
            _grid(
                ["key", "family", "what", "role", "model", "analyser", "made of", "parameters"],
                [
                    [
                        f"`{each.key}`",
                        each.family,
                        each.title,
                        each.role,
                        f"`{each.model}`" if each.model else "",
                        f"`{each.analyser}`" if each.analyser else "",
                        ", ".join(f"`{part}`" for part in each.parts),
                        ", ".join(f"{name} {value:g}" for name, value in each.parameters) or "the model's own",
                    ]
                    for each in catalog.SYSTEMS
                ],
            ),
            "Where a corpus has conjunctive queries these run too, whatever is enabled; the last three for every "
            "enabled dense system. [Conjunctive queries](conjunctive.md) tells how they rank.",
            _grid(
                ["key", "family", "what", "role"],
                [
                    [f"`{each.key}`", each.family, each.title, each.role]
                    for each in (*catalog_composed.COMPOSED, *catalog_composed.decomposed("minilm"))
                ],
            ),
            "## Models",
            "Learned models. The revision is that of the weights which are loaded, stored with every vector; none is "
            "pinned here. `dtype`, `units` and `index` change rankings, so that each combination is an entry of its "
            "own. A document that is a candidate is ranked by the best of its `passages`, or of the windows of its "
            "own `text`.",
            _grid(
                [
                    *("key", "what", "repository", "kind", "role", "pooling", "prompts", "longest", "dtype"),
                    *("normalised", "units", "index", "needs", "why not"),
                ],
                [
                    [
                        f"`{each.key}`",
                        each.title,
                        f"`{each.repository}`" if each.repository else "not published",
                        each.kind,
                        each.role,
                        each.pooling,
                        " ".join(f"`{prompt!r}`" for prompt in (each.query_prompt, each.document_prompt) if prompt),
                        f"{each.maximum_length:,}",
                        each.dtype,
                        "yes" if each.normalise else "no",
                        each.units,
                        each.index,
                        ", ".join([*each.needs, *([f"package {each.package}"] if each.package else [])]),
                        each.status,
                    ]
                    for each in MODELS
                ],
            ),
            "## Measures",
            _grid(
                ["measure", "meaning", "statement"],
                [
                    [f"`{each.name}`", each.meaning, f"`sql/measures/{each.statement}.sql`"]
                    for each in (*catalog.MEASURES, *catalog.CONJUNCTIVE_MEASURES)
                ],
            ),
            "The last four are of conjunctive queries. Those of evidence pages are told in "
            "[conjunctive queries](conjunctive.md).",
        ]
    )


def pages() -> dict[str, str]:
    """Return the generated pages by file name."""
    return {
        "tables.md": tables_page(),
        "settings.md": settings_page(),
        "commands.md": commands_page(),
        "catalog.md": catalog_page(),
    }


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(text) for text in row)} |" for row in cells)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _page(lines: Sequence[str]) -> str:
    return "\n\n".join(lines) + "\n"


def main() -> None:
    """Write all generated pages and blocks; the leaderboard takes a run of the sample in a temporary home."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as home:
        os.environ[f"{PREFIX}HOME"] = home
        from legal_assets_tests.docs.lineage import lineage_diagram

        for name, text in pages().items():
            (DOCS / name).write_text(text, encoding="utf-8")
        subprocess.run([COMMAND, "run", "--corpus", "cjeu"], env=dict(os.environ), check=True, capture_output=True)
        readme = README.read_text(encoding="utf-8")
        readme = with_block(readme, "lineage", lineage_diagram())
        readme = with_block(readme, "leaderboard", sample_leaderboard(Path(home)))
        README.write_text(readme, encoding="utf-8")


if __name__ == "__main__":
    main()
