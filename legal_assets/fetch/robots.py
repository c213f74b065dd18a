"""What a host's robots.txt allows.

Belongs here: reading it, as RFC 9309 says. Does not belong here: asking for it (`exchange.py`), keeping to its delay
(`politeness.py`).
"""

from protego import Protego

from legal_assets.fetch.exchange import Exchange, NoAnswerError, SourceUnavailableError


class RobotsRefusedError(ValueError):
    """The host's robots.txt does not want this address to be asked."""


class Robots:
    """The rules of one host for one user agent."""

    def __init__(self, text: str, user_agent: str) -> None:
        """Read rules; an empty text allows everything."""
        self._rules = Protego.parse(text)
        self._user_agent = user_agent

    @property
    def delay(self) -> float | None:
        """Seconds that the host wants between two requests, if it says so."""
        delay = self._rules.crawl_delay(self._user_agent)
        return None if delay is None else float(delay)

    def check(self, url: str) -> None:
        """Pass an address that may be asked.

        Raises:
            RobotsRefusedError: it may not.
        """
        if not self._rules.can_fetch(url, self._user_agent):
            raise RobotsRefusedError(
                f"robots.txt does not allow {self._user_agent} to ask {url}. Ask the publisher, or switch the check off "
                "with LEGAL_ASSETS_CELLAR_OBEY_ROBOTS=false where they have agreed."
            )


def read_robots(exchange: Exchange, base_url: str, user_agent: str) -> Robots:
    """Ask a host for its rules: none where it has no such file.

    Raises:
        SourceUnavailableError: the host did not answer, which forbids to ask anything else of it.
    """
    url = f"{base_url}/robots.txt"
    try:
        answer = exchange.ask(url, {"Accept": "text/plain"})
    except NoAnswerError as error:
        raise SourceUnavailableError(f"{url} cannot be read ({error}); nothing else was asked.") from error
    if answer.status != 200:
        return Robots("", user_agent)
    return Robots(answer.body.decode("utf-8", errors="replace"), user_agent)
