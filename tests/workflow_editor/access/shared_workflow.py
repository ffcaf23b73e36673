"""A workflow of somebody's with every kind of trigger, which bob edits and has published."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from django.db.models import Model

from tests.factories.documents import edge, node
from workflow_editor.models import Run, Trigger

JsonObject = dict[str, Any]
Use = Callable[[], Any]
CLOCK, PAST, LIST = "clock", "past", "list"
"""Triggers that the clock starts: what is due, what is made up for, and what a list has."""
BOT_SECRETS = {"token": "t-1", "bot_token": "123:abc"}


def triggers(others: str, listed: JsonObject) -> dict[str, tuple[str, JsonObject]]:
    """Return types and settings by key; `others` is a workflow that bob sees, `listed` a tool that lists `things`."""
    return {
        "chat": ("chat_trigger", {}),
        "hook": ("webhook", {}),
        "page": ("form_trigger", {}),
        CLOCK: ("schedule", {}),
        PAST: ("schedule", {}),
        "ended": ("run_end", {"outcome": "any", "workflow": others}),
        LIST: ("poll", {**listed, "everyMin": 60, "key": "id"}),
        "bot": ("bot_message", {"service": "telegram"}),
    }


def document(of: dict[str, tuple[str, JsonObject]], *texts: str) -> JsonObject:
    """Return a graph with these triggers and a model that writes the texts."""
    script = [{"text": text} for text in texts]
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "Hello", "offlineScript": script}
    return {
        "schema_version": 1,
        "nodes": [
            *(node(key, type_id, config) for key, (type_id, config) in of.items()),
            node("start", "start"),
            node("model", "process", ai),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.model.result }}"}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }


class SharedWorkflow(ABC):
    """The workflow, and those who reach it: its owner, bob in two browsers, his programs, and strangers."""

    listed: JsonObject
    """Tool of the poll and the path to its list, which is longer each time."""
    owner: Any
    session: Any
    """Bob's browser, which clients with `post(path, body)` stand for."""
    elsewhere: Any
    """Another browser of bob's."""
    stranger: Any
    name: str
    """Bob's user name."""
    addresses: list[str]
    """Addresses of all workflows that bob may edit."""

    def build(self, name: str) -> None:
        """Make the workflow, share it, and publish it as bob."""
        self.person_id = self.session.get("/api/session/").json()["user"]["id"]
        self.others = self.made(self.owner, f"{name} others", document({}, "Hi"))
        self._share(self.others, "viewer")
        self.triggers = triggers(self.others["id"], self.listed)
        self.shared = self.made(self.owner, name, document(self.triggers, *["Hi"] * 9))
        self.title, self.slug, self.address = name, self.shared["slug"], f"/api/workflows/{self.shared['id']}/"
        self._share(self.shared, "editor")
        self.addresses = [self.address]
        good(self.session.put(f"{self.address}triggers/bot/", {"secrets": BOT_SECRETS}))
        self.number = good(self.session.post(f"{self.address}versions/", {}))["number"]

    def _share(self, workflow: JsonObject, role: str) -> None:
        path = f"/api/workflows/{workflow['id']}/members/"
        good(self.owner.post(path, {"username": self.name, "role": role}))
        good(self.session.put(f"/api/shared-with-me/workflow/{workflow['id']}/", {}))

    def made(self, client: Any, name: str, graph: JsonObject) -> JsonObject:
        """Return a workflow of a client's own."""
        workflow: JsonObject = good(client.post("/api/workflows/", {"name": name, "document": graph}))
        return workflow

    def around(self, name: str, inner: JsonObject) -> str:
        """Return the address of a published workflow of bob's own with one node."""
        graph = {
            "schema_version": 1,
            "nodes": [node("start", "start"), inner, node("end", "end")],
            "edges": [edge("start", inner["key"]), edge(inner["key"], "end")],
        }
        address = f"/api/workflows/{self.made(self.session, f'{name} {self.title}', graph)['id']}/"
        good(self.session.post(f"{address}versions/", {}))
        return address

    def finished(self) -> str:
        """Return the id of a run that is over."""
        run: str = good(self.session.post(f"{self.address}runs/", {"inputs": {}}))["id"]
        self.work()
        return run

    def conversation(self, **body: Any) -> str:
        """Return the address of the turns of a new one."""
        path = f"{self.address}triggers/chat/conversations/"
        return f"/api/conversations/{good(self.session.post(path, body))['id']}/turns/"

    def delivery(self, key: str) -> str:
        """Return the id of the newest one at a trigger."""
        found: str = good(self.session.get(f"{self.address}triggers/{key}/deliveries/"))["results"][0]["id"]
        return found

    def token_of(self, key: str) -> str:
        """Return the secret part of the address of a trigger."""
        (token,) = self.column(Trigger, "token", workflow_id=self.shared["id"], node_key=key)
        return str(token)

    def runs(self) -> int:
        """Return how many runs of the workflow there are."""
        return len(self.column(Run, "id", workflow_id=self.shared["id"]))

    @abstractmethod
    def token(self, *scopes: str, only: bool = False) -> Any:
        """Return a program of bob's with a token of its own, for this workflow alone or for all."""

    @abstractmethod
    def mcp_call(self) -> Use:
        """Return a call of the workflow over MCP, with a token of its own, that takes a refusal for an answer."""

    @abstractmethod
    def work(self) -> None:
        """Have the workers finish what they were sent."""

    @abstractmethod
    def tick(self) -> None:
        """Have the clock do what is due, and the workers what it sends them."""

    @abstractmethod
    def column(self, model: type[Model], name: str, **where: Any) -> list[Any]:
        """Return the values of a column in the rows with these values."""

    @abstractmethod
    def change(self, model: type[Model], where: JsonObject, **values: Any) -> None:
        """Change rows as time or an operator would; their columns, by name."""


def good(answer: Any) -> Any:
    """Return the JSON of an answer, which is no refusal."""
    assert answer.status_code < 300, (answer.status_code, answer.content)
    return answer.json() if answer.content else None
