"""Progress of long steps: to the log of the run, and to whoever listens in this process.

Belongs here: telling. Does not belong here: what is told (the rooms), how it is shown (`cli/`).
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import dagster as dg

_LOGGER = logging.getLogger("legal_assets.progress")
_LOGGER.propagate = False


def tell(context: dg.AssetExecutionContext, text: str) -> None:
    """Say how far a step is, in its log and to listeners."""
    context.log.info(text)
    _LOGGER.info(text)


class _Listener(logging.Handler):
    def __init__(self, hear: Callable[[str], None]) -> None:
        super().__init__(logging.INFO)
        self._hear = hear

    def emit(self, record: logging.LogRecord) -> None:
        self._hear(record.getMessage())


@contextmanager
def listening(hear: Callable[[str], None]) -> Iterator[None]:
    """Call a function with every text that steps in this process tell meanwhile."""
    listener = _Listener(hear)
    _LOGGER.setLevel(logging.INFO)
    _LOGGER.addHandler(listener)
    try:
        yield
    finally:
        _LOGGER.removeHandler(listener)
