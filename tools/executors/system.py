"""Built-in tools that need no setting up: the current time, and a person's help. Pure."""

from datetime import timedelta, timezone
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.errors import ToolArgumentsError
from tools.executors.contract.executor import Invocation
from tools.executors.contract.function import tool
from tools.executors.contract.schema import ui

ASK_PERSON = "system:ask_person"

_TimezoneName = Annotated[
    str,
    Field(
        max_length=64,
        json_schema_extra=ui(
            "Time zone",
            "时区",
            "IANA name such as Asia/Shanghai or Europe/Berlin, or an offset such as +08:00.",
            "IANA 时区名，如 Asia/Shanghai，或偏移量，如 +08:00。",
        ),
    ),
]


@tool(
    "system:get_current_time",
    title=Text("Current time", "当前时间"),
    help_zh="返回指定时区的当前日期和时间。",
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
    Field(
        min_length=1,
        max_length=4_000,
        json_schema_extra=ui(
            "Question",
            "问题",
            "What the person must know and decide, in full sentences.",
            "需要对方了解并决定的内容，请用完整的句子。",
        ),
    ),
]


_Asked = Annotated[
    Literal["staff", "user"],
    Field(
        json_schema_extra=ui(
            "Who is asked",
            "询问对象",
            "“staff”: somebody who is in charge. “user”: the person whom you talk to.",
            "“staff”：负责此事的人员。“user”：正在与你对话的人。",
        ),
    ),
]


@tool(
    ASK_PERSON,
    title=Text("Ask a person", "转人工"),
    help_zh="把问题交给人工处理，等待其答复后继续。无法自行决定，或用户要求人工服务时使用。",
    icon="user-check",
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
                f"Unknown time zone {name!r}; use an IANA name such as Asia/Shanghai, or an offset such as +08:00.",
                f"未知的时区 {name!r}，请使用 Asia/Shanghai 这样的名称或 +08:00 这样的偏移量。",
            )
        ) from error
