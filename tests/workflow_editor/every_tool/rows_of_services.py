"""Rows of the services that are known by name."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from tests.doubles.http_server import Received, Reply
from tests.doubles.known_services import KEY, KnownService
from tests.workflow_editor.every_tool.row import Failure, Json, ToolRow
from tools.executors.services import presets
from tools.executors.services.preset import ServicePreset

BUSY = Reply(429, b"{}", {"Content-Type": "application/json", "Retry-After": "900"})
FAILURES = (
    Failure("wrong credential", 5001, "token, key or password", config={"secret": "another"}),
    Failure("nothing there", 2004, "IDs", reply=Reply.of_json({"message": "No such page."}, 404)),
    Failure("rate limit", 5002, "900 s", reply=BUSY),
)


def row_of(
    preset: ServicePreset,
    function: str,
    arguments: Json,
    at: str,
    answer: Json,
    fits: Callable[[Received], bool],
    wrong: Json,
) -> ToolRow:
    return ToolRow(
        ui_type=preset.ui_type,
        config={"secret": KEY},
        arguments=arguments,
        fits=lambda data: bool(data == answer),
        failures=(*FAILURES, Failure("wrong type", 1002, next(iter(wrong)), arguments={**arguments, **wrong})),
        stand_in=lambda: KnownService(preset, at, fits, answer),
        hosts=(urlsplit(preset.server).hostname or "",),
        secrets=(KEY,),
        function=function,
        wrong=wrong,
    )


def asks(**values: Any) -> Callable[[Received], bool]:
    """Return the check of a query."""
    return lambda request: request.query == values


def sends(value: Json) -> Callable[[Received], bool]:
    """Return the check of a body."""
    return lambda request: bool(request.json() == value)


TEA = {"query": "tea"}
BRAVE = row_of(
    presets.BRAVE,
    "search_the_web",
    {**TEA, "count": 2},
    "GET /web/search",
    {"web": {"results": [{"title": "Tea", "url": "https://tea.example/"}]}},
    asks(q="tea", count="2"),
    {"count": "many"},
)
TAVILY = row_of(
    presets.TAVILY,
    "search_the_web",
    TEA,
    "POST /search",
    {"results": [{"title": "Tea"}]},
    sends(TEA),
    {"max_results": 0},
)
BOCHA = row_of(
    presets.BOCHA,
    "search_the_web",
    {**TEA, "summary": True},
    "POST /web-search",
    {"code": 200, "data": {"webPages": {"value": [{"name": "茶"}]}}},
    sends({**TEA, "summary": True}),
    {"freshness": "always"},
)
BOCHA = replace(
    BOCHA,
    failures=(
        *BOCHA.failures,
        Failure("refused with status 200", 2001, "no credit", reply=Reply.of_json({"code": 403, "msg": "no credit"})),
    ),
)
SEARXNG = row_of(
    presets.SEARXNG,
    "search_the_web",
    TEA,
    "GET /search",
    {"results": [{"title": "Tea"}]},
    asks(q="tea", format="json"),
    {"pageno": 0},
)
SEARXNG = replace(
    SEARXNG,
    config={"url": "https://search.example.com", "secret": KEY},
    hosts=("search.example.com",),
)
SLACK = row_of(
    presets.SLACK,
    "post_a_message",
    {"channel": "C1", "text": "茶"},
    "POST /chat.postMessage",
    {"ok": True, "ts": "1.2"},
    sends({"channel": "C1", "text": "茶"}),
    {"text": 7},
)
SLACK = replace(
    SLACK,
    failures=(
        *SLACK.failures,
        Failure(
            "refused with status 200",
            2001,
            "channel_not_found",
            reply=Reply.of_json({"ok": False, "error": "channel_not_found"}),
        ),
    ),
)
NOTION = row_of(
    presets.NOTION, "get_a_page", {"id": "a b/c"}, "GET /pages/a%20b%2Fc", {"id": "a b/c"}, asks(), {"id": 7}
)
AIRTABLE = row_of(
    presets.AIRTABLE,
    "create_a_record",
    {"base": "app1", "table": "茶", "fields": {"Name": "Tea"}},
    "POST /app1/%E8%8C%B6",
    {"id": "rec1", "fields": {"Name": "Tea"}},
    sends({"fields": {"Name": "Tea"}}),
    {"fields": "none"},
)
ROWS = (BRAVE, TAVILY, BOCHA, SEARXNG, SLACK, NOTION, AIRTABLE)
