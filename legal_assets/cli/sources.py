"""Commands that bring files in and out: `import`, `forget`, `export`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from legal_assets.cli.application import CommandError, app, console, one_corpus, open_store
from legal_assets.settings import Settings, load_settings

if TYPE_CHECKING:
    from legal_assets.catalog import Corpus
    from legal_assets.fetch.imports import ImportReport
    from legal_assets.storage.partitions import Pointer


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
    _report_import(settings, pointer)
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
            open_store(settings),
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
        open_store(settings),
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
    layout: Annotated[
        str,
        typer.Argument(help="`legalpincite`: test collections; `trec` or `pyterrier`: every ranking, and the qrels."),
    ],
    folder: Annotated[Path, typer.Argument(help="Folder of the files; earlier ones of the same names are replaced.")],
    corpus: Annotated[str | None, typer.Option(help="Corpus whose tables are written; else the one enabled.")] = None,
) -> None:
    """Write the stored test collections or rankings of a corpus in a form that others can read."""
    settings = load_settings()
    from legal_assets.reports import exports, outside_runs

    target = folder.expanduser().resolve()
    known = {
        **dict.fromkeys(exports.LAYOUTS, exports.export_collections),
        **dict.fromkeys(outside_runs.LAYOUTS, outside_runs.export_runs),
    }
    if layout not in known:
        raise CommandError(f"{layout!r} is no layout; known: {', '.join(known)}.")
    names = known[layout](layout, target, one_corpus(settings, corpus), open_store(settings))
    console.print(f"{len(names)} files written to {target}: {', '.join(names)}", highlight=False, soft_wrap=True)


@app.command()
def forget(corpus: Annotated[str, typer.Argument(help="Corpus, such as `cjeu`.")]) -> None:
    """Forget the imported files and tables of a corpus; its bundled sample comes back at the next run."""
    settings = load_settings()
    from legal_assets import catalog
    from legal_assets.fetch.store_imports import forget_imports

    (entry,) = catalog.corpora([corpus])
    number, pointer = forget_imports(entry.key, open_store(settings), datetime.now(tz=UTC))
    _report_import(settings, pointer)
    console.print(f"{number} files forgotten; their bytes stay in the raw store.")


def _report_import(settings: Settings, pointer: "Pointer | None") -> None:
    from legal_assets.wiring.events import report_written
    from legal_assets.wiring.instance import open_instance

    if pointer is not None:
        with open_instance(settings.dagster_home) as instance:
            report_written(instance, pointer)
