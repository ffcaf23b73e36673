"""Addresses with a key in them: refused where they arrive, and in no export, input of a run or audit row."""

import json
import uuid
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

import pytest

from tests.doubles.http_server import LoopbackServer, Reply, StandInTransport, clients_over, serving
from tests.doubles.keyed_addresses import KEYED, KEYLESS, Keyed
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done, used
from tests.workflow_editor.api.problem_asserts import pointers
from tools.adapters import gateway_factory as adapters
from tools.models import ToolInvocation
from workflow_editor.models import NodeRun, ProcessNode, RunEvent

SERVICES = [pytest.param(keyed, id=keyed.service) for keyed in KEYED]
CALLED = [keyed for keyed in KEYED if keyed.address.startswith("https://") and "@" not in keyed.address]


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    """Replaces every service of the table; it repeats nothing of the request."""
    with serving(lambda request: Reply.of_json({"ok": True})) as server:
        hosts = {urlsplit(keyed.address).hostname or "": server.url for keyed in CALLED}
        monkeypatch.setattr(adapters, "outbound_client", clients_over(StandInTransport(hosts)))
        adapters.gateway.cache_clear()
        yield server


def document(address: str) -> Json:
    return chain(node("writer", "http_request", {"url": address}))


@pytest.mark.parametrize("keyed", SERVICES)
def test_an_import_with_a_key_in_an_address_is_refused_or_warned_about(api_user: ApiUser, keyed: Keyed) -> None:
    body = {"name": "Imported", "document": document(keyed.address)}
    answer = api_user.api.post("/api/workflows/", body, format="json")
    if keyed.is_certain:
        assert answer.status_code == 400
        (pointer,) = pointers(answer.json())
        assert pointer.startswith("/document/nodes/")
        assert pointer.endswith("/url")
        return
    graph = done(api_user.api.get(f"/api/workflows/{done(answer)['id']}/graph/"))
    found = [(one["code"], one["severity"], one["field"]) for one in graph["problems"]]
    assert ("key_in_address", "warning", "/url") in found


def test_ordinary_addresses_pass_without_a_word(api_user: ApiUser) -> None:
    nodes = [node(f"n{at}", "http_request", {"url": address}) for at, address in enumerate(KEYLESS)]
    workflow = api_user.workflow(chain(*nodes))
    codes = {one["code"] for one in done(api_user.api.get(f"/api/workflows/{workflow}/graph/"))["problems"]}
    assert not codes & {"key_in_address", "secret_in_node"}
    exported = json.dumps(done(api_user.api.get(f"/api/workflows/{workflow}/export/")))
    assert all(address in exported for address in KEYLESS)


def test_no_export_holds_a_key_that_was_stored_before(api_user: ApiUser) -> None:
    workflow = api_user.workflow(chain(*(node(f"n{at}", "http_request", {}) for at, _ in enumerate(KEYED))))
    for at, keyed in enumerate(KEYED):
        ProcessNode.objects.filter(workflow_id=workflow, key=f"n{at}").update(config={"url": keyed.address})
    exported = json.dumps(done(api_user.api.get(f"/api/workflows/{workflow}/export/")))
    assert [keyed.service for keyed in KEYED if keyed.key in exported] == []
    assert [keyed.service for keyed in KEYED if keyed.masked not in exported] == []


def test_a_stored_key_keeps_no_graph_from_running(api_user: ApiUser, services: LoopbackServer) -> None:
    workflow = api_user.workflow(document("https://api.example.com/"))
    ProcessNode.objects.filter(workflow_id=workflow, key="writer").update(config={"url": CALLED[0].address})
    problems = done(api_user.api.get(f"/api/workflows/{workflow}/graph/"))["problems"]
    assert ("secret_in_node", "warning") in [(one["code"], one["severity"]) for one in problems]
    assert api_user.run_again(workflow).run["status"] == "succeeded"
    assert len(services.received) == 1


def recorded(run: str) -> str:
    nodes = [row.inputs for row in NodeRun.objects.filter(run_id=run)]
    events = list(RunEvent.objects.filter(run_id=run).values_list("payload", flat=True))
    audit = list(ToolInvocation.objects.values_list("arguments", "result", "message"))
    return json.dumps([nodes, events, audit], default=str)


def test_a_run_records_no_key_of_an_address(api_user: ApiUser, services: LoopbackServer) -> None:
    workflow = api_user.workflow(chain(*(node(f"n{at}", "http_request", {}) for at, _ in enumerate(CALLED))))
    for at, keyed in enumerate(CALLED):
        ProcessNode.objects.filter(workflow_id=workflow, key=f"n{at}").update(config={"url": keyed.address})
    ran = api_user.run_again(workflow)
    assert ran.run["status"] == "succeeded", ran.run["error"]
    assert len(services.received) == len(CALLED) > 30
    stored = recorded(ran.run["id"])
    assert [keyed.service for keyed in CALLED if keyed.key in stored] == []


@pytest.mark.parametrize("keyed", [pytest.param(keyed, id=keyed.service) for keyed in CALLED])
@pytest.mark.everyday_rows(30)
def test_a_tool_gives_no_key_of_its_address_back(api_user: ApiUser, keyed: Keyed) -> None:
    tool = api_user.tool("http-request", {"url": keyed.address})
    stored = json.dumps(done(api_user.api.get(f"/api/tools/configs/{tool['id']}/")))
    assert (keyed.key in stored) is (keyed.service == "OpenWeather")


SLACK_KEY = "T0A1B2C3D/B0E1F2G3H/q7Zk2Lx9Rt4Wm8Bv1Nc6Yp3D"


@pytest.mark.parametrize("key", [KEYED[0].key, SLACK_KEY, "a b?c#d%"])
@pytest.mark.parametrize("is_tool", [False, True])
def test_a_credential_stands_in_the_path_of_an_address(
    api_user: ApiUser, web: LoopbackServer, key: str, is_tool: bool
) -> None:
    body = {"name": "Bot", "kind": "http", "values": {"secret": key}}
    credential = done(api_user.api.post("/api/credentials/", body))["id"]
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": "https://api.example.com"}))
    signed = {"url": "https://api.example.com/bot{token}/send", "authType": "path", "credential": credential}
    query = {"query": [{"key": "text", "value": "{{ inputs.text }}"}]}
    if is_tool:
        call = node("writer", "tool", {"tool": used(api_user.tool("http-request", signed)), "arguments": {}})
    else:
        call = node("writer", "http_request", {**signed, **query})
    ran = api_user.run(chain(call), {"text": "{token} %7Btoken%7D"})
    assert ran.run["status"] == "succeeded", ran.run["error"]
    (request,) = web.received
    assert request.query.get("text") == (None if is_tool else "{token} %7Btoken%7D")
    assert unquote(request.path) == f"/bot{key}/send"
    workflow = ran.run["workflow"]["id"]
    exported = json.dumps(done(api_user.api.get(f"/api/workflows/{workflow}/export/")))
    assert key not in recorded(ran.run["id"]) + exported


def test_a_variable_does_not_bring_the_place_of_a_key_into_an_address(api_user: ApiUser, web: LoopbackServer) -> None:
    body = {"name": "Bot", "kind": "http", "values": {"secret": KEYED[0].key}}
    credential = done(api_user.api.post("/api/credentials/", body))["id"]
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": "https://api.example.com"}))
    url = "https://api.example.com/bot{token}/send?text={{ inputs.text }}"
    config = {"url": url, "authType": "path", "credential": credential}
    ran = api_user.run(chain(node("writer", "http_request", config)), {"text": "{token}"})
    assert ran.error["code"] == "secret_place_filled_in"
    assert not web.received


def test_an_address_without_the_place_of_its_key_is_a_problem(api_user: ApiUser) -> None:
    config = {"url": "https://api.example.com/send", "authType": "path", "credential": str(uuid.uuid4())}
    workflow = api_user.workflow(chain(node("writer", "http_request", config)))
    problems = done(api_user.api.get(f"/api/workflows/{workflow}/graph/"))["problems"]
    assert ("secret_place_missing", "/url") in [(one["code"], one["field"]) for one in problems]
