"""`make audit`: the licences of what reaches users, and the vulnerabilities that are known of it.

Known vulnerabilities come from a database in the form of OSV (https://google.github.io/osv.dev/api/); a mirror is named
by OSV_URL. Where none can be reached, a sentence says so and the licences alone decide.
"""

import os
import sys
from collections.abc import Iterable
from itertools import chain

import httpx2

from tests.runtime import LOCK
from tests.third_party.licences import LicenceError
from tests.third_party.npm_packages import NpmLock
from tests.third_party.python_packages import locked
from tests.third_party.write import FRONTEND, document

_DATABASE = "https://api.osv.dev"
_BATCH = 1000
"""Packages of one question; what the database takes."""
Package = tuple[str, str, str]
"""Ecosystem, name, version."""


def packages() -> list[Package]:
    """Return what reaches users, once each."""
    lock = NpmLock(FRONTEND / "package-lock.json")
    shipped = chain(lock.bundled(FRONTEND / "src"), lock.drawn(FRONTEND / "service-logos.ts"))
    found = chain(
        (("PyPI", name, version) for name, version, _ in locked(LOCK)),
        (("npm", name, version) for name, version, _ in shipped),
    )
    return sorted(set(found))


def vulnerabilities(asked: Iterable[Package], database: str) -> dict[Package, list[str]]:
    """Return the ids of known vulnerabilities by package.

    Raises httpx2.HTTPError if the database does not answer, or not with success.
    """
    found: dict[Package, list[str]] = {}
    waiting = list(asked)
    for batch in (waiting[start : start + _BATCH] for start in range(0, len(waiting), _BATCH)):
        queries = [
            {"package": {"ecosystem": ecosystem, "name": name}, "version": version}
            for ecosystem, name, version in batch
        ]
        answer = httpx2.post(f"{database}/v1/querybatch", json={"queries": queries}, timeout=30).raise_for_status()
        for package, result in zip(batch, answer.json()["results"], strict=True):
            if ids := [one["id"] for one in result.get("vulns", ())]:
                found[package] = ids
    return found


def main() -> None:
    """Print what was found; end with 1 where something is to be done."""
    try:
        document()
    except LicenceError as error:
        sys.exit(str(error))
    asked = packages()
    _print(
        f"Licences: {len(asked)} packages reach users, all under licences that tests/third_party/licences.py accepts."
    )
    database = os.environ.get("OSV_URL", _DATABASE).rstrip("/")
    try:
        found = vulnerabilities(asked, database)
    except httpx2.HTTPError as error:
        _print(f"Known vulnerabilities: not checked, since {database} cannot be reached ({type(error).__name__}).")
        return
    _print(f"Known vulnerabilities: {len(found)} of {len(asked)} packages have some.")
    for (ecosystem, name, version), ids in found.items():
        _print(f"  {name} {version} ({ecosystem}): {', '.join(ids)}")
    if found:
        sys.exit(1)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
