"""Work on files that may hang, crash or explode: a pool of processes with limits for each task.

A task is a small value such as a path, never an open document. Its function is a generator of items that come back as
they are made, so that what was done before a task failed is not lost. Belongs here: processes and their limits.
Does not belong here: what a task does.
"""

import re
import resource
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

Task = TypeVar("Task")
Value = TypeVar("Value")

Outcome = Literal["done", "raised", "time_limit", "memory_limit", "crashed"]

_NO_MEMORY = re.compile(r"\b(?:m|c|re)alloc\b|bad_alloc|out of memory", re.IGNORECASE)
_POLL_SECONDS = 0.5
_GRACE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may use: seconds without a new item, seconds in all, bytes of memory beyond the bare process."""

    item_seconds: float
    task_seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Item(Generic[Value]):
    """Something that a task made."""

    task: int
    value: Value


@dataclass(frozen=True, slots=True)
class End:
    """How a task ended; `peak_bytes` is the resident memory of its process, 0 where the process died."""

    task: int
    outcome: Outcome
    detail: str
    seconds: float
    peak_bytes: int


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    link: Connection
    task: int | None = None
    began: float = 0.0
    heard: float = field(default=0.0)


def run_guarded(
    function: Callable[[Task], Iterator[Value]],
    tasks: Sequence[Task],
    limits: Limits,
    *,
    workers: int,
    prepare: Callable[[], None] | None = None,
) -> Iterator[Item[Value] | End]:
    """Run a generator function over tasks in processes of their own; every task ends with exactly one `End`.

    Args:
        function: module-level generator function; what it yields must be picklable.
        tasks: arguments, one a task.
        limits: of each task. A task that breaks one is ended, its process replaced, and the others go on.
        workers: processes at once.
        prepare: called once in each process before the memory limit is set, to import what is large.
    """
    waiting = deque(range(len(tasks)))
    pool: list[_Worker] = []
    try:
        while waiting or any(worker.task is not None for worker in pool):
            pool = [worker for worker in pool if worker.process.is_alive() or worker.task is not None]
            while waiting and len(pool) < max(1, workers):
                pool.append(_start(function, limits, prepare))
            for worker in pool:
                if worker.task is None and waiting:
                    _give(worker, waiting.popleft(), tasks)
            yield from _collect(pool, limits)
    finally:
        for worker in pool:
            _stop(worker)


def _start(function: Callable[[Any], Iterator[Any]], limits: Limits, prepare: Callable[[], None] | None) -> _Worker:
    context = get_context("forkserver")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function, limits, prepare), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _give(worker: _Worker, task: int, tasks: Sequence[Any]) -> None:
    worker.task, worker.began = task, time.monotonic()
    worker.heard = worker.began
    with suppress(OSError):  # a process that died in the meantime is found out by `_collect`
        worker.link.send(tasks[task])


def _collect(pool: Sequence[_Worker], limits: Limits) -> Iterator[Item[Any] | End]:
    busy = {worker.link: worker for worker in pool if worker.task is not None}
    for link in wait(list(busy), timeout=_POLL_SECONDS):
        worker = busy[link]  # type: ignore[index]  # the links that were handed in
        yield from _hear(worker)
    now = time.monotonic()
    for worker in busy.values():
        if worker.task is None:
            continue
        if now - worker.heard > limits.item_seconds:
            yield _end_late(worker, f"Nothing came for {limits.item_seconds:g} s.")
        elif now - worker.began > limits.task_seconds:
            yield _end_late(worker, f"It took more than {limits.task_seconds:g} s.")


def _hear(worker: _Worker) -> Iterator[Item[Any] | End]:
    task = worker.task
    if task is None:
        return
    worker.heard = time.monotonic()
    try:
        kind, value = worker.link.recv()
    except (EOFError, OSError):
        worker.process.join(_GRACE_SECONDS)
        worker.task = None
        yield End(task, "crashed", _cause(worker.process.exitcode), worker.heard - worker.began, 0)
        return
    if kind == "item":
        yield Item(task, value)
        return
    worker.task = None
    outcome, detail, peak = value
    yield End(task, outcome, detail, worker.heard - worker.began, peak)


def _end_late(worker: _Worker, detail: str) -> End:
    end = End(int(worker.task or 0), "time_limit", detail, time.monotonic() - worker.began, 0)
    worker.task = None
    _stop(worker)
    return end


def _stop(worker: _Worker) -> None:
    worker.link.close()
    worker.process.kill()
    worker.process.join(_GRACE_SECONDS)


def _cause(exit_code: int | None) -> str:
    return f"Its process ended by signal {-exit_code}." if exit_code and exit_code < 0 else "Its process ended."


def _serve(
    link: Connection,
    function: Callable[[Any], Iterator[Any]],
    limits: Limits,
    prepare: Callable[[], None] | None,
) -> None:
    if prepare is not None:
        prepare()
    _limit(resource.RLIMIT_AS, _status("VmSize") + limits.memory_bytes)
    while True:
        try:
            task = link.recv()
        except EOFError:
            return
        # A process whose parent was killed must not run for ever.
        _limit(resource.RLIMIT_CPU, int(time.process_time() + 2 * limits.task_seconds) + 2)
        _forget_peak()
        try:
            for item in function(task):
                link.send(("item", item))
            ended: tuple[Outcome, str] = ("done", "")
        except MemoryError as error:
            ended = ("memory_limit", f"It needs more than {limits.memory_bytes:,} bytes. {error}".strip())
        except Exception as error:
            said = f"{type(error).__name__}: {' '.join(str(error).split())}"
            ended = ("memory_limit" if _NO_MEMORY.search(said) else "raised", said)
        link.send(("end", (*ended, _status("VmHWM"))))


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    with suppress(ValueError, OSError):  # a system that knows no such limit
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _status(name: str) -> int:
    """Return an entry of this process's status in bytes; 0 on a system that does not say."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:")), 0)


def _forget_peak() -> None:
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:  # noqa: PTH123  # no file
        file.write("5")
