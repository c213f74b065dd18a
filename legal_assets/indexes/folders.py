"""Folders of an index, each named by the digest of its content.

Belongs here: how such a folder comes to be whole or absent. Does not belong here: which files are in it.
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path


def write_folder(parent: Path, digest: str, write: Callable[[Path], None]) -> Path:
    """Make the folder `digest` of `parent`, if it is not there; return it.

    Files are written aside and the folder renamed into place, so that it is whole or absent; of two processes that
    write it, one finds it there.

    Args:
        parent: where index folders lie; made if absent.
        digest: digest of the content.
        write: writes the files into the folder that it is given.
    """
    folder = parent / digest
    if folder.exists():
        return folder
    parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".writing-", dir=parent))
    try:
        write(aside)
        aside.chmod(0o755)
        aside.rename(folder)
    except OSError:
        if not folder.exists():
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder
