"""What a host's robots.txt allows, and how slowly it wants to be asked.

Belongs here: reading it, as RFC 9309 says. Does not belong here: keeping to it (`exchange.py`, `politeness.py`).
"""

from protego import Protego

from legal_assets.fetch.exchange import Exchange, NoAnswerError, SourceUnavailableError


def obey_robots(exchange: Exchange, base_url: str) -> None:
    """Ask a host for its rules, and hold the exchange to them; a host without such a file allows everything.

    Raises:
        SourceUnavailableError: the host did not answer, which forbids to ask anything else of it.
    """
    url = f"{base_url}/robots.txt"
    try:
        answer = exchange.ask(url, {"Accept": "text/plain"})
    except NoAnswerError as error:
        raise SourceUnavailableError(
            f"{url} cannot be read ({error}); nothing else was asked. Try again later, or correct the address."
        ) from error
    if answer.status != 200:
        return
    rules = Protego.parse(answer.body.decode("utf-8", errors="replace"))
    user_agent = exchange.politeness.user_agent
    exchange.may_ask = lambda address: bool(rules.can_fetch(address, user_agent))
    delay = rules.crawl_delay(user_agent)
    if delay:
        exchange.gate.slow_down(1.0 / float(delay))
