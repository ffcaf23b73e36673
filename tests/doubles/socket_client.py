"""A WebSocket client that talks to an ASGI application in the test's own event loop."""

import json
from collections.abc import Callable
from typing import Any, Self

from asgiref.testing import ApplicationCommunicator

TIMEOUT_S = 60


# asgiref's test module has no types.
communicator: Callable[..., Any] = ApplicationCommunicator


class SocketClient:
    """One connection. (`channels.testing` needs a server that is not installed here.)"""

    def __init__(self, application: Any, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> None:
        scope = {"type": "websocket", "path": path, "query_string": query.encode(), "headers": headers}
        self._connection: Any = communicator(application, scope)

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self) -> None:
        await self._connection.send_input({"type": "websocket.connect"})
        answer = await self._connection.receive_output(TIMEOUT_S)
        assert answer["type"] == "websocket.accept", answer

    async def send(self, text: str) -> None:
        await self._connection.send_input({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        """Return the next frame; fails when the server closes instead."""
        message = await self._connection.receive_output(TIMEOUT_S)
        assert message["type"] == "websocket.send", message
        frame: dict[str, Any] = json.loads(message["text"])
        return frame

    async def close_code(self) -> int:
        """Return the code with which the server closes; fails when it sends something else."""
        message = await self._connection.receive_output(TIMEOUT_S)
        assert message["type"] == "websocket.close", message
        code: int = message["code"]
        return code

    async def disconnect(self) -> None:
        await self._connection.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._connection.wait(TIMEOUT_S)
