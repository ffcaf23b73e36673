"""Ids and the resolvers that find what they mean."""

import pytest

from tests.doubles.tool_ports import ALICE, Bench
from tools.calls.resolved import Unusable
from tools.core.definitions import ToolRef
from tools.core.tool_id import ToolId, ToolKind


@pytest.mark.parametrize("kind", ToolKind)
def test_every_kind_of_id_has_a_resolver(bench: Bench, kind: ToolKind) -> None:
    found = bench.gateway().resolve(ToolRef(ToolId(f"{kind}:nobody_knows_it")), ALICE)
    assert isinstance(found, Unusable)
    assert found.skipped.tool_id == f"{kind}:nobody_knows_it"
    assert found.skipped.code == ("not_implemented" if kind is ToolKind.INLINE else "missing")
