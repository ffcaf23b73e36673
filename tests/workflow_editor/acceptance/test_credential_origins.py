"""A signed node with an address chosen by somebody else: the owner's key is not sent."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import member_create
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done
from tools.models import Credential
from workflow_editor.models import Wait, Workflow

SECRET = "planted-owner-key-51"
EVIL_ORIGIN, EVIL_API = "https://evil.example.net", "https://api.evil.example.net"
HOME, EVIL = "https://api.example.com/items", "https://evil.example.net/items"


@pytest.fixture
def credential(api_user: ApiUser) -> str:
    body = {"name": "Shop", "kind": "http", "values": {"secret": SECRET}}
    return str(done(api_user.api.post("/api/credentials/", body))["id"])


def signed(credential: str, url: str = HOME, **config: Any) -> Json:
    return chain(node("writer", "http_request", {"url": url, "authType": "bearer", "credential": credential, **config}))


def edit(api: APIClient, workflow: str, **config: Any) -> None:
    """Change the node's settings as the editor does."""
    graph = done(api.get(f"/api/workflows/{workflow}/graph/"))
    (old,) = [found for found in graph["nodes"] if found["key"] == "writer"]
    change = {"op": "update_node", "key": "writer", "changes": {"config": {**old["config"], **config}}}
    body = {"revision": graph["revision"], "operations": [change]}
    done(api.patch(f"/api/workflows/{workflow}/graph/", body, format="json"))


def ran(api: APIClient, queue: TaskQueue, workflow: str, path: str = "runs", **body: Any) -> Json:
    run = done(api.post(f"/api/workflows/{workflow}/{path}/", body, format="json"))["id"]
    queue.run_all()
    found: Json = done(api.get(f"/api/runs/{run}/"))
    return found


def origins() -> list[str]:
    found: list[str] = Credential.objects.get().origins
    return found


def asks_owner(run: Json, origin: str = EVIL_ORIGIN) -> bool:
    """Say whether the run waits for alice, who is to confirm the origin."""
    wait = Wait.objects.filter(node_run__run=run["id"], answered_at__isnull=True).first()
    asked = wait.payload if wait and wait.kind == Wait.Kind.CREDENTIAL_ORIGIN else {}
    return run["status"] == "waiting" and (asked.get("origin"), asked.get("approvers")) == (origin, ["alice"])


@pytest.fixture
def editor(bob: User) -> User:
    return bob


def share(workflow: str, user: User) -> None:
    member_create(Workflow.objects.get(pk=workflow), user, "editor")


def test_a_member_who_changes_the_address_gets_nothing_at_the_owners_next_run(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer, credential: str, editor: User, bob_api: APIClient
) -> None:
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": HOME}, format="json"))
    workflow = api_user.workflow(signed(credential))
    share(workflow, editor)
    assert ran(api_user.api, queue, workflow)["status"] == "succeeded"
    edit(bob_api, workflow, url=EVIL)
    run = ran(api_user.api, queue, workflow)
    assert asks_owner(run), run
    assert len(web.received) == 1


def test_a_member_cannot_make_the_first_use_his_own(
    api_user: ApiUser, queue: TaskQueue, credential: str, editor: User, bob_api: APIClient
) -> None:
    workflow = api_user.workflow(signed(credential))
    share(workflow, editor)
    edit(bob_api, workflow, url=EVIL)
    assert asks_owner(ran(api_user.api, queue, workflow))
    assert asks_owner(ran(api_user.api, queue, workflow, "nodes/writer/debug"))
    # The owner saves something else of the node, with the member's address in it.
    edit(api_user.api, workflow, timeout=20_000)
    assert asks_owner(ran(api_user.api, queue, workflow))
    assert origins() == []


def test_a_run_of_a_member_never_uses_the_owners_credential(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer, credential: str, editor: User, bob_api: APIClient
) -> None:
    workflow = api_user.workflow(signed(credential))
    share(workflow, editor)
    assert bob_api.post(f"/api/workflows/{workflow}/runs/", {}, format="json").status_code >= 400
    unsaved = {"config": {"url": HOME, "authType": "bearer", "credential": credential}}
    answer = bob_api.post(f"/api/workflows/{workflow}/nodes/writer/debug/", unsaved, format="json")
    if answer.status_code < 300:
        queue.run_all()
        assert done(bob_api.get(f"/api/runs/{answer.json()['id']}/"))["status"] == "failed"
    assert not web.received
    assert origins() == []


def test_a_strangers_import_that_names_a_credential_gets_nothing_from_its_owner(
    api_user: ApiUser, queue: TaskQueue, credential: str, alice: User, bob_api: APIClient
) -> None:
    body = {"name": "Gift", "document": signed(credential, EVIL)}
    workflow = str(done(bob_api.post("/api/workflows/", body, format="json"))["id"])
    share(workflow, alice)
    assert asks_owner(ran(api_user.api, queue, workflow))
    copy = done(api_user.api.post(f"/api/workflows/{workflow}/duplicate/", {"name": "Mine"}, format="json"))["id"]
    copied = Workflow.objects.get(pk=copy).nodes.get(key="writer")
    assert "credential" not in copied.config
    assert origins() == []


@pytest.mark.parametrize(
    "url", ["https://{{ inputs.host }}/items", "{{ inputs.host }}", "https://api.{{ inputs.host }}/"]
)
def test_an_address_that_is_filled_in_is_checked_as_it_is_called(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer, credential: str, url: str
) -> None:
    workflow = api_user.workflow(signed(credential, url))
    host = {"{{ inputs.host }}": EVIL, "https://api.{{ inputs.host }}/": "evil.example.net"}.get(
        url, "evil.example.net"
    )
    run = ran(api_user.api, queue, workflow, inputs={"host": host})
    assert asks_owner(run, EVIL_API if url.startswith("https://api.") else EVIL_ORIGIN), run
    assert origins() == []
    assert not web.received


@pytest.mark.parametrize(
    "origin", ["http://api.example.com", "https://api.example.com:8443", "https://api.example.com.evil.example.net"]
)
def test_a_neighbour_of_the_confirmed_origin_is_another_one(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer, credential: str, origin: str
) -> None:
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": HOME}, format="json"))
    assert asks_owner(ran(api_user.api, queue, api_user.workflow(signed(credential, f"{origin}/items"))), origin)
    assert not web.received
