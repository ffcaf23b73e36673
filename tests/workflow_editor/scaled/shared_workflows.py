"""A person who may edit workflows of the administrator's, with sessions, tokens and triggers, in two web processes."""

from typing import Any
from uuid import uuid4

import httpx2
import psycopg
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tests.doubles.embedded_server import ADMIN
from tests.doubles.embedded_server import PASSWORD as ADMIN_PASSWORD
from tests.factories.documents import edge, node

PASSWORD = "weft-and-warp-7719"
LONG = "on and on " * 8000
"""Six minutes of writing."""


def _document(triggers: dict[str, tuple[str, dict[str, Any]]], *texts: str) -> dict[str, Any]:
    script = [{"text": text} for text in texts]
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "Hello", "offlineScript": script}
    return {
        "schema_version": 1,
        "nodes": [
            *(node(key, type_id, config) for key, (type_id, config) in triggers.items()),
            node("start", "start"),
            node("model", "process", ai),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.model.result }}"}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }


def _around(inner: str) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "nodes": [node("start", "start"), node("sub", "sub_workflow", {"workflow": inner}), node("end", "end")],
        "edges": [edge("start", "sub"), edge("sub", "end")],
    }


QUICK: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat_trigger", {}),
    "hook": ("webhook", {}),
    "page": ("form_trigger", {}),
    "clock": ("schedule", {}),
}
SLOW: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat_trigger", {}),
    "hook": ("webhook", {"respond": "stream"}),
    "waits": ("webhook", {"respond": "when_done", "waitS": 60}),
}


class Api(httpx2.Client):
    """One client of the API at one web process; answers are good or the test fails."""

    def of(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.request(method, path, json=body)
        assert answer.is_success, (method, path, answer.text)
        return answer.json() if answer.content else None


def signed_in(address: str, name: str, password: str = PASSWORD) -> Api:
    """Return a browser with a session."""
    browser = Api(base_url=address, trust_env=False, timeout=90)
    browser.of("GET", "/api/session/")
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
    browser.of("POST", "/api/session/", {"username": name, "password": password})
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
    return browser


def with_token(address: str, token: str) -> Api:
    return Api(base_url=address, trust_env=False, timeout=90, headers={"Authorization": f"Bearer {token}"})


class SharedWorkflows:
    """Bob's actions. He changes nothing at the second process, and everything else is done there."""

    def __init__(self, database: "psycopg.Connection[Any]", first: str, second: str) -> None:
        self.name = f"bob-{uuid4().hex[:8]}"
        self.database = database
        self.first, self.second = first, second
        self.owner = signed_in(first, ADMIN, ADMIN_PASSWORD)
        self._add_person()
        self.bob, self.elsewhere = signed_in(second, self.name), signed_in(first, self.name)
        self._programs: dict[str, Api] = {}
        self.stranger = Api(base_url=second, trust_env=False, timeout=90)
        self.quick = self._shared("Quick", _document(QUICK, *["Hi"] * 9))
        self.slow = self._shared("Slow", _document(SLOW, LONG, LONG))
        body = {"name": "Control", "document": _document({"clock": ("schedule", {})}, "Hi")}
        self.control = self.owner.of("POST", "/api/workflows/", body)
        self.owner.of("POST", f"/api/workflows/{self.control['id']}/versions/", {})
        self.outer, self.slow_outer = self._own("Outer", self.quick), self._own("Slow outer", self.slow)
        self.tokens = {
            "api": self._token("api"),
            "chat": self._token("chat"),
            "mcp": self._token("mcp"),
            "limited": self._token("api", workflow_id=self.quick["id"]),
        }

    def close(self) -> None:
        """Cancel what still writes, delete the workflows, and leave."""
        self.cancel_all()
        for workflow in (self.quick, self.slow, self.control):
            self.owner.request("DELETE", f"/api/workflows/{workflow['id']}/")
        for client in (self.owner, self.bob, self.elsewhere, self.stranger, *self._programs.values()):
            client.close()

    def cancel_all(self) -> None:
        """Cancel what still writes, so that workers are free."""
        for (run_id,) in self.rows("SELECT id FROM workflow_editor_run WHERE finished_at IS NULL"):
            self.owner.request("POST", f"/api/runs/{run_id}/cancel/")

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.database.execute(statement.encode(), values).fetchall()

    def change(self, statement: str, *values: Any) -> None:
        self.database.execute(statement.encode(), values)

    def runs(self) -> int:
        """Return how many runs there were of what was shared with bob."""
        ids = [workflow["id"] for workflow in (self.quick, self.slow)]
        return int(self.rows("SELECT count(*) FROM workflow_editor_run WHERE workflow_id = ANY(%s::uuid[])", ids)[0][0])

    def runs_of_control(self) -> int:
        key = self.control["id"]
        return int(self.rows("SELECT count(*) FROM workflow_editor_run WHERE workflow_id = %s", key)[0][0])

    def api(self, token: str) -> Api:
        """Return the program that has one of the tokens, at the second process."""
        if token not in self._programs:
            self._programs[token] = with_token(self.second, self.tokens[token])
        return self._programs[token]

    def trigger_token(self, workflow: dict[str, Any], key: str) -> str:
        statement = "SELECT token FROM workflow_editor_trigger WHERE workflow_id = %s AND node_key = %s"
        return str(self.rows(statement, workflow["id"], key)[0][0])

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.bob.cookies.items())

    def _add_person(self) -> None:
        self.change(
            "INSERT INTO auth_user (username, password, first_name, last_name, email, is_superuser, is_staff,"
            " is_active, date_joined) VALUES (%s, %s, '', '', '', false, false, true, now())",
            self.name,
            PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1000),
        )

    def _shared(self, name: str, document: dict[str, Any]) -> dict[str, Any]:
        workflow: dict[str, Any] = self.owner.of("POST", "/api/workflows/", {"name": name, "document": document})
        path = f"/api/workflows/{workflow['id']}/"
        self.owner.of("POST", f"{path}members/", {"username": self.name, "role": "editor"})
        self.bob.of("PUT", f"/api/shared-with-me/workflow/{workflow['id']}/")
        self.bob.of("POST", f"{path}versions/", {})
        return workflow

    def _own(self, name: str, inner: dict[str, Any]) -> dict[str, Any]:
        body = {"name": f"{name} {self.name}", "document": _around(inner["id"])}
        workflow: dict[str, Any] = self.bob.of("POST", "/api/workflows/", body)
        self.bob.of("PATCH", f"/api/workflows/{workflow['id']}/", {"offered_over_mcp": True})
        return workflow

    def _token(self, scope: str, **limits: Any) -> str:
        self.elsewhere.of("POST", "/api/account/confirmation/", {"password": PASSWORD})
        body = {"name": f"{scope} {len(limits)}", "scopes": [scope], **limits}
        return str(self.elsewhere.of("POST", "/api/tokens/", body)["token"])
