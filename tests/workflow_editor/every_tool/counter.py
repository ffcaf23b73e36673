"""One row's tool over HTTP: made, called by the test button, and looked up in the audit log."""

import json
from typing import Any

from rest_framework.test import APIClient

from tests.doubles.http_server import Answer, Received, Reply
from tests.doubles.tool_ports import FakeClock
from tests.workflow_editor.every_tool.row import Failure, Json, ToolRow

CONFIGS = "/api/tools/configs/"


class Service:
    """A stand-in that can be made to fail; keeps what it received."""

    def __init__(self, stand_in: Answer) -> None:
        self._stand_in = stand_in
        self.received: list[Received] = []
        self._fault: Answer | None = None
        self._at = ""

    def fail(self, fault: Reply | Answer, at: str = "") -> None:
        """Answer requests with `at` in their path like this from now on."""
        self._fault = (lambda received: fault) if isinstance(fault, Reply) else fault
        self._at = at

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        if self._fault is not None and self._at in request.path:
            return self._fault(request)
        return self._stand_in(request)


class Counter:
    """Place to hand a tool out and try it."""

    def __init__(self, row: ToolRow, config: Json, api: APIClient, service: Service, clock: FakeClock) -> None:
        self.row = row
        self.config = config
        self.api = api
        self.service = service
        self.clock = clock

    def make(self, **changes: Any) -> Json:
        """Configure the tool and return it as the API shows it."""
        body = {"type": self.row.ui_type, "name": "Tried", "config": {**self.config, **changes}}
        made = self.api.post(CONFIGS, body, format="json")
        assert made.status_code == 201, made.content.decode()
        tool: Json = made.json()
        return tool

    def press(self, tool: Json, arguments: Json | None = None, *, mode: str = "live", function: str = "") -> Json:
        """Call the tool once and return the report."""
        body = {
            "arguments": self.row.arguments if arguments is None else arguments,
            "mode": mode,
            "function": function or self.row.function,
        }
        pressed = self.api.post(f"{CONFIGS}{tool['id']}/test/", body, format="json")
        assert pressed.status_code == 200, pressed.content.decode()
        report: Json = pressed.json()
        return report

    def fail(self, failure: Failure) -> Json:
        """Let it go wrong in this way and return the report."""
        if failure.reply is not None:
            self.service.fail(failure.reply, failure.at)
        return self.press(self.make(**failure.config), failure.arguments, function=failure.function)

    def audit(self) -> list[Json]:
        """Return the audit rows, oldest first."""
        found = self.api.get("/api/tools/invocations/").json()["results"]
        rows: list[Json] = found[::-1]
        return rows


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
