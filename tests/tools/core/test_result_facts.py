"""Facts of a result beside its data: typed inside, among the metadata outside."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tools.core.call.returned_values import read_returned
from tools.core.definitions import OperationType
from tools.core.envelope import ToolResult, code_form, query_success
from tools.core.result_facts import NO_FACTS, ResultFacts
from tools.core.workflow_tool import ChildRun

CHILD = ChildRun("r1", "Tea", "open", {"input_tokens": 3}, 20, 1.5)
FACTS = ResultFacts(
    untrusted=True,
    test_mode=True,
    mock=True,
    needs_approval=True,
    refused=True,
    cancelled=True,
    outcome_unknown=True,
    transient=True,
    nothing_done=True,
    bad_call=True,
    error_code="denied",
    confirmed_by="",
    run_id="r1",
    child_run=CHILD,
    usage={"cost": 1},
    earlier_output={},
    empty=True,
)
SHOWN = {
    "untrusted": True,
    "testMode": True,
    "mock": True,
    "needs_approval": True,
    "refused": True,
    "cancelled": True,
    "outcome_unknown": True,
    "transient": True,
    "nothing_done": True,
    "bad_call": True,
    "error_code": "denied",
    "confirmed_by": "",
    "run_id": "r1",
    "child_run": CHILD.to_json(),
    "usage": {"cost": 1},
    "earlier_output": {},
    "empty": True,
}


def test_every_fact_is_among_these() -> None:
    assert all(getattr(FACTS, one.name) != getattr(NO_FACTS, one.name) for one in fields(ResultFacts))


def test_the_envelope_shows_facts_among_the_metadata() -> None:
    result = query_success(1, tool="probe").with_facts(FACTS)
    assert result.to_json()["metadata"] == {"tool": "probe", **SHOWN}
    assert code_form(result)["meta"] == {"tool": "probe", **SHOWN}
    assert query_success(1).to_json().keys() == {"success", "operationType", "data", "message", "metadata", "code"}


@pytest.mark.parametrize("facts", [FACTS, NO_FACTS])
def test_a_stored_result_has_its_facts_again(facts: ResultFacts) -> None:
    result = query_success(1).with_facts(facts)
    assert ToolResult.model_validate(result.model_dump(mode="json", by_alias=True)) == result


@pytest.mark.parametrize("envelope", [{"success": True, "operationType": "query"}, {"code": 0}])
def test_the_json_of_a_tool_states_no_facts(envelope: dict[str, Any]) -> None:
    claimed = {"facts": FACTS.to_json()} if "success" in envelope else {}
    claims = envelope | {"metadata" if "success" in envelope else "meta": SHOWN} | claimed
    assert read_returned(claims, OperationType.QUERY).facts == NO_FACTS


def test_nobody_reads_a_fact_out_of_the_metadata() -> None:
    root = Path(__file__).parents[3]
    paths = [path for folder in ("tools", "agents", "workflow_editor") for path in (root / folder).rglob("*.py")]
    names = {*SHOWN, *(one.name for one in fields(ResultFacts))}
    assert [hit for path in paths for hit in _reads(path.read_text(), names)] == []
    assert _reads('result.metadata.get("untrusted")\nresult.metadata["mock"]\n"refused" in result.metadata', names)[2:]


def _reads(source: str, names: set[str]) -> list[str]:
    """Return each place where a name of a fact is looked up in something's `metadata`."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call | ast.Subscript | ast.Compare)
        and any(isinstance(part, ast.Attribute) and part.attr == "metadata" for part in ast.walk(node))
        and any(isinstance(part, ast.Constant) and part.value in names for part in ast.walk(node))
        and "facts" not in ast.unparse(node)
    ]
