"""Doing many small tasks at once, in bounded number, and saying how far it is.

Does not belong here: what the tasks are.
"""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: `done` of `total`, of which `done_now` in the seconds since this run began the stage."""

    stage: str
    done: int
    total: int
    done_now: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Tasks done a second; 0 before any time has passed."""
        return self.done_now / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate; None while there is no rate."""
        return (self.total - self.done) / self.per_second if self.per_second > 0 else None

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {duration(self.seconds_left)} left"
        return f"{self.stage}: {self.done:,} of {self.total:,}, {self.per_second:.1f} a second{left}"


def in_parallel(
    do: Callable[[Task], Result],
    tasks: Iterable[Task],
    take: Callable[[Result], None],
    *,
    workers: int,
    stop: threading.Event,
) -> None:
    """Do tasks in threads and hand each result over in this thread as it comes.

    Twice as many tasks as workers are under way or waiting. An error of a task or of `take` ends the whole: `stop` is
    set, so that tasks that look at it end soon, and those not begun never begin.
    """
    pool = ThreadPoolExecutor(workers)
    waiting: set[Future[Result]] = set()
    try:
        for task in tasks:
            waiting.add(pool.submit(do, task))
            if len(waiting) >= 2 * workers:
                waiting = _hand_over(waiting, take)
        while waiting:
            waiting = _hand_over(waiting, take)
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def duration(seconds: float) -> str:
    """Return a duration as people say it: `2 h 05 min`, `3 min 20 s`, `7 s`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def _hand_over(waiting: set[Future[Result]], take: Callable[[Result], None]) -> set[Future[Result]]:
    done, still_waiting = wait(waiting, return_when=FIRST_COMPLETED)
    for each in done:
        take(each.result())
    return still_waiting
