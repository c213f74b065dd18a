"""Tasks for the tests of the guarded pool: they must be importable in its processes."""

import os
import signal
import time
from collections.abc import Iterator


def behave(task: str) -> Iterator[str]:
    yield f"{task} began"
    if task == "hang":
        while True:
            time.sleep(0.05)
    if task == "slow":
        while True:
            time.sleep(0.05)
            yield "still"
    if task == "explode":
        yield str(len(bytearray(3 * 1024**3)))
    if task == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if task == "raise":
        raise ValueError("no\nsuch   thing")
    yield f"{task} ended"
