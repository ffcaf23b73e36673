"""One scaled server for the tests that leave its processes alone."""

from collections.abc import Iterator

import pytest

from tests.doubles.scaled_server import ScaledServer, scaled_server


@pytest.fixture(scope="package")
def calm_server() -> Iterator[ScaledServer]:
    with scaled_server() as running:
        yield running
