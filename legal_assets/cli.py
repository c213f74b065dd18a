"""`legal-assets …`: the commands users type.

Belongs here: arguments, progress, what is printed, and turning a user's mistake into one line. Does not belong here:
anything that computes. Heavy modules are imported by the command that needs them.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from legal_assets.settings import PROJECT_ROOT, Settings, load_settings

if TYPE_CHECKING:
    import polars as pl

    from legal_assets.catalog import Corpus
    from legal_assets.fetch.imports import ImportReport
    from legal_assets.storage.partitions import PartitionStore, Pointer
    from legal_assets.wiring.resources import Workspace
    from legal_assets.wiring.runs import Outcome

app = typer.Typer(
    add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help="Legal retrieval assets."
)
_CELL_CHARACTERS = 80
_SOURCE_ASSETS = frozenset({"raw_documents", "register_citations"})
console = Console(width=None if sys.stdout.isatty() else 160)
errors = Console(stderr=True)


class CommandError(Exception):
    """A user's mistake or a failure that was already reported: what, where, what to do."""


CorpusOption = Annotated[list[str] | None, typer.Option("--corpus", help="Corpus; repeat for several.")]


@app.command()
def run(
    corpus: CorpusOption = None,
    until: Annotated[str | None, typer.Option(help="Last asset wanted, such as `qrels`.")] = None,
    stale: Annotated[
        bool,
        typer.Option("--stale", help="Do not ask the sources again; only compute what is missing or stale."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Compute also what is fresh.")] = False,
    profile: Annotated[str | None, typer.Option(help="`sample` or `live`, for this command.")] = None,
) -> None:
    """Materialize what is missing or stale, in lineage order, and print the leaderboard."""
    if profile is not None:
        os.environ["LEGAL_ASSETS_PROFILE"] = profile
        load_settings.cache_clear()
    settings = load_settings()
    from legal_assets import catalog

    corpora = _enabled(settings, [each.key for each in catalog.corpora(corpus or settings.corpora)])
    outcomes = _run(settings, corpora, until, force, refresh=settings.profile == "live" and not stale)
    failed = [outcome for outcome in outcomes if outcome.error]
    if not outcomes:
        console.print("Everything is fresh; nothing was computed.")
    if failed:
        raise CommandError(f"{len(failed)} of {len(outcomes)} runs failed; `make ui` shows their logs.")
    if until is None:
        _print_leaderboard(settings, corpora)
        console.print(f"Tables and views: {settings.duckdb_path}", soft_wrap=True)


def _enabled(settings: Settings, corpora: list[str]) -> list[str]:
    absent = [corpus for corpus in corpora if corpus not in settings.corpora]
    if absent:
        enabled = ",".join([*settings.corpora, *absent])
        raise CommandError(f"Corpus {', '.join(absent)} is not enabled; set LEGAL_ASSETS_CORPORA={enabled}.")
    return corpora


def _run(
    settings: Settings,
    corpora: list[str],
    until: str | None,
    force: bool,
    *,
    refresh: bool,
    only: frozenset[str] | None = None,
) -> list["Outcome"]:
    from legal_assets.definitions import LINEAGE, defs
    from legal_assets.wiring.instance import open_instance
    from legal_assets.wiring.runs import run_stale

    if until is not None:
        LINEAGE.closure(until)
    with (
        open_instance(settings.dagster_home) as instance,
        console.status("looking for what is stale") as status,
    ):

        def begin(assets: tuple[str, ...], partition: str, reason: str) -> None:
            status.update(f"{partition}  {', '.join(assets)}  ({reason})")

        return run_stale(
            defs,
            LINEAGE,
            _workspace(settings),
            instance,
            corpora=corpora,
            until=until,
            force=force,
            refresh=refresh,
            only=only,
            begin=begin,
            report=_report,
        )


def _report(outcome: "Outcome") -> None:
    where = f"{outcome.partition:<12} {', '.join(outcome.assets)}"
    if outcome.error:
        errors.print(
            f"[red]failed[/red]  {where}  {outcome.seconds:.1f} s\n        {escape(outcome.error)}", highlight=False
        )
        return
    what = f"{outcome.rows:,} rows" if outcome.changed else "same content"
    console.print(
        f"done    {where}  {what}, {outcome.seconds:.1f} s  [dim]{outcome.reason}[/dim]",
        highlight=False,
        soft_wrap=True,
    )


@app.command(name="import")
def import_files(
    corpus: Annotated[str, typer.Argument(help="Corpus, such as `cjeu`.")],
    folder: Annotated[
        Path, typer.Argument(help="Folder of the files; subfolders are searched. With `--as`: one table.")
    ],
    role: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="What a CSV, XLSX or Parquet table is merged as: `paragraphs`, `citations`, `labels` or `metadata`.",
        ),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(help="The table's own names of our columns, such as `celex=CELEX_FROM,number=No`; ours if unset."),
    ] = None,
) -> None:
    """Take the files of a folder, or one table, into a corpus; name every file that was not taken, with the reason."""
    settings = load_settings()
    from legal_assets import catalog

    (entry,) = catalog.corpora([corpus])
    if role is not None:
        report, pointer = _import_table(settings, entry, folder.expanduser().resolve(), role, columns)
    elif columns is not None:
        raise CommandError("--columns maps the columns of a table; say with --as what it is merged as.")
    else:
        report, pointer = _import_folder(settings, entry.key, folder.expanduser().resolve())
    _report_written(settings, pointer)
    for name, reason, detail in report.refused.iter_rows():
        console.print(escape(f"not taken  {name}: {reason}. {detail}"), highlight=False, soft_wrap=True)
    console.print(
        f"{report.taken} files taken, {report.replaced} replaced, {report.unchanged} unchanged, "
        f"{report.refused.height} not taken. {_next_step(settings, corpus)}",
        highlight=False,
        soft_wrap=True,
    )


def _import_folder(settings: Settings, corpus: str, folder: Path) -> "tuple[ImportReport, Pointer | None]":
    from legal_assets.fetch.store_imports import import_into_store
    from legal_assets.storage.raw import RawStore, open_root

    with console.status("reading") as status:
        return import_into_store(
            corpus,
            folder,
            _store(settings),
            RawStore(open_root(settings.store_url)),
            max_bytes=settings.max_file_bytes,
            now=datetime.now(tz=UTC),
            progress=lambda name: status.update(escape(f"reading {name}")),
        )


def _import_table(
    settings: Settings, corpus: "Corpus", file: Path, role: str, columns: str | None
) -> "tuple[ImportReport, Pointer | None]":
    from functools import partial

    from legal_assets.collections.imported import check_table, column_mapping
    from legal_assets.fetch.store_imports import import_table_into_store
    from legal_assets.storage.raw import RawStore, open_root

    if corpus.is_release:
        raise CommandError(f"Corpus {corpus.key} is a release and stays as published; import its folder without --as.")
    mapping = column_mapping(role, columns)
    return import_table_into_store(
        corpus.key,
        file,
        role,
        mapping,
        _store(settings),
        RawStore(open_root(settings.store_url)),
        max_bytes=settings.max_file_bytes,
        check=partial(check_table, corpus.key, role, file.name, columns=mapping),
        now=datetime.now(tz=UTC),
    )


def _next_step(settings: Settings, corpus: str) -> str:
    command = f"`legal-assets run --corpus {corpus}`"
    if corpus in settings.corpora:
        return f"Now {command}."
    return f"Now enable the corpus with LEGAL_ASSETS_CORPORA={','.join([*settings.corpora, corpus])}, then {command}."


@app.command()
def export(
    layout: Annotated[str, typer.Argument(help="Layout of the files: `legalpincite`.")],
    folder: Annotated[Path, typer.Argument(help="Folder of the release; an earlier release there is replaced.")],
    corpus: Annotated[str, typer.Option(help="Corpus whose collections are written.")] = "cjeu",
) -> None:
    """Write the stored test collections of a corpus as a release that others can read."""
    settings = load_settings()
    from legal_assets import catalog
    from legal_assets.reports.exports import export_collections

    (entry,) = catalog.corpora([corpus])
    target = folder.expanduser().resolve()
    names = export_collections(layout, target, entry.key, _store(settings))
    console.print(f"{len(names)} files written to {target}: {', '.join(names)}", highlight=False, soft_wrap=True)


@app.command()
def fetch(
    corpus: Annotated[str, typer.Argument(help="Corpus, such as `cjeu`.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be asked, and how long.")] = False,
) -> None:
    """Ask the source of a corpus for what is new or changed; computes nothing of what depends on it."""
    settings = load_settings()
    from legal_assets import catalog

    (entry,) = catalog.corpora([corpus])
    _enabled(settings, [entry.key])
    if not dry_run:
        outcomes = _run(settings, [entry.key], None, force=False, refresh=True, only=_SOURCE_ASSETS)
        if any(outcome.error for outcome in outcomes):
            raise CommandError("The source could not be refreshed; the last files stay. `make ui` shows the log.")
        frame = _workspace(settings).last("fetch_log", entry.key)
        counts = frame["verdict"].value_counts().sort("verdict").iter_rows() if frame.height else ()
        console.print(", ".join(f"{number} {verdict}" for verdict, number in counts) or "nothing was asked")
        return
    from legal_assets.fetch.assets import SOURCE
    from legal_assets.fetch.refresh import plan

    workspace = _workspace(settings)
    asked = plan(entry.key, SOURCE, workspace.last("raw_documents", corpus), workspace.last("register", corpus))
    for line in asked.lines():
        console.print(line, highlight=False, soft_wrap=True)


@app.command()
def forget(corpus: Annotated[str, typer.Argument(help="Corpus, such as `cjeu`.")]) -> None:
    """Forget the imported files and tables of a corpus; its bundled sample comes back at the next run."""
    settings = load_settings()
    from legal_assets import catalog
    from legal_assets.fetch.store_imports import forget_imports

    (entry,) = catalog.corpora([corpus])
    number, pointer = forget_imports(entry.key, _store(settings), datetime.now(tz=UTC))
    _report_written(settings, pointer)
    console.print(f"{number} files forgotten; their bytes stay in the raw store.")


@app.command()
def status(
    everything: Annotated[bool, typer.Option("--all", help="List fresh cells too.")] = False,
) -> None:
    """Say which cells are fresh, stale because of what, or missing, and what of the catalog is not enabled."""
    settings = load_settings()
    from legal_assets import catalog
    from legal_assets.definitions import LINEAGE
    from legal_assets.wiring.products import with_products
    from legal_assets.wiring.staleness import partition_status

    pointers = with_products(_store(settings).pointers(), _workspace(settings))
    cells = partition_status(LINEAGE, pointers)
    for row in cells.iter_rows(named=True):
        if everything or row["status"] != "fresh":
            rows = "" if row["rows"] is None else f"{row['rows']:,} rows, {row['written_at']}"
            where = f"{row['partition']:<12} {row['asset']:<22}"
            console.print(f"{row['status']:<8}{where} {row['reason'] or rows}", highlight=False, soft_wrap=True)
    counts = dict(cells["status"].value_counts().iter_rows())
    console.print(", ".join(f"{counts.get(kind, 0)} {kind}" for kind in ("fresh", "stale", "missing")))
    unavailable = [system.key for system in catalog.SYSTEMS if system.key not in settings.systems]
    if unavailable:
        console.print(
            f"Not enabled: {', '.join(unavailable)} (LEGAL_ASSETS_SYSTEMS={','.join(settings.systems)}).",
            highlight=False,
        )


@app.command()
def leaderboard(corpus: CorpusOption = None) -> None:
    """Print the published leaderboard."""
    settings = load_settings()
    from legal_assets import catalog

    _print_leaderboard(settings, [each.key for each in catalog.corpora(corpus or settings.corpora)])


@app.command()
def sql(
    statement: Annotated[str, typer.Argument(help="SQL text, or a file of the folder sql/.")],
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
) -> None:
    """Run a read-only SQL statement on the published tables."""
    settings = load_settings()
    try:
        text = Path(statement).read_text(encoding="utf-8") if statement.endswith(".sql") else statement
    except OSError as error:
        raise CommandError(f"{statement}: {error.strerror}; name a file of sql/examples/ or write SQL.") from error
    frame = _query(settings, text)
    if csv:
        sys.stdout.write(frame.write_csv())
    else:
        _print_frame(frame)


@app.command()
def ui(
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.")] = 3000,
) -> None:
    """Open Dagster on 127.0.0.1, with the instance that the other commands use."""
    settings = load_settings()
    from legal_assets.wiring.instance import prepare_instance

    prepare_instance(settings.dagster_home)
    executable = Path(sys.executable).with_name("dagster")
    os.execv(  # noqa: S606  # our own interpreter's neighbour, no shell wanted
        executable,
        [str(executable), "dev", "-h", "127.0.0.1", "-p", str(port), "-w", str(PROJECT_ROOT / "workspace.yaml")],
    )


def _workspace(settings: Settings) -> "Workspace":
    from legal_assets.wiring.resources import Workspace

    return Workspace.of(settings)


def _store(settings: Settings) -> "PartitionStore":
    from legal_assets.storage.partitions import PartitionStore
    from legal_assets.storage.raw import open_root

    return PartitionStore(open_root(settings.store_url), settings.keep_versions)


def _report_written(settings: Settings, pointer: "Pointer | None") -> None:
    from legal_assets.wiring.events import report_written
    from legal_assets.wiring.instance import open_instance

    if pointer is not None:
        with open_instance(settings.dagster_home) as instance:
            report_written(instance, pointer)


def _print_leaderboard(settings: Settings, corpora: list[str]) -> None:
    names = ", ".join(f"'{name}'" for name in corpora)
    frame = _query(settings, f"FROM leaderboard WHERE corpus IN ({names}) ORDER BY corpus, task, place")
    if frame.is_empty():
        console.print("The leaderboard is empty: no task has a ranked query.")
        return
    for (name, variant), board in frame.group_by("corpus", "variant", maintain_order=True):
        table = Table("task", "system", "nDCG@10", "95 %", "Success@10", "AP@1000", "n", box=None, header_style="bold")
        for row in board.iter_rows(named=True):
            table.add_row(
                row["task"],
                row["system"],
                f"{row['nDCG@10']:.3f}",
                f"{row['low']:.2f}-{row['high']:.2f}",
                f"{row['Success@10']:.3f}",
                f"{row['AP@1000']:.3f}",
                f"{row['n']}{' few' if row['few'] else ''}",
            )
        console.print(f"Leaderboard of {name}, variant {variant}", style="bold")
        console.print(table)
    if frame["few"].any():
        console.print("few: too few queries to tune on or to trust a difference between systems.")


def _query(settings: Settings, text: str) -> "pl.DataFrame":
    import duckdb

    if not settings.duckdb_path.exists():
        raise CommandError(f"{settings.duckdb_path} does not exist; run `legal-assets run` first.")
    try:
        with duckdb.connect(str(settings.duckdb_path), read_only=True) as connection:
            relation = connection.sql(text)
            if relation is None:
                raise CommandError("The statement returns no rows; write a SELECT.")
            frame: pl.DataFrame = relation.pl()
            return frame
    except duckdb.Error as error:
        raise CommandError(f"DuckDB: {error}; `legal-assets sql 'FROM warehouse'` lists tables and views.") from error


def _print_frame(frame: "pl.DataFrame") -> None:
    table = Table(*frame.columns, box=None, header_style="bold")
    for row in frame.iter_rows():
        table.add_row(*(escape(_shown(value)) for value in row))
    console.print(table)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}"
    text = " ".join(str(value).split())
    return text if len(text) <= _CELL_CHARACTERS else f"{text[:_CELL_CHARACTERS]}…"


def main() -> None:
    """Run a command; a mistake of the user prints one line and exits with 1."""
    from legal_assets.settings import SettingsError

    try:
        app()
    except ImportError as error:
        if "fs" not in str(error):
            raise
        errors.print(f"[red]error[/red]  The store needs another library: {error}", highlight=False, soft_wrap=True)
        raise SystemExit(1) from None
    except (CommandError, SettingsError) as error:
        _fail(str(error))
    except ValueError as error:
        if type(error) is not ValueError and not type(error).__module__.startswith("legal_assets"):
            raise
        _fail(str(error))
    except OSError as error:
        if error.filename is None:
            raise
        _fail(f"{error.strerror}: {error.filename}. Name another path, or make room for this one.")


def _fail(text: str) -> NoReturn:
    errors.print(f"[red]error[/red]  {escape(' '.join(text.split()))}", highlight=False, soft_wrap=True)
    raise SystemExit(1) from None
