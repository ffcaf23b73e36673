"""Reviews a script before it is stored: syntax, types and common traps. No framework."""

from collections.abc import Mapping

from tools.core.definitions import JsonObject
from tools.sandbox.code_findings import CodeFinding, findings, in_order, suspicions
from tools.sandbox.javascript.findings import javascript_findings
from tools.sandbox.outcome import Language


def review(
    code: str,
    *,
    inputs: JsonObject,
    functions: Mapping[str, JsonObject | None],
    keeps_variables: bool = False,
    language: Language = "python",
) -> list[CodeFinding]:
    """Return all findings by line; arguments as in `tools.sandbox.code_types.type_findings`.

    JavaScript is only parsed: it has no types, and names may appear at run time.
    """
    if not code.strip():
        return []
    if language == "javascript":
        return list(javascript_findings(code))
    if found := findings(code):
        return found
    from tools.sandbox.code_types import type_findings

    types = type_findings(code, inputs=inputs, functions=functions, keeps_variables=keeps_variables)
    return in_order([*types, *suspicions(code)])
