"""Planted secrets are nowhere but in the credential store and in the calls that need them."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.database_rows import rows_of_all_tables
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.bots import FEISHU_TOKEN, FEISHU_URL
from tests.doubles.http_server import LoopbackServer, Received, Reply
from tests.doubles.stream_server import refusal, stream_server
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.users import PASSWORD
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, done, text_reply

SIGNING = "planted-signing-secret-41"
HEADER = "planted-header-secret-42"
QUERY = "planted-query-secret-43"
PLANTED = [API_KEY, FEISHU_TOKEN, SIGNING, HEADER, QUERY, PASSWORD]


def pages(api: APIClient, workflow: str, run: str) -> Iterator[str]:
    """Yield what the API tells about everything that the test has touched."""
    for path in (
        f"/api/workflows/{workflow}/graph/",
        f"/api/workflows/{workflow}/export/",
        f"/api/workflows/{workflow}/versions/",
        f"/api/runs/{run}/",
        f"/api/runs/{run}/nodes/writer/",
        f"/api/runs/{run}/events/?limit=1000",
        "/api/runs/",
        "/api/tools/configs/",
        "/api/tools/invocations/",
        "/api/credentials/",
        "/api/providers/",
        "/api/tokens/",
        "/api/session/",
    ):
        answer = api.get(path)
        assert answer.status_code == 200, path
        yield f"{path}: {answer.content.decode()}"


def assert_nowhere(secrets: list[str], texts: Iterator[str] | list[str]) -> None:
    found = [(secret, text[:300]) for text in texts for secret in secrets if secret in text]
    assert found == []


@pytest.fixture
def _chatty(web: LoopbackServer) -> None:
    """The service sends every header and query value back, as debugging services do."""

    def echo(request: Received) -> Reply:
        return Reply.of_json({"headers": dict(request.headers), "query": dict(request.query)})

    web.answer = echo


@pytest.mark.usefixtures("_chatty")
def test_a_run_leaves_no_secret_behind(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bot = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL, "secret": SIGNING}, name="Bot")
    headers = [{"key": "Authorization", "value": f"Bearer {HEADER}"}]
    shop = api_user.tool("http-request", {"url": f"https://api.example.com/?api_key={QUERY}", "headers": headers})
    token = done(confirmed(api_user.api).post("/api/tokens/", {"name": "laptop"}))["token"]
    aimock.script(
        calls((shop["function_name"], {}), (bot["function_name"], {"content": "hi"})), text_reply("Both were called.")
    )
    ran = api_user.ask(model, shop, bot, onToolFailure="tell_model")
    assert ran.run["status"] == "succeeded", ran.error
    (request,) = web.received
    assert (request.headers["authorization"], request.query["api_key"]) == (f"Bearer {HEADER}", QUERY)
    planted = [*PLANTED, token]
    assert_nowhere(planted, rows_of_all_tables())
    assert_nowhere(planted, pages(api_user.api, ran.run["workflow"]["id"], ran.run["id"]))
    assert_nowhere(planted, [str(body) for body in aimock.bodies()])
    assert_nowhere(planted, [record.getMessage() for record in caplog.records])


@pytest.mark.usefixtures("_chatty")
@pytest.mark.parametrize("place", ["header", "query"])
def test_a_request_that_is_signed_with_a_credential_leaves_none_behind(
    api_user: ApiUser, web: LoopbackServer, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    caplog.set_level(logging.DEBUG)
    body = {"name": "Shop", "kind": "http", "values": {"secret": HEADER}}
    credential = done(api_user.api.post("/api/credentials/", body))["id"]
    done(api_user.api.post(f"/api/credentials/{credential}/origins/", {"origin": "https://api.example.com"}))
    signed = {"authType": "apikey", "authName": "unit", "authPlace": place, "credential": credential}
    ran = api_user.run(chain(node("writer", "http_request", {"url": "https://api.example.com/items", **signed})))
    assert ran.run["status"] == "succeeded", ran.error
    (request,) = web.received
    assert {"header": request.headers, "query": request.query}[place]["unit"] == HEADER
    workflow = ran.run["workflow"]["id"]
    assert_nowhere([HEADER], rows_of_all_tables())
    assert_nowhere([HEADER], pages(api_user.api, workflow, ran.run["id"]))
    assert_nowhere([HEADER], [record.getMessage() for record in caplog.records])
    uses = api_user.api.get(f"/api/credentials/{credential}/uses/").json()
    assert [(use["id"], use["nodes"]) for use in uses["workflows"]] == [(workflow, ["Writer"])]


def test_a_model_api_that_quotes_the_key_does_not_make_us_report_it(
    api_user: ApiUser, wire: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    body = {"type": "error", "error": {"message": f"Incorrect API key provided: {API_KEY}", "type": "bad_request"}}
    with stream_server(refusal(400, body)) as server:
        base_url = server.url if wire == "openai" else server.url.removesuffix("/v1")
        provider = api_user.provider(wire, base_url)
        ran = api_user.ask(provider)
        report = done(api_user.staff.post(f"/api/providers/{provider}/test/", {}))
    assert ran.run["status"] == "failed"
    assert_nowhere([API_KEY], [str(ran), str(report), *rows_of_all_tables()])
    assert_nowhere([API_KEY], [record.getMessage() for record in caplog.records])


@pytest.mark.parametrize("field", ["webhookUrl", "secret"])
def test_an_error_does_not_quote_what_was_typed(alice_api: APIClient, field: str) -> None:
    config: dict[str, Any] = {"webhookUrl": "https://evil.example/planted-typed-secret", field: "planted-typed-secret"}
    answer = alice_api.post("/api/tools/configs/", {"type": "notification-feishu", "name": "T", "config": config})
    assert answer.status_code == 400
    assert "planted-typed-secret" not in answer.content.decode()


def test_what_was_refused_is_not_kept(api_user: ApiUser) -> None:
    inline = {"id": "t1", "type": "notification-feishu", "name": "Bot", "config": {"webhookUrl": FEISHU_URL}}
    document = chain(node("writer", "process", {"userPrompt": "Go", "tools": [inline]}))
    answer = api_user.api.post("/api/workflows/", {"name": "Acceptance", "document": document})
    assert [error["pointer"] for error in answer.json()["errors"]] == [
        "/document/nodes/1/config/tools/0/config/webhookUrl"
    ]
    assert FEISHU_TOKEN not in answer.content.decode()
    assert_nowhere([FEISHU_TOKEN], rows_of_all_tables())
