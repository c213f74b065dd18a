"""Environment → typed settings: paths, profile, limits, enabled systems.

Belongs here: everything a user may set, with its default and its meaning. Does not belong here: what exists
(`catalog.py`) and what a table looks like (`schemas.py`). Only the modules of settings read the environment.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import DirectoryPath, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from pydantic_settings import SettingsError as UnreadableError

from legal_assets.settings_judge import ConditionJudge
from legal_assets.settings_reports import Pages, Reports
from legal_assets.settings_sources import Cellar, Profile, QueryWriter, Rulings, Splits, SwissSites

_PREFIX = "LEGAL_ASSETS_"
PROJECT_ROOT = Path(__file__).resolve().parent.parent


class SettingsError(ValueError):
    """A setting in the environment cannot be used; the text names the variable and the remedy."""


class Settings(BaseSettings):
    """Settings of one process; each field is the environment variable `LEGAL_ASSETS_<FIELD>`."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_nested_delimiter="__", frozen=True, extra="ignore")

    home: Path = Field(PROJECT_ROOT, description="Folder under which all state is kept, in `warehouse/`.")
    store: str | None = Field(
        None,
        description="fsspec URL of the Parquet record and the raw store, `s3://bucket/prefix` for instance; "
        "a folder under the home when unset.",
    )
    profile: Profile = Field(
        "sample",
        description="`sample`: bundled self-written documents, unless a folder was imported; "
        "`live`: the real sources and imported folders.",
    )
    corpora: Annotated[tuple[str, ...], NoDecode] = Field(
        ("cjeu",), description="Enabled corpora, comma-separated: `cjeu`, `bge`, `crosspage`, `legalpincite`."
    )
    systems: Annotated[tuple[str, ...], NoDecode] = Field(
        ("bm25", "tfidf", "lmir", "dph", "minilm", "rrf-bm25-minilm"),
        description="Enabled systems of all families, comma-separated; what a system is made of must be enabled too.",
    )
    learned_variants: Literal["shown", "all"] = Field(
        "shown",
        description="Variants that learned models, and what is made of them, rank: `shown`, the one that leaderboards "
        "show, or `all`, which costs as many vectors more and tells what citations give away to them.",
    )
    device: Literal["cpu", "cuda"] = Field("cpu", description="Where learned models are computed.")
    batch_tokens: int = Field(
        512, ge=8, description="Tokens of a batch of a learned model: more for a GPU. Decides last bits of vectors."
    )
    splits: Splits = Field(Splits(), description="Dates of the train, dev and test splits of `cjeu`, as JSON.")
    cellar: Cellar = Field(
        Cellar(),
        description="Source of `cjeu` in the profile `live`, as JSON: `base_url`, `first` and `last` decision date, "
        "`courts` and `kinds` as letters of CELEX numbers, `languages` (three letters), `contact` for the user agent, "
        "requests `per_second`, `at_once`, `run_seconds`, `obey_robots`.",
    )
    swiss_sites: SwissSites = Field(
        SwissSites(),
        description="Sources of `bge` in the profile `live`, as JSON: `court_url`, `commentary_url`, `first_volume`, "
        "`last_volume`, `divisions`, `languages` of commentaries, `contact` for the user agent, requests `per_minute`, "
        "`at_once`, `obey_robots`.",
    )
    reports: Reports = Field(
        Reports(),
        description="Source of `crosspage` in the profile `live`, as JSON: `world_bank_url`, `types` of documents, "
        "`first` and `last` date, `languages` as the catalogue names them; `pmc_url`, `articles` as `PMC5334499`; "
        "`given_list`, a CSV with `url` and `sha256`; `contact`, requests `per_second`, `obey_robots`.",
    )
    pages: Pages = Field(
        Pages(),
        description="Reading of PDF files, as JSON. A text layer is not trusted below `few_characters` where images "
        "have `image_cover` or `outlines` are drawn, below `stamp_characters` at `full_cover`, above `bad_share` or "
        "`symbol_share`, below `few_function_words` and `few_vowel_words` from `least_words` on, above "
        "`hidden_share`. OCR: `engine`, `dpi`, `least_confidence`. Limits: `page_seconds`, `file_seconds`, "
        "`ocr_page_seconds`, `memory_bytes`, `most_pages`. A source passes from `least_usable` of its pages.",
    )
    tessdata: DirectoryPath | None = Field(
        None,
        description="Folder with data of Tesseract for more languages, beside those of the environment and system.",
    )
    rulings: Rulings = Field(
        Rulings(),
        description="Collections of `bge`, as JSON: kinds of sections that are `candidates`, and how many of the first "
        "ranked are looked at in distances, `nearest`.",
    )
    query_writer: QueryWriter = Field(
        QueryWriter(),
        description="Queries of `bge`, as JSON. `generator`: `rule` takes a passage's words, `anthropic` asks `model` "
        "(the key is `ANTHROPIC_API_KEY` in the environment), `auto` asks it only in the profile `live` with a key. "
        "`mode` `batch` or `direct`, `base_url`, `max_tokens`, `per_minute`; `max_usd` is the most that one run may "
        "spend, at `input_usd` and `output_usd` a million tokens.",
    )
    condition_judge: ConditionJudge = Field(
        ConditionJudge(),
        description="A model that checks the conjunctive queries of `crosspage`, as JSON: asked where `enabled`, in "
        "`steps` (`clusters`, `items`, `paraphrases`). `model` at `base_url`, an interface compatible with Anthropic's "
        "(the key is `ANTHROPIC_API_KEY` in the environment); `structured` asks it for a format of answers. "
        "`max_tokens`, `per_minute`; `max_usd` is the most that one run may spend, at `input_usd` and `output_usd` a "
        "million tokens.",
    )
    max_failed_share: float = Field(
        0.02, ge=0, le=1, description="Share of asked documents that may fail before a refresh is refused."
    )
    sample_scale: int = Field(
        1, ge=1, le=1000, description="The sample has 60 times as many documents; above 1 it is a load test."
    )
    entity_model: str | None = Field(
        None,
        description="Token-classification model, a Hugging Face id or a folder: masks a second time as the study did, "
        "in the variant `masked-entities`.",
    )
    similarity_model: str | None = Field(
        None,
        description="Encoder, a Hugging Face id or a folder: BERTScore of relevant pairs in `collection_similarity`.",
    )
    similarity_pairs: int = Field(1000, ge=1, description="Relevant pairs of a task that BERTScore looks at, at most.")
    depth: int = Field(1000, ge=1, description="Candidates ranked per query.")
    few_queries: int = Field(
        50,
        ge=0,
        description="Below this many queries a task is called few: no tuning, warning with the score.",
    )
    labels_same_question: bool = Field(
        False,
        description="Whether imported labels make a pair relevant only if both experts say yes to the same question; "
        "else each to at least one.",
    )
    vector_cache: Path | None = Field(
        None,
        description="Folder of texts that were encoded, by digest; several homes may share it. Below the home when "
        "unset.",
    )
    max_file_bytes: int = Field(
        64 * 1024**2, ge=1, description="Files larger than this are refused by the import, in bytes."
    )
    threads: int = Field(2, ge=1, description="Threads of one heavy step.")
    keep_versions: int = Field(3, ge=1, description="Versions of a partition that stay in the store.")

    @model_validator(mode="before")
    @classmethod
    def split_lists(cls, values: dict[str, object]) -> dict[str, object]:
        """Read comma-separated lists, as people write them in a shell."""
        return {
            name: tuple(part.strip() for part in value.split(",") if part.strip())
            if name in {"corpora", "systems"} and isinstance(value, str)
            else value
            for name, value in values.items()
        }

    @property
    def state(self) -> Path:
        """Folder of everything that this project writes."""
        return self.home.expanduser().resolve() / "warehouse"

    @property
    def store_url(self) -> str:
        """Where the Parquet record and the raw store lie: a local path or an fsspec URL."""
        return self.store or str(self.state / "store")

    @property
    def duckdb_path(self) -> Path:
        """The one DuckDB file that analysts open."""
        return self.state / "legal.duckdb"

    @property
    def dagster_home(self) -> Path:
        """Folder of the Dagster instance that commands and UI share."""
        return self.state / "dagster"

    @property
    def page_cache(self) -> Path:
        """Folder of texts that engines of OCR read, of pictures of pages, and of Tesseract's gathered data."""
        return self.state / "pages"

    @property
    def index_folder(self) -> Path:
        """Folder of memory-mapped index files; rebuildable from the record."""
        return self.state / "indexes"

    @property
    def vector_cache_folder(self) -> Path:
        """Folder of texts that were encoded; rebuildable, at the cost of encoding them again."""
        return (self.vector_cache or self.index_folder / "vector-cache").expanduser().resolve()


def _is_setting(name: str) -> bool:
    return name.removeprefix(_PREFIX).partition("__")[0].lower() in Settings.model_fields


def _named(error: UnreadableError) -> str:
    """Return which variable holds no JSON, and what is wrong with it."""
    fields = [name for name in Settings.model_fields if f'"{name}"' in str(error)]
    return f"{', '.join(f'{_PREFIX}{name.upper()}' for name in fields)}: {error.__cause__}"


@lru_cache(maxsize=1)
def load_settings() -> Settings:
    """Read the settings from the environment once.

    Raises:
        SettingsError: a variable cannot be used.
    """
    unknown = sorted(name for name in os.environ if name.startswith(_PREFIX) and not _is_setting(name))
    if unknown:
        known = ", ".join(f"{_PREFIX}{name.upper()}" for name in Settings.model_fields)
        raise SettingsError(f"{', '.join(unknown)} is no setting; known: {known}. Correct or unset the variable.")
    try:
        settings = Settings()  # type: ignore[call-arg]  # read from the environment
    except UnreadableError as error:
        raise SettingsError(f"Settings cannot be used: {_named(error)}. Correct or unset the variable.") from error
    except ValidationError as error:
        problems = "; ".join(
            f"LEGAL_ASSETS_{'__'.join(str(part) for part in problem['loc']).upper() or '*'}: {problem['msg']}"
            for problem in error.errors()
        )
        raise SettingsError(f"Settings cannot be used: {problems}. Correct or unset the variable.") from error
    return settings
