"""The documents that ordered this product, word for word, and what is printed in them as an example.

Tests read examples from here, so that what they try is what is printed.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fixtures/seeds"
SEEDS = ("000", "001", "002", "003", "004")
_FENCE = re.compile(r"```(\w*)\s*")
_HEADING = re.compile(r"#+\s+(.*)")


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    seed: str
    heading: str
    """The heading above it, without its number signs."""
    index: int
    """Counts the blocks under the heading from 0."""
    language: str
    text: str

    @property
    def key(self) -> str:
        """Name of it in tests."""
        return f"{self.seed} {self.heading} {self.index}"


@cache
def seed_text(seed: str) -> str:
    return (FOLDER / f"{seed}.txt").read_text()


@cache
def blocks(seed: str) -> tuple[Block, ...]:
    """Return the fenced blocks of a document in their order."""
    found: list[Block] = []
    heading, counts, opened, language = "", dict[str, int](), False, ""
    lines: list[str] = []
    for line in seed_text(seed).splitlines():
        fence = _FENCE.fullmatch(line.strip())
        if fence and not opened:
            opened, language, lines = True, fence[1], []
        elif fence:
            index = counts.get(heading, 0)
            counts[heading] = index + 1
            found.append(Block(seed, heading, index, language, "\n".join(lines)))
            opened = False
        elif opened:
            lines.append(line)
        elif title := _HEADING.fullmatch(line):
            heading = title[1].strip()
    return tuple(found)


def block(seed: str, heading: str, index: int = 0) -> str:
    """Return the text of a block. Raises LookupError if there is none; the message names those that are there."""
    for one in blocks(seed):
        if (one.heading, one.index) == (heading, index):
            return one.text
    raise LookupError(f"no block {index} under {heading!r}; there are {[one.key for one in blocks(seed)]}")


def printed(seed: str, heading: str, pattern: str, index: int = 0) -> str:
    """Return the part of a block matched by a pattern's group."""
    found = re.search(pattern, block(seed, heading, index))
    if found is None:
        raise LookupError(f"{pattern} is not in block {index} under {heading!r}")
    return found[1]


def round_limit_sentence() -> str:
    """Return the answer of a model that calls tools without end."""
    return printed("003", "Iteration Control", r'Force stop: "(.*)"')


def failure_marker() -> str:
    """Return the reply that stops a workflow."""
    return printed("000", "工作流停止逻辑", r'"(\w+)"\.equals\(agentResult\)')
