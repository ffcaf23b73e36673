"""Built-in tools that need no setting up: the current time, and a person's help. Pure."""

from datetime import timedelta, timezone
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.contract.function import tool
from tools.executors.contract.schema import form_field

ASK_PERSON = "system:ask_person"

_TimezoneName = Annotated[
    str,
    form_field(
        "Time zone", "IANA name such as Asia/Shanghai or Europe/Berlin, or an offset such as +08:00.", max_length=64
    ),
]


@tool(
    "system:get_current_time",
    title=Text("Current time"),
    help=Text("Return the current date and time in a time zone."),
    icon="clock",
)
def get_current_time(invocation: Invocation, timezone: _TimezoneName = "UTC") -> JsonObject:
    """Return the current date and time in a time zone."""
    now = invocation.runtime.now().astimezone(_zone(timezone))
    return {
        "iso": now.isoformat(timespec="seconds"),
        "date": now.date().isoformat(),
        "time": now.strftime("%H:%M:%S"),
        "weekday": now.strftime("%A"),
        "timezone": timezone,
        "unix": int(now.timestamp()),
    }


_Question = Annotated[
    str,
    form_field(
        "Question", "What the person needs to know and decide, in full sentences.", min_length=1, max_length=4_000
    ),
]


_Asked = Annotated[
    Literal["staff", "user"],
    form_field("Recipient", "“staff”: a member of staff. “user”: the person you are talking to."),
]


@tool(
    ASK_PERSON,
    title=Text.in_context("tool", "Ask a person"),
    help=Text("Ask a person and wait for the answer."),
    icon="user-question",
    asks_person=True,
)
def ask_person(question: _Question, to: _Asked = "staff") -> JsonObject:
    """Hand the question over to a person and wait for the answer.

    Use it when you cannot or may not decide yourself, or when the user wants to speak to a person.
    """
    return {"question": question}


def _zone(name: str) -> ZoneInfo | timezone:
    sign, digits = name[:1], name[1:].replace(":", "")
    if sign in {"+", "-"} and len(digits) == 4 and digits.isdecimal():
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        if offset < timedelta(hours=24):
            return timezone(-offset if sign == "-" else offset)
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise ToolArgumentsError(
            Text(
                "Unknown time zone {name}; use an IANA name such as Asia/Shanghai, or an offset such as +08:00.",
                name=repr(name),
            )
        ) from error
