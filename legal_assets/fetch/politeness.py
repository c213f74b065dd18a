"""How often a host may be asked: rate, requests at once, rest after a refusal, and how long to wait between tries.

Belongs here: waiting, on a clock that is handed in. Does not belong here: sending requests (`exchange.py`), what
robots.txt allows (`robots.py`).
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

_LONGEST_NAP = 1.0
_NO_TIME = 1e-6


class StoppedError(Exception):
    """The run was stopped while something waited."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time, handed in so that nothing here reads it: seconds that only grow, a pause, the time of day in UTC."""

    seconds: Callable[[], float]
    sleep: Callable[[float], None]
    now: Callable[[], datetime]

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Let so much time pass, looking up every second whether the run was stopped.

        Raises:
            StoppedError: it was.
        """
        end = self.seconds() + seconds
        while (left := end - self.seconds()) > _NO_TIME:
            if stop.is_set():
                raise StoppedError
            self.sleep(min(left, _LONGEST_NAP))


@dataclass(frozen=True, slots=True)
class Politeness:
    """How a host is treated; seconds where not said otherwise.

    `attempts` counts the first one. Waits double from `first_wait` to `longest_wait`, each shortened by chance to
    between half and all of it, so that several clients do not come back at once. A host that asks for more than
    `longest_rest` is not waited for. After `give_up_after` documents in a row that the source failed to answer, the
    source counts as unavailable.
    """

    user_agent: str
    per_second: float = 5.0
    at_once: int = 4
    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 60.0
    longest_rest: float = 600.0
    connect_seconds: float = 10.0
    read_seconds: float = 30.0
    answer_seconds: float = 120.0
    query_seconds: float = 90.0
    run_seconds: float | None = None
    max_bytes: int = 64 * 1024**2
    give_up_after: int = 20
    obey_robots: bool = True

    def __post_init__(self) -> None:
        """Refuse values that would stop or flood.

        Raises:
            ValueError: a number is out of range, or the user agent is empty.
        """
        if not self.user_agent.strip():
            raise ValueError("The user agent is empty; say who asks and how to reach them.")
        for name in ("per_second", "at_once", "attempts", "max_bytes", "give_up_after", "query_seconds"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be above 0.")

    def wait(self, attempt: int, random: Random) -> float:
        """Return how long to wait after the given attempt, counted from 1."""
        longest = min(self.longest_wait, self.first_wait * 2.0 ** min(attempt - 1, 60))
        return longest * random.uniform(0.5, 1.0)


def parse_retry_after(value: str | None, now: datetime) -> float | None:
    """Return the seconds that a `Retry-After` asks for: whole seconds or an HTTP date; None where it says neither.

    Defined in RFC 9110, 10.2.3. A date that has passed is 0.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


@dataclass(slots=True)
class HostGate:
    """Lets requests to one host through, from any thread: so many a second, so many at once, none while it rests."""

    per_second: float
    at_once: int
    clock: Clock
    stop: threading.Event = field(default_factory=threading.Event)
    _places: threading.Semaphore = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)
    _next: float = field(init=False, default=float("-inf"))
    _rest_until: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        """Make the places."""
        self._places = threading.Semaphore(self.at_once)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a place and a time, and hold the place.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        with self._places:
            while (wait := self._reserve()) > 0:
                self.clock.wait(wait, self.stop)
            if self.stop.is_set():
                raise StoppedError
            yield

    def rest(self, seconds: float) -> None:
        """Let nothing through for so long: the host said that it wants rest."""
        with self._lock:
            self._rest_until = max(self._rest_until, self.clock.seconds() + seconds)

    def slow_down(self, per_second: float) -> None:
        """Let no more than so many a second through from now on."""
        with self._lock:
            self.per_second = min(self.per_second, per_second)

    def _reserve(self) -> float:
        """Take the next free moment if it is now and return 0, else return how long it is until then."""
        with self._lock:
            now = self.clock.seconds()
            start = max(self._next, self._rest_until)
            if start - now > _NO_TIME:
                return start - now
            self._next = now + 1.0 / self.per_second
            return 0.0
