"""One backup of an installation with rows in every table, which tests leave as it is."""

from pathlib import Path

import pytest

from tests.doubles.installation import Installation


@pytest.fixture(scope="package")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    installation = Installation(tmp_path_factory.mktemp("planted"))
    installation.plant()
    return installation


@pytest.fixture(scope="package")
def archive(planted: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "flowloom.backup"
    planted.manage("backup", str(path))
    return path
