"""Commands that only read: `status`, `leaderboard`, `sql`, `picture`, `ui`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from legal_assets.cli.application import (
    CommandError,
    CorpusOption,
    app,
    console,
    one_corpus,
    open_store,
    open_workspace,
    query,
)
from legal_assets.cli.printing import as_csv, print_frame, print_leaderboard, print_not_computed
from legal_assets.settings import PROJECT_ROOT, load_settings


@app.command()
def status(
    everything: Annotated[bool, typer.Option("--all", help="List fresh cells too.")] = False,
) -> None:
    """Say which cells are fresh, stale because of what, or missing, and why the rest of the catalog is not computed."""
    settings = load_settings()
    from legal_assets.definitions import LINEAGE
    from legal_assets.wiring.products import with_products
    from legal_assets.wiring.staleness import partition_status

    pointers = with_products(open_store(settings).pointers(), open_workspace(settings))
    cells = partition_status(LINEAGE, pointers)
    for row in cells.iter_rows(named=True):
        if everything or row["status"] != "fresh":
            rows = "" if row["rows"] is None else f"{row['rows']:,} rows, {row['written_at']}"
            where = f"{row['partition']:<12} {row['asset']:<22}"
            console.print(f"{row['status']:<8}{where} {row['reason'] or rows}", highlight=False, soft_wrap=True)
    counts = dict(cells["status"].value_counts().iter_rows())
    console.print(", ".join(f"{counts.get(kind, 0)} {kind}" for kind in ("fresh", "stale", "missing")))
    print_not_computed(settings)


@app.command()
def leaderboard(corpus: CorpusOption = None) -> None:
    """Print the published leaderboard."""
    settings = load_settings()
    from legal_assets import catalog

    print_leaderboard(settings, [each.key for each in catalog.corpora(corpus or settings.corpora)])


@app.command()
def score(
    run: Annotated[Path, typer.Argument(help="Run of another tool: a TREC run, or PyTerrier's frame as `.csv`.")],
    task: Annotated[str, typer.Option(help="Task whose queries it answers, such as `par-par-dev`.")],
    corpus: Annotated[str | None, typer.Option(help="Corpus of the task; else the one enabled that has it.")] = None,
    variant: Annotated[
        str | None, typer.Option(help="Variant whose queries it answers; else the leaderboard's.")
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
) -> None:
    """Score a run that another tool made against a stored collection; nothing is stored."""
    settings = load_settings()
    from legal_assets.reports.outside_runs import score_run

    frame = score_run(
        run.expanduser().resolve(),
        one_corpus(settings, corpus, task),
        task,
        variant,
        open_store(settings),
        few_queries=settings.few_queries,
        threads=settings.threads,
    )
    if csv:
        sys.stdout.write(frame.write_csv())
    else:
        print_frame(
            frame.select("system", "task", "variant", "measure", "value", "low", "high", "n", "answered", "few")
        )


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
    frame = query(settings, text)
    if csv:
        sys.stdout.write(as_csv(frame))
    else:
        print_frame(frame)


@app.command()
def picture(
    document: Annotated[str, typer.Argument(help="Document, such as `wb-34454344`.")],
    page: Annotated[int, typer.Argument(help="Page from 1.")],
    corpus: Annotated[str, typer.Option(help="Corpus of the document.")] = "crosspage",
    dpi: Annotated[int, typer.Option(help="Dots per inch.", min=36, max=600)] = 150,
) -> None:
    """Render a page of a PDF file, keep the picture, and print its path."""
    settings = load_settings()
    import polars as pl

    from legal_assets import catalog
    from legal_assets.pages.pictures import PageAbsentError, page_picture

    (entry,) = catalog.corpora([corpus])
    workspace = open_workspace(settings)
    digests = workspace.last("pdf_files", entry.key).filter(pl.col("doc_id") == document)["sha256"].to_list()
    if not digests:
        raise CommandError(f"{document} is no PDF file of {corpus}; the table pdf_files lists them.")
    path = Path(str(workspace.raw().path(entry.key, digests[0])))
    try:
        made = page_picture(path, digests[0], page, dpi, workspace.pages() / "pictures")
    except PageAbsentError as error:
        raise CommandError(f"{document}: {error}") from error
    sys.stdout.write(f"{made}\n")


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
