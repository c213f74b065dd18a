"""Settings have defaults that work, and what cannot be used is refused with its name."""

from datetime import date
from pathlib import Path

import pytest

from legal_assets import catalog
from legal_assets.settings import PROJECT_ROOT, Settings, SettingsError, Splits, load_settings


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("LEGAL_ASSETS_HOME")
    return monkeypatch


def read() -> Settings:
    load_settings.cache_clear()
    try:
        return load_settings()
    finally:
        load_settings.cache_clear()


def test_defaults_work_on_a_fresh_clone(setting: pytest.MonkeyPatch) -> None:
    settings = read()
    assert settings.state == PROJECT_ROOT / "warehouse"
    assert settings.store_url == str(PROJECT_ROOT / "warehouse" / "store")
    assert settings.duckdb_path == PROJECT_ROOT / "warehouse" / "legal.duckdb"
    assert settings.profile == "sample"
    assert settings.splits == Splits(
        dev_from=date(2018, 1, 1), test_from=date(2022, 1, 1), test_until=date(2025, 12, 31)
    )
    assert catalog.corpora(settings.corpora)
    assert catalog.systems(settings.systems)


def test_the_home_moves_all_state(setting: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setting.setenv("LEGAL_ASSETS_HOME", str(tmp_path))
    settings = read()
    for path in (settings.duckdb_path, settings.dagster_home, settings.index_folder, Path(settings.store_url)):
        assert path.parent == tmp_path / "warehouse"


def test_the_home_may_be_below_the_user_s_own(setting: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setting.setenv("HOME", str(tmp_path))
    setting.setenv("LEGAL_ASSETS_HOME", "~/lamps")
    assert read().state == tmp_path / "lamps" / "warehouse"


def test_the_store_may_lie_elsewhere(setting: pytest.MonkeyPatch) -> None:
    setting.setenv("LEGAL_ASSETS_STORE", "s3://lamps/record")
    assert read().store_url == "s3://lamps/record"


@pytest.mark.parametrize("written", ["bm25,tfidf", " bm25 , tfidf ,", "bm25,,tfidf"])
def test_lists_are_written_with_commas(setting: pytest.MonkeyPatch, written: str) -> None:
    setting.setenv("LEGAL_ASSETS_SYSTEMS", written)
    assert read().systems == ("bm25", "tfidf")


@pytest.mark.parametrize(
    ("name", "value"),
    [("LEGAL_ASSETS_SPLITS", '{"dev_from": "2019-01-01"}'), ("LEGAL_ASSETS_SPLITS__DEV_FROM", "2019-01-01")],
)
def test_splits_are_written_as_json_or_one_by_one(setting: pytest.MonkeyPatch, name: str, value: str) -> None:
    setting.setenv(name, value)
    assert read().splits == Splits(dev_from=date(2019, 1, 1))


def test_settings_are_read_once(setting: pytest.MonkeyPatch) -> None:
    load_settings.cache_clear()
    first = load_settings()
    setting.setenv("LEGAL_ASSETS_DEPTH", "7")
    assert load_settings() is first
    assert read().depth == 7


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LEGAL_ASSETS_DEPTH", "0", "LEGAL_ASSETS_DEPTH: .*greater than or equal to 1"),
        ("LEGAL_ASSETS_THREADS", "many", "LEGAL_ASSETS_THREADS: .*valid integer"),
        ("LEGAL_ASSETS_PROFILE", "dead", "LEGAL_ASSETS_PROFILE: .*'sample' or 'live'"),
        ("LEGAL_ASSETS_SPLITS", "[", "LEGAL_ASSETS_SPLITS: "),
        ("LEGAL_ASSETS_SPLITS__TEST_FROM", "2000-01-01", "LEGAL_ASSETS_SPLITS: .*dev_from < test_from"),
        ("LEGAL_ASSETS_CONDITION_JUDGE", '{"enabled": true}', "LEGAL_ASSETS_CONDITION_JUDGE: .*needs `base_url`"),
        ("LEGAL_ASSETS_CONDITION_JUDGE", '{"steps": ["all"]}', "LEGAL_ASSETS_CONDITION_JUDGE__STEPS__0: .*'clusters'"),
        ("LEGAL_ASSETS_SYSTEM", "bm25", "LEGAL_ASSETS_SYSTEM is no setting; known: .*LEGAL_ASSETS_SYSTEMS"),
    ],
)
def test_what_cannot_be_used_is_named(setting: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    setting.setenv(name, value)
    with pytest.raises(SettingsError, match=said):
        read()


def test_every_setting_says_what_it_means() -> None:
    assert all(field.description for field in Settings.model_fields.values())
