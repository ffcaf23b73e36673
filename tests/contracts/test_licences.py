"""The product's own licence, and THIRD_PARTY.md with those of others."""

import hashlib
import json
import tomllib

import pytest

from tests.runtime import ROOT
from tests.third_party.licences import LicenceError, choose
from tests.third_party.write import FILE, document

APACHE_2 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the standard text."""


def test_the_list_of_third_parties_is_up_to_date() -> None:
    assert FILE.read_text() == document(), "Run `make third-party` and commit what it writes."


def test_our_own_version_and_licence_are_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    frontend = json.loads((ROOT / "frontend" / "package.json").read_text())

    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE_2
    assert project["license"] == frontend["license"] == "Apache-2.0"
    assert project["version"] == frontend["version"]
    assert project["license-files"] == ["LICENSE", "THIRD_PARTY.md"]


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        ("MIT", "MIT"),
        ("(MPL-2.0 OR Apache-2.0)", "Apache-2.0"),
        ("EPL-2.0 OR GPL-3.0-or-later", "EPL-2.0"),
        ("MPL-1.1 OR GPL-2.0-only OR LGPL-2.1-or-later", "MPL-1.1"),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", "MIT AND MPL-2.0"),
        ("Apache-2.0 WITH LLVM-exception", "Apache-2.0 WITH LLVM-exception"),
    ],
)
def test_a_choice_is_made(expression: str, chosen: str) -> None:
    assert choose(expression, "example") == chosen


@pytest.mark.parametrize(
    "expression", ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "SSPL-1.0 OR BUSL-1.1", "UNLICENSED", ""]
)
def test_another_licence_is_an_error_that_names_the_package(expression: str) -> None:
    with pytest.raises(LicenceError, match=r"^example has the licence"):
        choose(expression, "example")
