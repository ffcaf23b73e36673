"""npm packages that reach users: those that the front end's source imports, what they need, and the logos' packages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.third_party.licences import LicenceError

_IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["']((?:@[\w.-]+/)?[\w.-]+)""")
_DRAWN = re.compile(r"""[`"]((?:@[\w.-]+/)?[\w.-]+)/[\w./${}-]+\.svg""")
_IS_TEST = re.compile(r"^test/|\.(?:test|catalogue)\.")
_DEPENDENCIES = ("dependencies", "peerDependencies")


class NpmLock:
    """A `package-lock.json`."""

    def __init__(self, path: Path) -> None:
        self._packages: dict[str, dict[str, Any]] = json.loads(path.read_text())["packages"]
        product = self._packages[""]
        self._direct = {*product["dependencies"], *product["devDependencies"]}

    def bundled(self, source: Path) -> Iterator[tuple[str, str, str]]:
        """Yield name, version and licence of each package that the source imports, directly or through others."""
        places = [f"node_modules/{name}" for name in self._direct & _imports(source)]
        seen = set(places)
        while places:
            place = places.pop()
            yield self._package(place)
            needed = {found for name in self._needs(place) if (found := self._resolve(place, name))}
            places += needed - seen
            seen |= needed

    def drawn(self, script: Path) -> Iterator[tuple[str, str, str]]:
        """Yield the packages with drawings that a script takes."""
        for name in self._direct & set(_DRAWN.findall(script.read_text())):
            yield self._package(f"node_modules/{name}")

    def _package(self, place: str) -> tuple[str, str, str]:
        name = place.rpartition("node_modules/")[2]
        package = self._packages[place]
        if "license" not in package:
            raise LicenceError(f"{name} does not say its licence.")
        return name, package["version"], package["license"]

    def _needs(self, place: str) -> Iterator[str]:
        package = self._packages[place]
        optional = {name for name, meta in package.get("peerDependenciesMeta", {}).items() if meta.get("optional")}
        # Types leave nothing in what is built.
        yield from (
            name
            for kind in _DEPENDENCIES
            for name in package.get(kind, {})
            if name not in optional and not name.startswith("@types/")
        )

    def _resolve(self, place: str, name: str) -> str | None:
        """Return where Node.js finds a package from the folder of another one."""
        folder = f"{place}/"
        while folder:
            if (found := f"{folder}node_modules/{name}") in self._packages:
                return found
            folder = folder[:-1].rpartition("node_modules/")[0]
        found = f"node_modules/{name}"
        return found if found in self._packages else None


def _imports(source: Path) -> set[str]:
    files = (path for path in source.rglob("*.ts*") if not _IS_TEST.search(str(path.relative_to(source))))
    return {name for path in files for name in _IMPORTED.findall(path.read_text())}
