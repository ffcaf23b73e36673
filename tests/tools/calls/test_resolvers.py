"""Ids and the resolvers that find what they mean."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.doubles.tool_ports import ALICE, Bench
from tools.calls.resolved import ResolvedTool, Unusable
from tools.core.definitions import ToolRef
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.function import tool
from tools.executors.registry import registry

KINDS = {"custom": {"script": "1"}, "http-request": {"url": "https://api.example.com"}}
"""Kinds of tools with settings that came later, and what they need besides."""


@pytest.mark.parametrize("kind", ToolKind)
def test_every_kind_of_id_has_a_resolver(bench: Bench, kind: ToolKind) -> None:
    found = bench.gateway().resolve(ToolRef(ToolId(f"{kind}:nobody_knows_it")), ALICE)
    assert isinstance(found, Unusable)
    assert found.skipped.tool_id == f"{kind}:nobody_knows_it"
    assert found.skipped.code == ("not_implemented" if kind is ToolKind.INLINE else "missing")


@pytest.fixture
def real() -> Bench:
    return Bench(registry=registry)


def settings_of(bench: Bench, ref: ToolRef, names: Iterable[str]) -> dict[str, object]:
    found = bench.gateway().resolve(ref, ALICE)
    assert isinstance(found, ResolvedTool), found
    dumped = found.config.model_dump(by_alias=True)
    return {name: dumped[name] for name in names}


@pytest.mark.parametrize("ui_type", KINDS)
def test_omitted_settings_of_a_tool_of_before_mean_what_they_did(real: Bench, ui_type: str) -> None:
    earlier = registry.config_model(ui_type).earlier
    ref = ToolRef(ToolId("inline:n1"), ui_type, config=KINDS[ui_type])
    now = settings_of(real, ref, earlier)
    assert now.keys() == earlier.keys()
    assert all(now[name] != value for name, value in earlier.items())
    assert settings_of(real, replace(ref, is_earlier=True), earlier) == earlier
    given = replace(ref, is_earlier=True, config={**ref.config, **now})
    assert settings_of(real, given, earlier) == now


def test_so_do_those_of_a_function(bench: Bench) -> None:
    @tool("stock:look")
    def look() -> None: ...

    bench.registry.register(look)
    for is_earlier in (True, False):
        ref = ToolRef(ToolId("stock:look"), is_earlier=is_earlier)
        assert settings_of(bench, ref, ["readsResults"]) == {"readsResults": not is_earlier}


def test_a_reference_replaces_single_settings_of_a_configured_tool(real: Bench) -> None:
    real.tools.add("s", "custom", {"script": "1", "readsResults": True})
    ref = ToolRef(ToolId("tool:s"), config={"readsResults": False})
    assert settings_of(real, ref, ["script", "readsResults"]) == {"script": "1", "readsResults": False}
