"""The shared workflow in two web processes, with workers and a clock that can be stopped, and a slow one beside it."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx2
import psycopg
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db.models import JSONField, Model
from django.utils import timezone
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from psycopg.sql import SQL, Composed, Identifier
from psycopg.types.json import Jsonb

from tests.doubles.embedded_server import ADMIN
from tests.doubles.embedded_server import PASSWORD as ADMIN_PASSWORD
from tests.doubles.scaled_server import ScaledServer
from tests.factories.documents import node
from tests.polling import comes_true, wait_until
from tests.workflow_editor.access.shared_workflow import (
    CLOCK,
    LIST,
    JsonObject,
    SharedWorkflow,
    Use,
    document,
    good,
    triggers,
)
from workflow_editor.models import EvaluationRound, Run, Trigger, TriggerDelivery

PASSWORD = "weft-and-warp-7719"
LONG = "on and on " * 8000
"""Six minutes of writing."""
SLOW: dict[str, tuple[str, JsonObject]] = {
    "chat": ("chat_trigger", {}),
    "hook": ("webhook", {"respond": "stream"}),
    "waits": ("webhook", {"respond": "when_done", "waitS": 60}),
}
_IN_TRANSACTION = b"SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"


class Api(httpx2.Client):
    """One client of the API at one web process."""

    def __init__(self, address: str, **options: Any) -> None:
        super().__init__(base_url=address, trust_env=False, timeout=90, **options)

    def post(self, url: httpx2.URL | str, body: Any = None, **options: Any) -> httpx2.Response:
        return super().post(url, json=body, **options)

    def put(self, url: httpx2.URL | str, body: Any = None, **options: Any) -> httpx2.Response:
        return super().put(url, json=body, **options)

    def patch(self, url: httpx2.URL | str, body: Any = None, **options: Any) -> httpx2.Response:
        return super().patch(url, json=body, **options)


def signed_in(address: str, name: str, password: str = PASSWORD) -> Api:
    """Return a browser with a session."""
    browser = Api(address)
    good(browser.get("/api/session/"))
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
    good(browser.post("/api/session/", {"username": name, "password": password}))
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
    return browser


class SharedWorkflows(SharedWorkflow):
    """A workflow of the administrator's. Bob acts at the second process, and everything else is done at the first."""

    def __init__(
        self, server: ScaledServer, database: "psycopg.Connection[Any]", addresses: list[str], shelf: str
    ) -> None:
        """Make them; `shelf` is the address of a list that is longer each time."""
        self.name = f"bob-{uuid4().hex[:8]}"
        self.server, self.database = server, database
        self.first, self.second = addresses
        tool = {"id": "t1", "type": "http-request", "name": "Shelf", "config": {"url": shelf}}
        self.listed = {"tool": tool, "items": "data.things"}
        self.owner = signed_in(self.first, ADMIN, ADMIN_PASSWORD)
        self._add_person()
        self.session, self.elsewhere = signed_in(self.second, self.name), signed_in(self.first, self.name)
        good(self.elsewhere.post("/api/account/confirmation/", {"password": PASSWORD}))
        self.stranger = Api(self.second)
        self._programs: list[Api] = []
        self._build_control()
        self.build(f"Quick of {self.name}")
        self.slow = self.made(self.owner, f"Slow of {self.name}", document(SLOW, LONG, LONG))
        self.slow_address = f"/api/workflows/{self.slow['id']}/"
        self._share(self.slow, "editor")
        good(self.session.post(f"{self.slow_address}versions/", {}))
        self.addresses.append(self.slow_address)
        inner = node("sub", "sub_workflow", {"workflow": self.slow["id"]})
        self.slow_outer = f"Slow outer {self.title}"
        good(self.session.patch(self.around("Slow outer", inner), {"offered_over_mcp": True}))

    def close(self) -> None:
        """Cancel what still writes, delete the workflows, and leave."""
        self.start_clock()
        self.cancel_all()
        for workflow in (self.shared, self.slow, self.others, self.control):
            self.owner.delete(f"/api/workflows/{workflow['id']}/")
        for client in (self.owner, self.session, self.elsewhere, self.stranger, *self._programs):
            client.close()

    def stop_clock(self) -> None:
        """Stop what starts work by itself, at a moment when it changes nothing."""
        while True:
            for process in self.server.processes("beat"):
                process.suspend()
            if comes_true(lambda: not self.database.execute(_IN_TRANSACTION).fetchall(), within_s=2, every_s=0.02):
                return
            self.start_clock()

    def start_clock(self) -> None:
        for process in self.server.processes("beat"):
            process.resume()

    def tick(self) -> None:
        """Start the clock, and wait until a workflow of the owner's has had all that the clock does."""
        known, now = self._items_of_control(), timezone.now()
        clock, listed = ({"workflow_id": self.control["id"], "node_key": key} for key in (CLOCK, LIST))
        self.change(Trigger, clock, next_at=now, position=(now - timedelta(days=2)).isoformat())
        self.change(Trigger, listed, next_at=now)
        path = f"/api/evaluations/{self._evaluation['id']}/rounds/"
        round_ = good(self.owner.post(path, {"versions": [1]}))["summary"]["id"]
        self.start_clock()
        wait_until(lambda: self.column(EvaluationRound, "finished_at", id=round_)[0])
        wait_until(lambda: self.column(Trigger, "next_at", **clock)[0] > now and self._items_of_control() > known)
        self.work()

    def work(self) -> None:
        wait_until(lambda: not self.column(Run, "id", finished_at=None))

    def cancel_all(self) -> None:
        """Cancel what still writes, so that workers are free."""
        for run_id in self.column(Run, "id", finished_at=None):
            self.owner.post(f"/api/runs/{run_id}/cancel/")

    def slow_runs(self) -> int:
        """Return how many runs there are of the slow workflow."""
        return len(self.column(Run, "id", workflow_id=self.slow["id"]))

    def slow_token_of(self, key: str) -> str:
        """Return the secret part of the address of one of its triggers."""
        return str(self.column(Trigger, "token", workflow_id=self.slow["id"], node_key=key)[0])

    def token(self, *scopes: str, only: bool = False) -> Api:
        bearer = f"Bearer {self.raw_token(*scopes, only=only)}"
        self._programs.append(Api(self.second, headers={"Authorization": bearer}))
        return self._programs[-1]

    def raw_token(self, *scopes: str, only: bool = False) -> str:
        """Return the text of a token, as `token` does."""
        limits = {"workflow_id": self.shared["id"]} if only else {}
        body = {"name": "t", "scopes": list(scopes or ("api",)), **limits}
        return str(good(self.elsewhere.post("/api/tokens/", body))["token"])

    def mcp(self) -> Any:
        """Return a context with a client that has a token of its own."""
        headers = {"Authorization": f"Bearer {self.raw_token('mcp')}"}

        @asynccontextmanager
        async def opened() -> Any:
            async with (
                httpx2.AsyncClient(headers=headers, trust_env=False, timeout=90) as http,
                Client(streamable_http_client(f"{self.second}/mcp/", http_client=http)) as client,
            ):
                yield client

        return opened()

    def mcp_call(self) -> Use:
        opened = self.mcp()

        async def call() -> None:
            async with opened as client:
                (tool,) = [one for one in (await client.list_tools()).tools if one.title == self.title]
                await client.call_tool(tool.name, {})

        return lambda: refused(asyncio.run, call())

    def column(self, model: type[Model], name: str, **where: Any) -> list[Any]:
        rows, values = _rows_with(model, where)
        statement = SQL("SELECT {} FROM {}").format(_column(model, name), rows)
        return [value for (value,) in self.database.execute(statement, values).fetchall()]

    def change(self, model: type[Model], where: JsonObject, **values: Any) -> None:
        keys = self.column(model, "pk", **where)
        assert keys
        for name, value in values.items():
            given = Jsonb(value) if isinstance(model._meta.get_field(name), JSONField) else value
            parts = Identifier(model._meta.db_table), _column(model, name), _column(model, "pk")
            self.database.execute(SQL("UPDATE {} SET {} = %s WHERE {} = ANY(%s)").format(*parts), [given, keys])

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.session.cookies.items())

    def _build_control(self) -> None:
        of = {key: one for key, one in triggers("", self.listed).items() if key in (CLOCK, LIST)}
        self.control = self.made(self.owner, f"Control of {self.name}", document(of, "Hi"))
        path = f"/api/workflows/{self.control['id']}/"
        good(self.owner.post(f"{path}versions/", {}))
        scorer = {"kind": "judge", "provider": "offline", "model": "offline-1", "instruction": "Be strict."}
        case = {"name": "one", "inputs": {}, "expected": "Hi", "scorer": scorer}
        self._evaluation = good(self.owner.post(f"{path}evaluations/", {"name": "All", "cases": [case]}))
        # The first look only remembers what there is.
        looked = {"workflow_id": self.control["id"], "node_key": LIST}
        wait_until(lambda: (self.column(Trigger, "position", **looked)[0] or {}).get("looked"))

    def _items_of_control(self) -> int:
        (key,) = self.column(Trigger, "id", workflow_id=self.control["id"], node_key=LIST)
        return len(self.column(TriggerDelivery, "id", trigger_id=key, status="started"))

    def _add_person(self) -> None:
        self.database.execute(
            "INSERT INTO auth_user (username, password, first_name, last_name, email, is_superuser, is_staff,"
            " is_active, date_joined) VALUES (%s, %s, '', '', '', false, false, true, now())",
            [self.name, PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1000)],
        )


def refused(act: Callable[..., object], *arguments: Any) -> object:
    """Act, and take a refusal in whatever form a client raises it."""
    try:
        return act(*arguments)
    except Exception as refusal:  # each client has errors of its own; runs are counted
        return refusal


def _column(model: type[Model], name: str) -> Identifier:
    field: Any = model._meta.pk if name == "pk" else model._meta.get_field(name)
    return Identifier(field.column)


def _rows_with(model: type[Model], where: JsonObject) -> tuple[Composed, list[Any]]:
    """Return a table, the condition of its rows, and what fills it in."""
    is_so = [SQL("{} IS NOT DISTINCT FROM %s").format(_column(model, name)) for name in where]
    table = Identifier(model._meta.db_table)
    return SQL("{} WHERE {}").format(table, SQL(" AND ").join(is_so)), list(where.values())
