"""Each body that a stranger can send to a started product stays within its memory, once and 32 at once."""

import sys
from collections.abc import Iterator

import pytest

from tests.bench.product import Product, running_product
from tests.hostile.stranger_bodies import BODIES, Addresses, Body
from tests.hostile.strangers import AT_ONCE, HEADER, Found, addresses_of, measured

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def addresses() -> Iterator[tuple[Product, Addresses]]:
    with running_product() as product:
        yield product, addresses_of(product)


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[list[Found]]:
    """Collect what was measured, and print it in the end."""
    found: list[Found] = []
    yield found
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        sys.stdout.write("\n".join(["", HEADER, *(row.line() for row in found), ""]))


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.name)
def test_a_body_of_a_stranger_stays_within_its_memory(
    addresses: tuple[Product, Addresses], table: list[Found], body: Body
) -> None:
    # What is imported with the first request of a kind is no cost of it.
    measured(*addresses, Body(body.name, body.path, lambda: b"{}", body.headers), 2)
    for at_once in (1, AT_ONCE):
        found = measured(*addresses, body, at_once)
        table.append(found)
        assert found.peak_mb <= found.most_mb, found
        assert not found.is_broken, found
