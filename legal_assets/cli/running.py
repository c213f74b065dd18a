"""Commands that compute: `run` and `fetch`."""

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from legal_assets.cli.application import CommandError, CorpusOption, app, console, enabled, errors, open_workspace
from legal_assets.cli.printing import print_leaderboard
from legal_assets.settings import Settings, load_settings

if TYPE_CHECKING:
    from legal_assets.wiring.runs import Outcome

_SOURCE_ASSETS = frozenset({"raw_documents", "register_citations"})


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

    corpora = enabled(settings, [each.key for each in catalog.corpora(corpus or settings.corpora)])
    outcomes = _run_cells(settings, corpora, until, force, refresh=settings.profile == "live" and not stale)
    failed = [outcome for outcome in outcomes if outcome.error]
    if not outcomes:
        console.print("Everything is fresh; nothing was computed.")
    if failed:
        raise CommandError(f"{len(failed)} of {len(outcomes)} runs failed; `make ui` shows their logs.")
    if until is None:
        print_leaderboard(settings, corpora)
        console.print(f"Tables and views: {settings.duckdb_path}", soft_wrap=True)


def _run_cells(
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
    from legal_assets.wiring.progress import listening
    from legal_assets.wiring.runs import run_stale

    if until is not None:
        LINEAGE.closure(until)
    with (
        open_instance(settings.dagster_home) as instance,
        console.status("looking for what is stale") as status,
        listening(lambda text: status.update(escape(text))),
    ):

        def begin(assets: tuple[str, ...], partition: str, reason: str) -> None:
            status.update(f"{partition}  {', '.join(assets)}  ({reason})")

        try:
            return run_stale(
                defs,
                LINEAGE,
                open_workspace(settings),
                instance,
                corpora=corpora,
                until=until,
                force=force,
                refresh=refresh,
                only=only,
                begin=begin,
                report=_report,
            )
        except KeyboardInterrupt:
            errors.print("Interrupted. What was finished stays; the same command goes on from there.")
            raise


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


@app.command()
def fetch(
    corpus: Annotated[str, typer.Argument(help="Corpus, such as `cjeu`.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be asked, and how long.")] = False,
) -> None:
    """Ask the source of a corpus for what is new or changed; computes nothing of what depends on it."""
    settings = load_settings()
    from legal_assets import catalog

    (entry,) = catalog.corpora([corpus])
    enabled(settings, [entry.key])
    if not dry_run:
        outcomes = _run_cells(settings, [entry.key], None, force=False, refresh=True, only=_SOURCE_ASSETS)
        if any(outcome.error for outcome in outcomes):
            raise CommandError("The source could not be refreshed; the last files stay. `make ui` shows the log.")
        frame = open_workspace(settings).last("fetch_log", entry.key)
        counts = frame["verdict"].value_counts().sort("verdict").iter_rows() if frame.height else ()
        console.print(", ".join(f"{number} {verdict}" for verdict, number in counts) or "nothing was asked")
        return
    from legal_assets.fetch.assets import SOURCE
    from legal_assets.fetch.refresh import plan

    workspace = open_workspace(settings)
    asked = plan(entry.key, SOURCE, workspace.last("raw_documents", corpus), workspace.last("register", corpus))
    for line in asked.lines():
        console.print(line, highlight=False, soft_wrap=True)
