"""Licences by their SPDX identifiers: those that we accept, and the reading of expressions."""

import re

ALLOWED = (
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "PSF-2.0",
    "CNRI-Python",
    "Zlib",
    "CC0-1.0",
    "OFL-1.1",
    "MPL-2.0",
    "MPL-1.1",
    "EPL-2.0",
    "LGPL-2.1-or-later",
    "LGPL-3.0-only",
)
"""In the order of preference where a package leaves the choice. A new one needs a look at its duties: NOTES."""
_TOKENS = re.compile(r"\(|\)|\bAND\b|\bOR\b|[^\s()]+(?: WITH [^\s()]+)?")


class LicenceError(Exception):
    """A package with an unknown or refused licence."""


def choose(expression: str, package: str) -> str:
    """Return the licences that apply once each choice is made.

    Raises LicenceError if there is no choice is accepted.
    """
    chosen = _Reader(expression).alternatives()
    if chosen is None:
        raise LicenceError(
            f"{package} has the licence {expression}, which tests/third_party/licences.py does not accept. "
            "Read what it asks for; then add it there, or use another package."
        )
    return " AND ".join(sorted(chosen))


class _Reader:
    """Reads an expression from left to right; None is a refused licence."""

    def __init__(self, expression: str) -> None:
        self._tokens = _TOKENS.findall(expression)

    def alternatives(self) -> set[str] | None:
        found = [self._all()]
        while self._take("OR"):
            found.append(self._all())
        accepted = [licences for licences in found if licences is not None]
        return min(accepted, key=lambda licences: max(map(ALLOWED.index, licences)), default=None)

    def _all(self) -> set[str] | None:
        found = [self._one()]
        while self._take("AND"):
            found.append(self._one())
        accepted = [licences for licences in found if licences is not None]
        return set().union(*accepted) if len(accepted) == len(found) else None

    def _one(self) -> set[str] | None:
        if self._take("("):
            inner = self.alternatives()
            self._take(")")
            return inner
        licence = self._tokens.pop(0) if self._tokens else ""
        return {licence} if licence in ALLOWED else None

    def _take(self, token: str) -> bool:
        if self._tokens[:1] != [token]:
            return False
        self._tokens.pop(0)
        return True
