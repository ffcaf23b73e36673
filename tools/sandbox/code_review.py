"""Looks through a script before it is stored: it is parsed, checked for types and searched for traps. No framework."""

from collections.abc import Mapping

from tools.core.definitions import JsonObject
from tools.sandbox.code_findings import CodeFinding, findings, in_order, suspicions
from tools.sandbox.code_types import type_findings


def review(
    code: str, *, inputs: JsonObject, functions: Mapping[str, JsonObject | None], keeps_variables: bool = False
) -> list[CodeFinding]:
    """Return everything found, by line; the arguments are those of `tools.sandbox.code_types.type_findings`."""
    if not code.strip():
        return []
    if found := findings(code):
        return found
    types = type_findings(code, inputs=inputs, functions=functions, keeps_variables=keeps_variables)
    return in_order([*types, *suspicions(code)])
