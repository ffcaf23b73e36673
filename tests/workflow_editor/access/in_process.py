"""The shared workflow in the test's own process, where workers and the clock do nothing by themselves."""

from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.users import PASSWORD
from tests.workflow_editor.access.shared_workflow import JsonObject, SharedWorkflow, Use, good
from workflow_editor.errors import ForbiddenError
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offered_tools
from workflow_editor.mcp.request_token import token_of
from workflow_editor.models import Trigger, Workflow
from workflow_editor.periodic.sweeper import SweeperThread
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.polls import polls_claim_due

SHELF = "test:shelf"
"""A tool that lists another thing each time."""
_TICKS = 5
"""Seconds of the clock: enough for a run, its judge and what is next."""


class Shared(SharedWorkflow):
    """A workflow of alice's, by test clients."""

    listed = {"tool": {"id": "t1", "type": SHELF, "name": "Shelf"}, "items": "things"}

    def __init__(self, alice: User, bob: User, queue: TaskQueue) -> None:
        self.alice, self.bob, self.queue, self.name = alice, bob, queue, bob.username
        self.owner, self.session, self.elsewhere, self.stranger = (
            client_of(alice),
            APIClient(),
            client_of(bob),
            APIClient(),
        )
        good(self.session.post("/api/session/", {"username": self.name, "password": PASSWORD}))
        self.build("Shared")
        self.workflow = Workflow.objects.get(pk=self.shared["id"])

    def trigger(self, key: str) -> Trigger:
        return Trigger.objects.get(workflow=self.workflow, node_key=key)

    def token(self, *scopes: str, only: bool = False) -> APIClient:
        limit = self.workflow if only else None
        _, raw = token_create(self.bob, name="t", workflow=limit, scopes=list(scopes or ("api",)))
        return APIClient(headers={"Authorization": f"Bearer {raw}"})

    def mcp_call(self) -> Use:
        (tool,) = [one for one in offered_tools(self.bob) if one.title == self.title]
        token, raw = token_create(self.bob, name="t", scopes=["mcp"])

        def call() -> None:
            with suppress(NotOfferedError, ForbiddenError):
                if found := token_of({"authorization": f"Bearer {raw}"}):
                    call_offered(found.user, tool.function.name, {}, token.pk)

        return call

    def work(self) -> None:
        self.queue.run_all()

    def tick(self) -> None:
        sweeper = SweeperThread()
        for _ in range(_TICKS):
            schedules_start_due()
            polls_claim_due()
            self.work()
            start_waiting()
            sweeper.tick()
        self.work()

    def column(self, model: type[Model], name: str, **where: Any) -> list[Any]:
        return list(model._default_manager.filter(**where).values_list(name, flat=True))

    def change(self, model: type[Model], where: JsonObject, **values: Any) -> None:
        assert model._default_manager.filter(**where).update(**values)
