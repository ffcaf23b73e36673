"""`workflow_management` through the gateway, with a desk that remembers what it was asked."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.doubles.tool_ports import ALICE, IN_TEST, Bench
from tools.core.definitions import CallContext, EffectClass, JsonObject, ToolCall, ToolRef
from tools.core.errors import ToolDeniedError, ToolNothingFoundError
from tools.core.tool_id import ToolId
from tools.executors.workflow.management import WorkflowManagementExecutor

ID = "0199aaaa-0000-7000-8000-000000000001"
ANY: JsonObject = {"operation": None}


@dataclass
class ApiUser:
    """Answers from a script."""

    status: str = "succeeded"
    refusal: Exception | None = None
    asked: list[tuple[Any, ...]] = field(default_factory=list)

    def _note(self, *what: Any) -> None:
        self.asked.append(what)
        if self.refusal:
            raise self.refusal

    def find(self, search: str, limit: int, context: CallContext) -> list[JsonObject]:
        self._note("find", search, limit, context.caller.username)
        return [{"id": ID, "name": "Tea"}] if search != "nothing" else []

    def read(self, workflow_id: str, context: CallContext) -> JsonObject:
        self._note("read", workflow_id)
        return {"id": workflow_id, "document": {}}

    def create(self, name: str, description: str, document: JsonObject | None, context: CallContext) -> JsonObject:
        self._note("create", name, description, document)
        return {"id": ID, "name": name}

    def run(self, workflow_id: str, inputs: JsonObject, wait_s: float, context: CallContext) -> JsonObject:
        self._note("run", workflow_id, inputs, wait_s > 0, bool(context.idempotency_key))
        return {"runId": ID, "status": self.status, "output": {"a": 1}, "error": "It broke."}

    def run_status(self, run_id: str, context: CallContext) -> JsonObject:
        self._note("run_status", run_id)
        return {"runId": run_id, "status": self.status}


@pytest.fixture
def workflows() -> ApiUser:
    return ApiUser()


@pytest.fixture
def bench(workflows: ApiUser) -> Bench:
    bench = Bench(workflow_service=workflows)
    bench.registry.register(WorkflowManagementExecutor())
    return bench


OPERATIONS: list[tuple[JsonObject, tuple[Any, ...], str]] = [
    ({}, ("find", "", 20, "alice"), "query"),
    ({"operation": "list", "search": "t", "limit": 5}, ("find", "t", 5, "alice"), "query"),
    ({"operation": "read", "workflow_id": ID}, ("read", ID), "query"),
    ({"operation": "create", "name": " New "}, ("create", "New", "", None), "save"),
    ({"operation": "run", "workflow_id": ID, "inputs": {"t": 1}}, ("run", ID, {"t": 1}, True, True), "operation"),
    ({"operation": "run", "workflow_id": ID, "wait": False}, ("run", ID, {}, False, True), "operation"),
    ({"operation": "status", "run_id": ID}, ("run_status", ID), "query"),
]


@pytest.mark.parametrize(("arguments", "asked", "kind"), OPERATIONS)
def test_every_operation_asks_the_service(
    bench: Bench, workflows: ApiUser, arguments: JsonObject, asked: tuple[Any, ...], kind: str
) -> None:
    result = bench.call("workflow-management", ANY, arguments)
    assert (result.success, result.operation_type) == (True, kind), result.message
    assert workflows.asked == [asked]


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_a_run_that_ends_badly_fails_the_call(bench: Bench, workflows: ApiUser, status: str) -> None:
    workflows.status = status
    result = bench.call("workflow-management", ANY, {"operation": "run", "workflow_id": ID})
    assert (result.success, result.code, result.data["runId"]) == (False, 2001, ID)
    assert "It broke." in result.message


def test_a_run_that_goes_on_can_be_looked_up(bench: Bench, workflows: ApiUser) -> None:
    workflows.status = "running"
    result = bench.call("workflow-management", ANY, {"operation": "run", "workflow_id": ID})
    assert (result.success, "Look it up later" in result.message) == (True, True)


def test_nothing_found_is_empty(bench: Bench) -> None:
    assert bench.call("workflow-management", {}, {"search": "nothing"}).code == 2004


@pytest.mark.parametrize(
    ("refusal", "code"), [(ToolDeniedError("in a cycle"), 1006), (ToolNothingFoundError("no such"), 2004)]
)
def test_refusals_are_passed_on(bench: Bench, workflows: ApiUser, refusal: Exception, code: int) -> None:
    workflows.refusal = refusal
    assert bench.call("workflow-management", ANY, {"operation": "read", "workflow_id": ID}).code == code


BAD_ARGUMENTS: list[JsonObject] = [
    {"operation": "read"},
    {"operation": "run", "workflow_id": "1; DROP TABLE"},
    {"operation": "create", "name": "  "},
    {"operation": "create", "name": "x", "document": "[]"},
    {"operation": "status"},
    {"operation": "delete", "workflow_id": ID},
    {"operation": "list", "limit": 0},
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS, ids=repr)
def test_arguments_that_do_not_fit_ask_nobody(bench: Bench, workflows: ApiUser, arguments: JsonObject) -> None:
    assert bench.call("workflow-management", ANY, arguments).code == 1002
    assert workflows.asked == []


OFFERED = [
    ({}, ["search", "limit"]),
    ({"operation": "create"}, ["name", "description", "document"]),
    ({"operation": "run"}, ["workflow_id", "inputs", "wait"]),
    ({"operation": "run", "workflowId": ID}, ["inputs", "wait"]),
    ({"operation": "status"}, ["run_id"]),
]


@pytest.mark.parametrize(("config", "names"), OFFERED)
def test_only_what_the_operation_uses_is_offered(bench: Bench, config: JsonObject, names: list[str]) -> None:
    assert list(bench.parameters("workflow-management", config)["properties"]) == names


def test_what_is_fixed_cannot_be_changed(bench: Bench, workflows: ApiUser) -> None:
    fixed = {"operation": "run", "workflowId": ID}
    for arguments in ({"operation": "create", "name": "x"}, {"workflow_id": ID.replace("1", "2")}, {"name": "x"}):
        assert bench.call("workflow-management", fixed, arguments).code == 1002
    assert workflows.asked == []


@pytest.mark.parametrize(
    ("operation", "effect"),
    [("list", EffectClass.REPEATABLE), ("run", EffectClass.REPEATABLE), ("create", EffectClass.UNREPEATABLE)],
)
def test_only_making_may_not_be_repeated(bench: Bench, operation: str, effect: EffectClass) -> None:
    bench.tools.add("one", "workflow-management", ANY)
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE)
    arguments = {"operation": operation, "workflow_id": ID, "name": "x"}
    assert toolbox.prepare(ToolCall("c", toolbox.tools()[0].function.name, arguments)).effect is effect


def test_test_mode_asks_nobody(bench: Bench, workflows: ApiUser) -> None:
    result = bench.call("workflow-management", ANY, {"operation": "run", "workflow_id": ID}, IN_TEST)
    assert (result.success, result.facts.test_mode, workflows.asked) == (True, True, [])
