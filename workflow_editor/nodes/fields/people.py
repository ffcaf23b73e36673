"""Shared base of nodes that wait for a person."""

from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from tools.core.definitions import JsonObject
from tools.core.naming.visible_name import without_bidi_controls
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import NodeConfig, WaitingNode
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.waits import ApprovalWait, FormWait

LONGEST_WAIT_S = 31_536_000
"""A year."""


class PersonConfig(NodeConfig):
    """Request to a person; base of configs."""

    title: str = ""
    message: str = ""


P = TypeVar("P", bound=PersonConfig)
W = TypeVar("W", ApprovalWait, FormWait)


class PersonNode(WaitingNode[P, W], Generic[P, W]):
    category = "logic"


def asked(config: PersonConfig, variables: Variables) -> JsonObject:
    texts = {"title": config.title, "message": config.message}
    return {name: without_bidi_controls(variables.render(text)) for name, text in texts.items()}


def shown(wait: ApprovalWait | FormWait) -> JsonObject:
    return {"title": wait.title, "message": wait.message}


def title_field(title: Text, help: Text) -> Any:
    """Return the config field with the one line that the person sees first."""
    return form_field(title, help, default="", widget="template-line")


def message_field(help: Text) -> Any:
    return form_field("Details", help, default="", widget="template")


def approvers_field() -> Any:
    """Return the config field with the user names of those who may answer beside the workflow's own people."""
    return form_field(
        "Assignees",
        "User names, one per line. The owner and the editors of the workflow can always answer.",
        default_factory=list,
        max_length=100,
        widget="lines",
    )


def timeout_field() -> Any:
    """Return the config field with the time after which nobody is waited for any more."""
    return form_field("Max wait", "No limit, if you enter nothing.", default=None, ge=1, le=LONGEST_WAIT_S, unit="s")


def due_after(timeout_s: int | None, now: datetime) -> datetime | None:
    """Return when a wait that begins now is over; None when it has no end."""
    return None if timeout_s is None else now + timedelta(seconds=timeout_s)
