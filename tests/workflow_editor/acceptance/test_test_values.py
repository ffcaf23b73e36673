"""Drafts run with the test values of credentials and variables, what is published with the live ones."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import Credential
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.models import Trigger, Workflow
from workflow_editor.services.triggers.deliver import deliver
from workflow_editor.services.versions import version_publish

HOME = "https://api.example.com/items"
LIVE, TEST = "planted-live-51", "planted-test-52"
CASES: dict[str, Callable[["Shop"], str]] = {}
"""By name: starts a run that calls the shop, and returns the value that it is to bring."""
Case = Callable[["Shop"], str]


class Shop:
    """Alice's workflow with a signed request, published with a webhook, a schedule and a chat."""

    def __init__(self, user: ApiUser, alice: User) -> None:
        self.user, self.alice = user, alice
        values = {"values": {"secret": LIVE}, "test_values": {"secret": TEST}}
        self.credential = str(
            done(user.api.post("/api/credentials/", {"name": "Shop", "kind": "http", **values}))["id"]
        )
        done(user.api.post(f"/api/credentials/{self.credential}/origins/", {"origin": HOME}))
        done(user.staff.put("/api/variables/PLACE/", {"value": LIVE, "test_value": TEST}))
        self.config = {"authType": "bearer", "credential": self.credential, "url": HOME + "?place={{ env.PLACE }}"}
        self.tool = user.tool("http-request", {**self.config, "url": HOME}, name="Shop")
        document = chain(node("writer", "http_request", self.config))
        document["nodes"] += [node("hook", "webhook"), node("clock", "schedule")]
        self.workflow = user.workflow(document)

    def publish(self, workflow: str = "") -> None:
        version_publish(Workflow.objects.get(pk=workflow or self.workflow), self.alice)

    def run(self, workflow: str = "", path: str = "runs", **body: Any) -> str:
        answer = self.user.api.post(f"/api/workflows/{workflow or self.workflow}/{path}/", body)
        return str(done(answer)["id"])

    def trigger(self, key: str) -> Trigger:
        return Trigger.objects.select_related("workflow", "runs_as").get(workflow_id=self.workflow, node_key=key)

    def caller(self) -> str:
        """Save a workflow that runs this one."""
        return self.user.workflow(chain(node("sub", "sub_workflow", {"workflow": self.workflow})))

    def script(self) -> list[Json]:
        return [{"toolCalls": [{"tool": "Shop", "arguments": {}}]}, {"text": "Done."}]


def case(function: Case) -> Case:
    CASES[function.__name__] = function
    return function


@case
def draft(shop: Shop) -> str:
    shop.run()
    return TEST


@case
def draft_of_what_is_published(shop: Shop) -> str:
    shop.publish()
    shop.run()
    return TEST


@case
def draft_up_to_a_node(shop: Shop) -> str:
    shop.run(until_node="writer")
    return TEST


@case
def debug_of_one_node(shop: Shop) -> str:
    shop.run(path="nodes/writer/debug")
    return TEST


@case
def published_by_hand(shop: Shop) -> str:
    shop.publish()
    shop.run(version=1)
    return LIVE


@case
def webhook(shop: Shop) -> str:
    shop.publish()
    assert Client().post(f"/hooks/{shop.trigger('hook').token}/").status_code == 202
    return LIVE


@case
def schedule(shop: Shop) -> str:
    shop.publish()
    deliver(shop.trigger("clock"), key="t1", data={}, at=datetime(2026, 3, 1, tzinfo=UTC))
    return LIVE


@case
def sub_workflow_of_a_draft(shop: Shop) -> str:
    shop.publish()
    shop.run(shop.caller())
    return TEST


@case
def sub_workflow_of_what_is_published(shop: Shop) -> str:
    caller = shop.caller()
    shop.publish(caller)
    shop.run(caller, version=1)
    return LIVE


@case
def tool_of_a_draft(shop: Shop) -> str:
    tools = [{"id": "t1", "type": "http-request", "name": "Shop", "toolConfig": shop.tool["id"], "enabled": True}]
    shop.run(shop.user.workflow(chain(ask("writer", *shop.script(), tools=tools))))
    return TEST


@case
def tool_of_an_agent(shop: Shop) -> str:
    agent = agent_create(shop.alice, script=shop.script(), tool_ids_inventory=[f"tool:{shop.tool['id']}"])
    agent_run_start(agent, shop.alice, message="Go")
    return LIVE


@case
def tool_of_an_agent_of_a_draft(shop: Shop) -> str:
    agent_create(shop.alice, name="Helper", script=shop.script(), tool_ids_inventory=[f"tool:{shop.tool['id']}"])
    script: list[Json] = [{"toolCalls": [{"tool": "Helper", "arguments": {"message": "Go"}}]}, {"text": "Done."}]
    shop.run(shop.user.workflow(chain(ask("writer", *script, enabledTools=["agent:helper"]))))
    return TEST


@pytest.fixture
def shop(api_user: ApiUser, alice: User) -> Shop:
    return Shop(api_user, alice)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.everyday_rows(4)
def test_drafts_bring_the_test_value_and_what_is_published_the_live_one(
    name: str, shop: Shop, queue: TaskQueue, web: LoopbackServer
) -> None:
    wanted = CASES[name](shop)
    queue.run_all()
    [request] = web.received
    assert request.headers["authorization"] == f"Bearer {wanted}"
    assert request.query.get("place", wanted) == wanted


@pytest.mark.parametrize(
    ("path", "body", "wanted"),
    [
        ("retry", {}, LIVE),
        ("fork", {"from_node": "writer"}, LIVE),
        ("fork", {"from_node": "writer", "configs": {"writer": {"url": HOME}}}, TEST),
    ],
)
def test_a_run_that_goes_on_brings_what_the_first_one_brought(
    path: str, body: Json, wanted: str, shop: Shop, queue: TaskQueue, web: LoopbackServer
) -> None:
    """Unless its settings were changed: then it is a draft again."""
    url = "https://api.example.com/missing"
    workflow = shop.user.workflow(chain(node("writer", "http_request", {**shop.config, "url": url})))
    shop.publish(workflow)
    run = shop.run(workflow, version=1)
    queue.run_all()
    for config in body.get("configs", {}).values():
        config.update({**shop.config, **config})
    done(shop.user.api.post(f"/api/runs/{run}/{path}/", body))
    queue.run_all()
    assert [one.headers["authorization"] for one in web.received] == [f"Bearer {LIVE}", f"Bearer {wanted}"]


def test_without_a_test_value_drafts_bring_the_live_one(shop: Shop, queue: TaskQueue, web: LoopbackServer) -> None:
    url = f"/api/credentials/{shop.credential}/"
    assert done(shop.user.api.get("/api/credentials/"))[0]["has_test_values"]
    assert done(shop.user.api.patch(url, {"values": {"secret": "newer-53"}}))["has_test_values"]
    shop.run()
    queue.run_all()
    assert not done(shop.user.api.patch(url, {"test_values": {}}))["has_test_values"]
    shop.run()
    queue.run_all()
    assert [one.headers["authorization"] for one in web.received] == [f"Bearer {TEST}", "Bearer newer-53"]


def test_test_values_have_the_form_of_the_values_and_are_not_stored_readable(shop: Shop) -> None:
    url = f"/api/credentials/{shop.credential}/"
    answer = shop.user.api.patch(url, {"test_values": {"username": "flow"}})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/test_values/secret"]
    refused = {"name": "Tool", "kind": "tool", "values": {"a": "b"}, "test_values": {"a": "c"}}
    answer = shop.user.api.post("/api/credentials/", refused)
    assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/test_values"]
    row = Credential.objects.get(pk=shop.credential)
    assert TEST not in row.test_ciphertext
    assert (row.values(), row.values(of_draft=True)) == ({"secret": LIVE}, {"secret": TEST})
