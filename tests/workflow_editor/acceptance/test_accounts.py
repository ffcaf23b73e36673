"""A node that calls a service in the name of a connected account, with a token that ends while workflows run."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, serving
from tests.doubles.oauth_server import CLIENT_ID, CLIENT_SECRET, OauthServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done


@pytest.fixture
def service() -> OauthServer:
    return OauthServer()


@pytest.fixture
def server(service: OauthServer, web: LoopbackServer, settings: Any) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    web.answer = service
    with serving(service) as server:
        yield server


@pytest.fixture
def account(api_user: ApiUser, service: OauthServer, server: LoopbackServer) -> str:
    body = {
        "name": "Sheets",
        "service": "custom",
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "authorize_url": f"{server.url}/authorize",
        "token_url": f"{server.url}/token",
        "origins": ["https://api.example.com"],
    }
    made = done(api_user.api.post("/api/accounts/", body, format="json"))["id"]
    url = done(api_user.api.post(f"/api/accounts/{made}/consent/"))["url"]
    done(api_user.api.post("/api/accounts/answer/", {"answer": service.consented(url)}, format="json"))
    return str(made)


@pytest.fixture
def workflow(api_user: ApiUser, account: str) -> str:
    config = {"url": "https://api.example.com/rows", "authType": "bearer", "credential": account}
    return api_user.workflow(chain(node("rows", "http_request", config)))


def ran(api_user: ApiUser, queue: TaskQueue, workflow: str) -> Json:
    run = done(api_user.api.post(f"/api/workflows/{workflow}/runs/", {"inputs": {}}, format="json"))["id"]
    queue.run_all()
    found: Json = done(api_user.api.get(f"/api/runs/{run}/"))
    return found


def test_a_run_uses_the_account(api_user: ApiUser, queue: TaskQueue, workflow: str, service: OauthServer) -> None:
    assert ran(api_user, queue, workflow)["status"] == "succeeded"
    assert service.refreshes == 0


def test_a_token_that_ends_during_the_run_is_renewed(
    api_user: ApiUser, queue: TaskQueue, workflow: str, service: OauthServer
) -> None:
    service.end_access()
    run = ran(api_user, queue, workflow)
    assert run["status"] == "succeeded", run["node_runs"]
    assert service.refreshes == 1
    assert "planted-" not in str(run)


def test_a_consent_that_has_ended_asks_for_another(
    api_user: ApiUser, queue: TaskQueue, workflow: str, service: OauthServer
) -> None:
    service.revoke()
    run = ran(api_user, queue, workflow)
    assert run["status"] == "failed"
    assert "Under Settings, Credentials, alice can connect it" in str(run["error"])
    (row,) = done(api_user.api.get("/api/credentials/"))
    assert row["account"]["state"] == "ended"
