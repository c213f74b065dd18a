"""The application, what every command shares, and how a mistake is told.

Belongs here: the Typer object, consoles, opening of what a command reads, errors. Does not belong here: commands.
"""

import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from legal_assets.settings import Settings

if TYPE_CHECKING:
    import polars as pl

    from legal_assets.storage.partitions import PartitionStore
    from legal_assets.wiring.resources import Workspace

app = typer.Typer(
    add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help="Legal retrieval assets."
)
console = Console(width=None if sys.stdout.isatty() else 160)
errors = Console(stderr=True)

CorpusOption = Annotated[list[str] | None, typer.Option("--corpus", help="Corpus; repeat for several.")]


class CommandError(Exception):
    """A user's mistake or a failure that was already reported: what, where, what to do."""


def enabled(settings: Settings, corpora: list[str]) -> list[str]:
    """Return the corpora, if all are enabled.

    Raises:
        CommandError: one is not; the text says which setting enables it.
    """
    absent = [corpus for corpus in corpora if corpus not in settings.corpora]
    if absent:
        enabled = ",".join([*settings.corpora, *absent])
        raise CommandError(f"Corpus {', '.join(absent)} is not enabled; set LEGAL_ASSETS_CORPORA={enabled}.")
    return corpora


def one_corpus(settings: Settings, named: str | None, task: str | None = None) -> str:
    """Return the corpus that is named, or the one enabled corpus (that has the task) where none is.

    Raises:
        CommandError: none is named, and there is more than one.
        ValueError: the catalog does not have it.
    """
    from legal_assets import catalog

    if named is not None:
        (entry,) = catalog.corpora([named])
        return entry.key
    having = [each for each in settings.corpora if task in {None, *(known.key for known in catalog.tasks(each))}]
    found = having or settings.corpora  # of a task that none has, the one corpus says which it has
    if len(found) == 1:
        return found[0]
    raise CommandError(f"Name one of the enabled corpora with --corpus: {', '.join(found)}.")


def open_workspace(settings: Settings) -> "Workspace":
    """Return the places of the settings."""
    from legal_assets.wiring.resources import Workspace

    return Workspace.of(settings)


def open_store(settings: Settings) -> "PartitionStore":
    """Return the store of the settings."""
    from legal_assets.storage.partitions import PartitionStore
    from legal_assets.storage.raw import open_root

    return PartitionStore(open_root(settings.store_url), settings.keep_versions)


def query(settings: Settings, text: str) -> "pl.DataFrame":
    """Return what a statement selects from the published tables.

    Raises:
        CommandError: nothing was published yet, or DuckDB refuses the statement.
    """
    import duckdb

    if not settings.duckdb_path.exists():
        raise CommandError(f"{settings.duckdb_path} does not exist; run `legal-assets run` first.")
    try:
        with duckdb.connect(str(settings.duckdb_path), read_only=True) as connection:
            if len(connection.extract_statements(text)) > 1:
                raise CommandError("There are several statements; write one.")
            relation = connection.sql(text)
            if relation is None:
                raise CommandError("The statement returns no rows; write a SELECT.")
            frame: pl.DataFrame = relation.pl()
            return frame
    except duckdb.Error as error:
        raise CommandError(f"DuckDB: {error}; `legal-assets sql 'FROM warehouse'` lists tables and views.") from error


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
