"""Alice, who records runs, and the world that a replay must not reach."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, clients_over, serving
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.testing.recorded import Recorder
from tools.adapters import gateway_factory as adapters
from workflow_editor.adapters.node import ports as node_ports


@pytest.fixture
def recorder(queue: TaskQueue, alice: User) -> Recorder:
    return Recorder(queue, alice)


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Replaces https://api.example.com/."""
    with serving(_path_of) as server:
        yield server


@pytest.fixture
def led_to_web(web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    transport = StandInTransport({"api.example.com": web.url})
    monkeypatch.setattr(adapters, "outbound_client", clients_over(transport))
    adapters.gateway.cache_clear()
    yield web
    adapters.gateway.cache_clear()
    transport.close()


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Cuts models and tools off; whoever asks for one fails."""

    def refuse(*args: Any, **options: Any) -> Any:
        raise AssertionError("A replay reached outside")

    def cut() -> None:
        monkeypatch.setattr(node_ports, "ProviderModels", refuse)
        monkeypatch.setattr(node_ports, "GatewayTools", refuse)
        monkeypatch.setattr(node_ports, "StoredCredentials", refuse)
        monkeypatch.setattr(node_ports, "RunKnowledge", refuse)

    return cut


def _path_of(request: Received) -> Reply:
    return Reply.of_json({"path": request.path})
