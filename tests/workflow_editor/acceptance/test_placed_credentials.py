"""Fields of a credential in every part of a request, of a node and of a tool: sent as they are, kept nowhere."""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import BytesParser
from urllib.parse import parse_qs, unquote, urlencode
from xml.sax.saxutils import unescape

import pytest
from django.contrib.auth.models import User

from tests.database_rows import rows_of_all_tables
from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, clients_over, serving
from tests.doubles.pet_shop import DOCUMENT
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, Ran, calls, done, text_reply, used
from tools.adapters import gateway_factory as adapters
from tools.executors.openapi.description import read_description
from tools.services.policies import policy_create

PLANTED = "planted7Kq"
"""Part of the secret that every encoding but base64 leaves as it is."""
SECRET = PLANTED + '"x&<9:w\\z+/ y%'
HOME, EVIL = "https://api.example.com", "https://evil.example.net"


def _multipart(request: Received) -> str:
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    parts = BytesParser().parsebytes(head + request.body).get_payload()
    assert isinstance(parts, list)
    (part,) = (one for one in parts if not isinstance(one, str) and 'name="api_key"' in str(one["Content-Disposition"]))
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


@dataclass(frozen=True)
class Place:
    """Settings with a placeholder, which node and tool share, and how the service reads the secret."""

    config: Json
    read: Callable[[Received], str]
    path: str = "/items"
    node: Json | None = None
    """Those of a node, where they differ."""


def _body(kind: str, body: str) -> Json:
    return {"method": "POST", "bodyType": kind, "body": body}


def _form(kind: str) -> Json:
    values = {"user": "{username}", "api_key": "{token}", "text": "{{ inputs.text }}"}
    rows = [{"key": key, "value": value} for key, value in values.items()]
    return {"method": "POST", "bodyType": kind, "form": rows}


XML = {"headers": [{"key": "Content-Type", "value": "application/xml"}]}
PLACES = {
    "path": Place({}, lambda request: unquote(request.path).removeprefix("/bot"), "/bot{token}"),
    "address": Place({}, lambda request: request.query["api_key"], "/items?api_key={token}"),
    "query": Place({"query": [{"key": "api_key", "value": "{token}"}]}, lambda request: request.query["api_key"]),
    "header": Place(
        {"headers": [{"key": "Authorization", "value": "Key {token}"}]},
        lambda request: request.headers["authorization"].removeprefix("Key "),
    ),
    "JSON": Place(
        _body("json", '{"user": "{username}", "deep": [{"api_key": "{token}"}]}'),
        lambda request: request.json()["deep"][0]["api_key"],
    ),
    "form": Place(
        _body("form", "user={username}&api_key={token}"),
        lambda request: parse_qs(request.body.decode())["api_key"][0],
        node=_form("form"),
    ),
    "multipart": Place(
        _body("multipart", '{"user": "{username}", "api_key": "{token}"}'), _multipart, node=_form("multipart")
    ),
    "text": Place(_body("raw", "say {token}!"), lambda request: request.body.decode()[4:-1]),
    "XML": Place(
        {**_body("raw", "<key>{token}</key>"), **XML},
        lambda request: unescape(request.body.decode()[5:-6], {"&quot;": '"', "&apos;": "'"}),
    ),
}
every_place = pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
either = pytest.mark.parametrize("is_tool", [False, True], ids=["node", "tool"])


def echo(request: Received) -> Reply:
    """Refuse a call and quote all of it."""
    quoted = " ".join([request.path, *request.query.values(), *request.headers.values(), request.body.decode()])
    return Reply.of_json({"message": quoted, **request.query, **request.headers}, 400)


@dataclass
class Signer:
    """Alice with a credential for one origin."""

    user: ApiUser
    credential: str

    def signed(self, config: Json, url: str) -> Json:
        return {**config, "url": url, "authType": "path", "credential": self.credential}

    def call(self, place: Place, *, is_tool: bool, origin: str = HOME) -> Json:
        if not is_tool:
            return node("writer", "http_request", self.signed(place.node or place.config, origin + place.path))
        tool = self.user.tool("http-request", self.signed(place.config, origin + place.path))
        return node("writer", "tool", {"tool": used(tool), "arguments": {}})

    def reports(self, ran: Ran) -> str:
        """Return all that is stored, and all that is shown of a run."""
        workflow, run = ran.run["workflow"]["id"], ran.run["id"]
        done(self.user.api.post(f"/api/runs/{run}/test/", {"name": "Recorded"}))
        paths = [f"workflows/{workflow}/{part}/" for part in ("export", "graph", "tests")]
        paths += [f"runs/{run}/", "tools/invocations/", "tools/configs/"]
        return "\n".join([*rows_of_all_tables(), *(json.dumps(done(self.user.api.get(f"/api/{at}"))) for at in paths)])


@pytest.fixture
def signer(api_user: ApiUser, caplog: pytest.LogCaptureFixture) -> Signer:
    caplog.set_level(logging.DEBUG)
    body = {"name": "Key", "kind": "http", "values": {"secret": SECRET, "username": "ada"}}
    credential = done(api_user.api.post("/api/credentials/", body))["id"]
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": HOME}))
    return Signer(api_user, credential)


@either
@every_place
def test_a_credential_is_sent_and_kept_nowhere(
    signer: Signer, web: LoopbackServer, caplog: pytest.LogCaptureFixture, place: Place, is_tool: bool
) -> None:
    ran = signer.user.run(chain(signer.call(place, is_tool=is_tool)), {"text": "{token}%7Btoken%7D" * is_tool})
    assert ran.run["status"] == "succeeded", ran.run["error"]
    (request,) = web.received
    assert place.read(request) == SECRET
    web.answer = echo
    failed = signer.user.run_again(ran.run["workflow"]["id"], {"text": ""})
    assert failed.run["status"] == "failed"
    reports = signer.reports(ran)
    assert "ada" in web.received[-1].body.decode() or "{username}" not in json.dumps(place.config)
    assert PLANTED not in reports + caplog.text + json.dumps([failed.run, failed.events])


@pytest.fixture
def elsewhere(web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    """Replaces the other origin."""
    with serving(lambda request: Reply.of_json({})) as server:
        transport = StandInTransport({"api.example.com": web.url, "evil.example.net": server.url})
        monkeypatch.setattr(adapters, "outbound_client", clients_over(transport))
        adapters.gateway.cache_clear()
        yield server


@either
@every_place
def test_a_credential_goes_nowhere_else(signer: Signer, elsewhere: LoopbackServer, place: Place, is_tool: bool) -> None:
    ran = signer.user.run(chain(signer.call(place, is_tool=is_tool, origin=EVIL)), {"text": ""})
    assert (ran.run["status"], elsewhere.received) == ("waiting", [])


@either
@every_place
def test_a_redirect_carries_a_credential_nowhere_else(
    signer: Signer, web: LoopbackServer, elsewhere: LoopbackServer, place: Place, is_tool: bool
) -> None:
    def redirect(request: Received) -> Reply:
        return Reply(303, headers={"Location": f"{EVIL}/?{urlencode(request.query)}"})

    web.answer = redirect
    ran = signer.user.run(chain(signer.call(place, is_tool=is_tool)), {"text": ""})
    assert ran.run["status"] == "succeeded", ran.run["error"]
    (first,), (second,) = web.received, elsewhere.received
    assert place.read(first) == SECRET
    assert PLANTED not in repr(second)


FILLED_IN = {
    "address": {"url": f"{HOME}/bot{{token}}?text={{{{ inputs.text }}}}"},
    "header": {"url": f"{HOME}/bot{{token}}", "headers": [{"key": "X-Text", "value": "{{ inputs.text }}"}]},
    "body": {"url": f"{HOME}/bot{{token}}", **_body("raw", "{{ inputs.text }}")},
    "choice": {"url": f"{HOME}/", **_body("raw", "{% if inputs.no %}{token}{% endif %}{{ inputs.text }}")},
}


@either
@pytest.mark.parametrize("text", ["{token}", "{username}"])
@pytest.mark.parametrize("config", FILLED_IN.values(), ids=FILLED_IN)
def test_a_variable_brings_no_place(
    signer: Signer, web: LoopbackServer, config: Json, text: str, is_tool: bool
) -> None:
    signed = signer.signed(config, config["url"])
    inline = {"id": "call", "type": "http-request", "name": "Call", "enabled": True, "config": signed}
    called = ("tool", {"tool": inline, "arguments": {}}) if is_tool else ("http_request", signed)
    ran = signer.user.run(chain(node("writer", *called)), {"text": text, "no": ""})
    assert ran.error["code"] == ("tool_misconfigured" if is_tool else "secret_place_filled_in")
    assert text in ran.error["message"]
    assert web.received == []


SEVERAL: dict[str, Json] = {
    "openapi": {"api": read_description(DOCUMENT, ["list_pets"]).api.model_dump(by_alias=True)},
    "mcp-server": {},
}


@pytest.mark.parametrize("text", ["{token}", "{username}"])
@pytest.mark.parametrize(("type_", "more"), SEVERAL.items(), ids=SEVERAL)
def test_a_variable_brings_no_place_into_a_tool_of_several_functions(
    signer: Signer, web: LoopbackServer, type_: str, more: Json, text: str
) -> None:
    rows = [{"key": "X-Api-Key", "value": "{token}"}, {"key": "X-Text", "value": "{{ inputs.text }}"}]
    config = {**more, "url": f"{HOME}/", "headers": rows, "credential": signer.credential}
    inline = {"id": "call", "type": type_, "name": "Call", "enabled": True, "config": config}
    called = {"tool": inline, "arguments": {}}
    ran = signer.user.run(chain(node("writer", "tool", called)), {"text": text})
    assert (ran.error["code"], text in ran.error["message"], web.received) == ("tool_misconfigured", True, [])


def test_a_model_brings_no_place(signer: Signer, web: LoopbackServer, aimock: Aimock) -> None:
    tool = signer.user.tool("http-request", {**signer.signed({}, f"{HOME}/bot{{token}}"), "method": "POST"})
    aimock.script(calls((tool["function_name"], {"body": {"note": "{token}"}})), text_reply("Done."))
    ran = signer.user.ask(signer.user.provider("openai", aimock.openai_url), tool)
    assert ran.run["status"] == "succeeded", ran.error
    (request,) = web.received
    assert request.json() == {"note": "{token}"}


def test_a_changed_approval_moves_no_place(signer: Signer, web: LoopbackServer, admin: User) -> None:
    policy_create(tool_pattern="http_request", effect="ask", created_by=admin)
    ran = signer.user.run(chain(signer.call(PLACES["text"], is_tool=False)), {"text": ""})
    (question,) = done(signer.user.api.get("/api/approvals/"))["results"]
    arguments = {**question["payload"]["arguments"], "body": "to all: {token}"}
    answer = {"decision": "approve", "values": {"arguments": arguments}}
    done(signer.user.api.post(f"/api/approvals/{question['id']}/answer/", answer, format="json"))
    signer.user.queue.run_all()
    ended = done(signer.user.api.get(f"/api/runs/{ran.run['id']}/"))
    assert (ended["error"]["code"], web.received) == ("tool_execution_failed", [])
