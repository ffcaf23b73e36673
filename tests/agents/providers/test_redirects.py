"""Model services that redirect: key and prompt stay with the address that a person typed in."""

from collections.abc import Iterator

import pytest

from agents.core.errors import ProviderError
from agents.core.messages import Message
from agents.providers.base import ModelRequest
from agents.providers.connection import Connection
from agents.providers.presets import Wire
from agents.providers.registry import REMOTE_WIRES
from tests.doubles.conversation import Flag
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving

KEY, PROMPT = "sk-redirected-4711", "what nobody else may read"
MODELS: dict[Wire, str] = {"openai": "gpt-4o", "anthropic": "claude-sonnet-5-5"}


@pytest.fixture
def other() -> Iterator[LoopbackServer]:
    with serving(lambda request: Reply.of_json({})) as server:
        yield server


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("wire", MODELS)
def test_nothing_goes_where_a_model_service_redirects_to(wire: Wire, status: int, other: LoopbackServer) -> None:
    def answer(request: Received) -> Reply:
        return Reply(status, b"", {"Location": f"{other.url}/v1/elsewhere"})

    with serving(answer) as first:
        connection = Connection(wire, wire, "Test", first.url, KEY, ("api-key",))
        request = ModelRequest(model=MODELS[wire], messages=(Message("user", PROMPT),))
        with pytest.raises(ProviderError) as raised:
            list(REMOTE_WIRES[connection.wire](connection).stream(request, Flag()))
    assert KEY in repr(first.received)
    assert not other.received
    assert KEY not in str(raised.value.text)
