"""Lists and objects that a model writes as texts, held against what the parameters may be."""

from typing import Any

import pytest

from tools.calls.arguments import typed_parameters
from tools.core.text import Text
from tools.executors.contract.function import FunctionConfig, tool
from tools.executors.contract.schema_parameters import parameters_for

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "tags": {"type": "array", "items": {"type": "string"}},
        "meta": {"type": ["object", "null"]},
        "either": {"anyOf": [{"type": "array"}, {"type": "string"}]},
        "note": {"type": "string"},
    },
}


@tool("test:written", title=Text.of(en="Written", zh="书写"))
def written(tags: list[str]) -> str:
    """Return nothing of interest."""
    return ""


VALUES = {
    "list": ("tags", '["a", "b"]', ["a", "b"]),
    "object": ("meta", '{"k": 1}', {"k": 1}),
    "a text that may be one": ("note", '["a"]', '["a"]'),
    "a text among other types": ("either", '["a"]', '["a"]'),
    "a list already": ("tags", ["a"], ["a"]),
}


@pytest.mark.parametrize(("name", "given", "read"), VALUES.values(), ids=VALUES.keys())
def test_what_cannot_be_a_text_is_read(name: str, given: Any, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # As the executor of an MCP server has it.
    monkeypatch.setattr(written, "parameters", lambda config: parameters_for(SCHEMA))
    monkeypatch.setattr(written, "parameters_schema", lambda config: SCHEMA)
    found = typed_parameters(written, FunctionConfig(), {name: given})
    assert found.model_dump()[name] == read
