"""Alice at her desk, two wire formats, and stand-ins for the services that her tools call."""

from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from tests.doubles.aimock import Aimock
from tests.doubles.bots import HOSTS, Bots
from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, clients_over, serving
from tests.doubles.task_queue import TaskQueue
from tests.doubles.tool_ports import NOW
from tests.workflow_editor.acceptance.api_user import WIRES, ApiUser
from tools.adapters import gateway_factory as adapters

WEB = "api.example.com"


@pytest.fixture
def api_user(alice_api: APIClient, admin_api: APIClient, queue: TaskQueue) -> ApiUser:
    return ApiUser(alice_api, admin_api, queue)


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def model(wire: str, api_user: ApiUser, aimock: Aimock) -> str:
    """The id of a provider that speaks one of the wire formats with aimock."""
    return api_user.provider(wire, aimock.openai_url if wire == "openai" else aimock.anthropic_url)


@pytest.fixture
def bots() -> Bots:
    return Bots(NOW)


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Replaces https://api.example.com/: echoes the request."""

    def answer(request: Received) -> Reply:
        status = 404 if request.path == "/missing" else 200
        return Reply.of_json({"path": request.path, "query": dict(request.query)}, status)

    with serving(answer) as server:
        yield server


@pytest.fixture(autouse=True)
def _stand_ins(bots: Bots, web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lead the gateway's outbound calls to the stand-ins; addresses are still checked by the production code."""
    with serving(bots) as groups:
        transport = StandInTransport({**dict.fromkeys(HOSTS, groups.url), WEB: web.url})
        monkeypatch.setattr(adapters, "outbound_client", clients_over(transport))
        adapters.gateway.cache_clear()
        yield
        adapters.gateway.cache_clear()
        transport.close()
