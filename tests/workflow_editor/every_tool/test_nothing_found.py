"""Nothing found is one rule: every executor that may find nothing, and every caller of it."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.acceptance.api_user import ApiUser, Ran, done, used
from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import CONFIGS, Counter
from tests.workflow_editor.every_tool.row import Json
from tests.workflow_editor.every_tool.rows import OPERATIONS
from tests.workflow_editor.every_tool.rows_that_find_nothing import FINDING_NOTHING, FindsNothing
from tools.adapters.gateway_factory import gateway
from tools.core.definitions import CallContext, ToolRef
from tools.core.envelope import ResultForm
from tools.core.tool_id import ToolId
from tools.executors.knowledge import knowledge_executor
from tools.executors.registry import map_ui_tool_to_executor, registry
from tools.selectors.policies import caller_of
from workflow_editor.mcp.offered_tools import call_offered
from workflow_editor.mcp.server import _answer
from workflow_editor.models import Trigger
from workflow_editor.nodes.builtin.poll import PollConfig
from workflow_editor.services.triggers.listing import list_items

every_executor = pytest.mark.parametrize(
    "finds", FINDING_NOTHING, ids=[f"{finds.label}-{index}" for index, finds in enumerate(FINDING_NOTHING)]
)


@dataclass(frozen=True)
class Caller:
    """Whoever calls the tool of a row."""

    finds: FindsNothing
    counter: Counter
    user: ApiUser
    tool: Json
    function: str
    """As models know it."""

    @property
    def goes_on(self) -> bool:
        """Return True if it was a success before there was a choice."""
        nothing = registry.executor(map_ui_tool_to_executor(self.finds.row.ui_type)).nothing
        return nothing is not None and nothing.goes_on

    def gets(self, value: Any) -> bool:
        """Return True if a value is the one for callers that continue."""
        if not isinstance(self.finds.value, Mapping):
            return bool(value == self.finds.value)
        return isinstance(value, dict) and {**value, **self.finds.value} == value

    def node(self, *, version: int = 2, on_error: str = "port", **config: Any) -> Ran:
        """Run a Tool node with failures that leave through the error port."""
        row = self.finds.row
        settings = {"tool": used(self.tool, function=row.function), "arguments": row.arguments, **config}
        policy: Json = {"policy": {"onError": on_error}} if on_error else {}
        document = chain(node("find", "tool", settings, type_version=version, **policy))
        if on_error == "port":
            document["edges"].append(edge("find", "end", port="error"))
        return self.user.run(document)

    def model(self, *, version: int = 2, **config: Any) -> Ran:
        """Run an AI node with a model that calls the tool once."""
        row = self.finds.row
        call = {"toolCalls": [{"tool": self.function, "arguments": row.arguments}]}
        settings = {"tools": [used(self.tool, function=row.function)], **config}
        asking = ask("find", call, {"text": "Done."}, **settings)
        return self.user.run(chain({**asking, "type_version": version}))


@pytest.fixture
def called(set_out: SetOut, queue: TaskQueue, admin_api: APIClient, alice: User, finds: FindsNothing) -> Caller:
    counter = set_out(finds.row)
    if finds.reply is not None:
        counter.service.fail(finds.reply, finds.at)
    tool = counter.make()
    with closing(gateway().offer([ToolRef(ToolId(tool["tool_id"]))], CallContext(caller_of(alice)))) as toolbox:
        names = [one.function.name for one in toolbox.tools()]
    (name,) = [one for one in names if not finds.row.function or one.endswith(f"_{finds.row.function}")]
    return Caller(finds, counter, ApiUser(counter.api, admin_api, queue), tool, name)


def output_of(ran: Ran, key: str = "find") -> Json:
    (finished,) = [one for one in ran.events if (one["type"], one["node_key"]) == ("node_succeeded", key)]
    output: Json = finished["payload"]["output"]
    return output


def test_every_executor_that_may_find_nothing_has_a_row() -> None:
    declared = {executor.name for executor in registry if executor.nothing is not None}
    assert {map_ui_tool_to_executor(finds.row.ui_type) for finds in FINDING_NOTHING} == declared
    assert knowledge_executor.nothing is not None


@every_executor
@pytest.mark.everyday_rows(4)
def test_envelope_is_that_of_the_seed(called: Caller) -> None:
    report = called.counter.press(called.tool)
    result = report["result"]
    assert (result["success"], result["code"], result["data"]) == (False, 2004, None), result
    assert result["message"]
    assert result["metadata"]["empty"] is True
    assert "nothing" not in result


@every_executor
@pytest.mark.everyday_rows(4)
def test_tool_node_stops_or_goes_on(called: Caller) -> None:
    stopped = called.node(onEmpty="stop")
    assert (stopped.run["status"], stopped.error["code"]) == ("failed", "nothing_found"), stopped.run
    ran = called.node(onEmpty="continue")
    assert ran.run["status"] == "succeeded", ran.error
    output = output_of(ran)
    assert (output["success"], output["found"]) == (True, False)
    assert called.gets(output["data"]), output["data"]


@every_executor
@pytest.mark.everyday_rows(4)
def test_tool_node_without_the_choice_does_what_the_tool_did(called: Caller) -> None:
    old, new = called.node(version=1), called.node()
    assert old.run["status"] == "succeeded"
    if not called.goes_on:
        assert output_of(old)["error"]["code"] == "tool_execution_failed"
        assert (new.run["status"], new.error["code"]) == ("failed", "nothing_found")
        return
    assert new.run["status"] == "succeeded", new.error
    for output in (output_of(old), output_of(new)):
        assert output.keys() == {"data", "success", "message"}
        assert called.gets(output["data"]), output["data"]


@every_executor
@pytest.mark.everyday_rows(4)
def test_ai_node_has_a_choice_apart_from_failure(called: Caller) -> None:
    for on_failure in ("stop", "tell_model"):
        stopped = called.model(onEmpty="stop", onToolFailure=on_failure)
        assert (stopped.run["status"], stopped.error["code"]) == ("failed", "nothing_found"), stopped.run
        ran = called.model(onEmpty="continue", onToolFailure=on_failure)
        assert ran.run["status"] == "succeeded", ran.error
        (call,) = output_of(ran)["toolCalls"]
        assert call["result"]["success"] is True
        assert called.gets(call["result"]["data"]), call["result"]
        assert ran.payloads("tool_call_finished")[0]["success"] is True


@every_executor
@pytest.mark.everyday_rows(4)
def test_ai_node_without_the_choice_does_what_the_tool_did(called: Caller) -> None:
    stopped, reported = called.model(version=1), called.model(version=1, onToolFailure="tell_model")
    (call,) = output_of(reported)["toolCalls"]
    assert call["result"]["success"] is called.goes_on
    if called.goes_on:
        assert stopped.run["status"] == "succeeded"
    else:
        assert (stopped.run["status"], stopped.error["code"]) == ("failed", "tool_execution_failed")


@every_executor
@pytest.mark.everyday_rows(4)
def test_scripts_get_the_empty_value(called: Caller) -> None:
    row = called.finds.row
    tool = str(ToolId(called.tool["tool_id"]).of_function(row.function))
    arguments = ", ".join(f"{name}={value!r}" for name, value in row.arguments.items())
    settings = {"functions": [{"name": "find", "tool": tool}], "script": f"{{'got': find({arguments})}}"}
    script = called.user.tool("custom", settings, name="Script")
    pressed = done(called.counter.api.post(f"{CONFIGS}{script['id']}/test/", {"arguments": {}, "mode": "live"}))
    assert pressed["success"], pressed["result"]
    assert called.gets(pressed["result"]["data"]["got"]), pressed["result"]


@every_executor
@pytest.mark.everyday_rows(4)
def test_polls_start_nothing(called: Caller, alice: User) -> None:
    row = called.finds.row
    config = PollConfig.model_validate(
        {"tool": used(called.tool, function=row.function), "arguments": row.arguments, "items": "", "everyMin": 5}
    )
    trigger = Trigger(workflow=workflow_create(alice, name="Poll"), node_key="when")
    listed = list_items(trigger, config, alice, {})
    assert (list(listed.items), listed.total) == ([], 0)


@every_executor
@pytest.mark.everyday_rows(4)
def test_mcp_clients_see_no_error(called: Caller, alice: User) -> None:
    done(called.counter.api.patch(f"{CONFIGS}{called.tool['id']}/", {"offered_over_mcp": True}))
    answer = _answer(call_offered(alice, called.function, called.finds.row.arguments), ResultForm.ENVELOPE)
    assert not answer.is_error
    assert answer.structured_content is not None
    assert (answer.structured_content["success"], answer.structured_content["data"]) == (False, None)


@every_executor
@pytest.mark.everyday_rows(4)
def test_batches_and_health_count_no_failure(called: Caller) -> None:
    row = called.finds.row
    call = {"tool": called.tool["id"], "arguments": row.arguments, "function": row.function}
    report = done(called.counter.api.post("/api/tools/batch/", {"calls": [call, call], "mode": "live"}))
    assert (report["code"], report["executed"], report["success_count"]) == (0, 2, 2), report
    health = done(called.counter.api.get(f"{CONFIGS}{called.tool['id']}/health/"))
    assert (health["calls"], health["succeeded"], health["last_error"]) == (2, 2, "")


FOUND_NOTHING = {("workflow-management", "nothing found"), ("database-query", "injection of SQL")}
NOT_THERE = [
    (label, failure.name)
    for label, row in OPERATIONS.items()
    for failure in row.failures
    if failure.code == 2004 and (label, failure.name) not in FOUND_NOTHING
]


@pytest.mark.parametrize(("label", "name"), NOT_THERE, ids=[f"{label}: {name}" for label, name in NOT_THERE])
@pytest.mark.everyday_rows(4)
def test_what_is_not_there_stays_a_failure(
    set_out: SetOut, queue: TaskQueue, admin_api: APIClient, label: str, name: str
) -> None:
    row = OPERATIONS[label]
    failure = next(one for one in row.failures if one.name == name)
    counter = set_out(row)
    result = counter.fail(failure)["result"]
    assert (result["success"], result["code"]) == (False, 2004)
    assert "empty" not in result["metadata"]
    tool = counter.make(**failure.config)
    arguments = row.arguments if failure.arguments is None else failure.arguments
    config = {
        "tool": used(tool, function=failure.function or row.function),
        "arguments": arguments,
        "onEmpty": "continue",
    }
    ran = ApiUser(counter.api, admin_api, queue).run(chain(node("find", "tool", config, type_version=2)))
    assert (ran.run["status"], ran.error["code"]) == ("failed", "tool_execution_failed")
