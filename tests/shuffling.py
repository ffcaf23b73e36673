"""The order of the tests: shuffled by a seed, so that none comes to depend on another.

Folders are shuffled, then the files of each, then its classes and tests: what shares the fixture of a file stays
together. With one seed two tests come in the same order whatever else runs.
"""

from functools import cache
from hashlib import blake2b
from secrets import randbelow

import pytest
from _pytest.nodes import Node


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="the order of an earlier run, as it was printed")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a seed unless one is given, and print it."""
    if config.option.seed is None:
        config.option.seed = randbelow(10**6)
    config.get_terminal_writer().line(f"Shuffled: --seed={config.option.seed} repeats this order")


def shuffle(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Bring tests into the order of the seed."""

    @cache
    def place(of: Node) -> bytes:
        return blake2b(f"{config.option.seed} {of.nodeid}".encode(), digest_size=8).digest()

    items.sort(key=lambda item: [*map(place, item.listchain()[1:])])
