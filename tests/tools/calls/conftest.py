"""The gateway that the tests of this folder call."""

import pytest

from tests.doubles.probe_bench import probe_bench
from tests.doubles.tool_ports import Bench


@pytest.fixture
def bench() -> Bench:
    return probe_bench()
