"""Rows of the tools that work inside the product: articles, workflows, skills, scripts, MCP programs."""

import httpx2
from django.utils import timezone

from tests.doubles import cms, mcp_faults, mcp_http, pet_shop
from tests.doubles.code_runner import TOKEN, running_runner
from tests.doubles.http_server import Received, Reply, serving
from tests.factories.knowledge import base_create
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.every_tool.row import Failure, Json, Place, ToolRow
from tools.executors.openapi.description import read_description
from tools.models import ToolPolicy

NOBODYS = "0199aaaa-0000-7000-8000-000000000001"
SKILL = {
    "id": "notes",
    "name": "Notes",
    "version": "1.0.0",
    "description": "Turns talk into notes.",
    "systemPrompt": "Read references/tone.md, then write.",
    "files": {"references/tone.md": "Be brief."},
}
SCRIPT = "def main(args):\n    return 10 / args['share'] if args['share'] < 100 else 'x' * 10_000_000"


def a_workflow(place: Place) -> Json:
    workflow_create(place.owner, name="Tea")
    return {}


def the_program(place: Place) -> Json:
    place.settings.MCP_PROGRAMS = {"faults": mcp_faults.program(API_KEY=mcp_faults.SECRET)}
    return {}


def the_server(place: Place) -> Json:
    place.settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    return {"url": f"{place.opened.enter_context(serving(mcp_http.mcp_server)).url}/mcp"}


RUNNERS: list[str] = []
"""Address of the test's runner."""


def handed_on(request: Received) -> Reply:
    """Let the real runner answer."""
    token = {"Authorization": request.headers.get("authorization", "")}
    answer = httpx2.post(f"{RUNNERS[0]}{request.path}", content=request.body, headers=token, timeout=60)
    return Reply(answer.status_code, answer.content)


def the_runner(place: Place) -> Json:
    ToolPolicy.objects.create(tool_pattern="code_runner", effect="allow")
    RUNNERS[:] = [place.opened.enter_context(running_runner()).url]
    return {}


def a_table(place: Place) -> Json:
    return {"table": str(table_create(place.owner, [{"email": "ann@example.com", "age": 9}]).pk)}


def a_base(place: Place) -> Json:
    return {"knowledgeBase": str(base_create(place.owner).pk)}


def article(ui_type: str, **config: str) -> ToolRow:
    return ToolRow(
        ui_type=ui_type,
        config={"webhookUrl": cms.URL, "webhookSecret": cms.SECRET, **config},
        arguments={"title": "Tea", "content": "# Tea", "tags": ["tea"]},
        fits=lambda data: data["url"] == "https://blog.example.com/1" and data["address"].startswith("/api/articles/"),
        failures=(
            Failure("wrong credential", 5001, "signing secret", config={"webhookSecret": "another-secret"}),
            Failure("not taken", 2001, "422", reply=Reply(422)),
            Failure("rate limit", 5002, "Try again in 7 s.", reply=Reply(429, b"", {"Retry-After": "7"})),
            Failure("wrong type", 1002, "content", arguments={"title": "Tea", "content": ["Tea"]}),
        ),
        stand_in=lambda: cms.Cms(timezone.now().timestamp()),
        hosts=cms.HOSTS,
        secrets=(cms.SECRET,),
    )


WORKFLOWS = ToolRow(
    ui_type="workflow-management",
    config={"operation": "list"},
    arguments={"search": "Tea"},
    fits=lambda data: [one["name"] for one in data] == ["Tea"],
    failures=(
        Failure("nothing found", 2004, "no such workflows", arguments={"search": "coffee"}),
        Failure("not theirs", 2004, "no such", config={"operation": "read"}, arguments={"workflow_id": NOBODYS}),
        Failure(
            "injection into the id",
            1002,
            "workflow_id",
            config={"operation": "run"},
            arguments={"workflow_id": "1; DROP TABLE"},
        ),
    ),
    set_up=a_workflow,
)
KNOWLEDGE = ToolRow(
    ui_type="knowledge-write",
    config={},
    arguments={"name": "hours", "content": "Open from 9 to 18."},
    fits=lambda data: (data["document"], data["change"]) == ("hours.md", "added"),
    failures=(
        Failure("no such base", 1002, "knowledge base", config={"knowledgeBase": NOBODYS}),
        Failure("nothing to write", 1002, "empty", arguments={"name": "hours", "content": ""}),
        Failure("not what it says", 1002, "another type", arguments={"name": "hours.pdf", "content": "Open."}),
        Failure("a forged file", 1002, "no file", arguments={"name": "a", "content": {"$type": "file"}}),
    ),
    set_up=a_base,
)
TABLE = ToolRow(
    ui_type="data-table",
    config={},
    arguments={"email": "ann@example.com", "age": 10},
    fits=lambda data: (data["row"]["age"], data["created"]) == (10, False),
    failures=(
        Failure("no such row", 2004, "no row 999999", arguments={"id": 999_999}, function="delete"),
        Failure("wrong type", 1002, "Enter a number.", arguments={"email": "x", "age": "old"}),
        Failure("no such column", 1002, "Choose one of", arguments={"sort": "-colour"}, function="query"),
        Failure("the same key again", 1002, "Another row", arguments={"email": "ann@example.com"}, function="insert"),
        Failure(
            "injection into a value",
            1002,
            "Enter a number.",
            arguments={"where": [{"column": "age", "operator": "equals", "value": "1 OR 1=1"}]},
            function="query",
        ),
    ),
    function="upsert",
    wrong={"email": "x", "age": "old"},
    set_up=a_table,
)
SKILLS = ToolRow(
    ui_type="claude-skill",
    config={"skill": SKILL},
    arguments={},
    fits=lambda data: data["instructions"] == SKILL["systemPrompt"],
    failures=(
        Failure("no such file", 2004, "references/tone.md", arguments={"file": "references/other.md"}),
        Failure("injection into the path", 2004, "references/tone.md", arguments={"file": "../../etc/passwd"}),
        Failure("wrong type", 1002, "file", arguments={"file": ["references/tone.md"]}),
    ),
)
CUSTOM = ToolRow(
    ui_type="custom",
    config={
        "description": "Shares ten.",
        "parameters": [{"name": "share", "type": "number", "description": "By how many."}],
        "script": SCRIPT,
    },
    arguments={"share": 4},
    fits=lambda data: data == 2.5,
    failures=(
        Failure("an error of the script", 2001, "Line 2: ZeroDivisionError", arguments={"share": 0}),
        Failure("too large a result", 2001, "larger", arguments={"share": 100}),
        Failure("wrong type", 1002, "share", arguments={"share": "four"}),
    ),
)
RUNNER = ToolRow(
    ui_type="code-runner",
    config={"url": "http://runner.example.com", "token": TOKEN},
    arguments={"code": SCRIPT, "inputs": {"share": 4}},
    fits=lambda data: data == 2.5,
    failures=(
        Failure("wrong credential", 5001, "token", config={"token": "another-token-altogether"}),
        Failure("an error of the code", 2001, "Line 2: ZeroDivisionError", arguments={"code": "x = 1\n1 / 0"}),
        Failure("too large a result", 2001, "larger", arguments={"code": "'x' * 10_000_000"}),
        Failure("wrong type", 1002, "code", arguments={"code": 4}),
    ),
    stand_in=lambda: handed_on,
    hosts=("runner.example.com",),
    set_up=the_runner,
    programs=("code",),
    secrets=(TOKEN,),
)
MCP = ToolRow(
    ui_type="mcp-server",
    config={"transport": "stdio", "program": "faults"},
    arguments={"word": "tea"},
    fits=lambda data: data == {"text": "say {'word': 'tea'}"},
    failures=(
        Failure("a tool that fails", 2001, "The oven is cold.", arguments={}, function="fail"),
        Failure("an error of the protocol", 2001, "not today", arguments={}, function="refuse"),
        Failure("a server that dies", 5002, "was lost", arguments={}, function="die"),
        Failure("wrong type", 1002, "word", arguments={"word": 5}),
    ),
    secrets=(mcp_faults.SECRET,),
    function="say",
    wrong={"word": 5},
    set_up=the_program,
)
MCP_HTTP = ToolRow(
    ui_type="mcp-server",
    variant="http",
    config={"transport": "http", "token": mcp_http.TOKEN},
    arguments={"word": "tea"},
    fits=lambda data: data == {"text": "say tea"},
    failures=(
        Failure("missing scope", 5001, "Check the token", arguments={}, function="guarded"),
        Failure("rate limit", 5002, "Try again in 90 s.", arguments={}, function="hurried"),
        Failure("a tool that fails", 2001, "The oven is cold.", arguments={}, function="fail"),
        Failure("wrong type", 1002, "word", arguments={"word": 5}),
    ),
    secrets=(mcp_http.TOKEN,),
    function="say",
    wrong={"word": 5},
    set_up=the_server,
)
PETS = ToolRow(
    ui_type="openapi",
    config={
        "api": read_description(pet_shop.DOCUMENT, ["get_pet", "add_pet"]).api.model_dump(by_alias=True),
        "secret": pet_shop.KEY,
    },
    arguments={"name": "Tea", "age": 3},
    fits=lambda data: data == {"id": 7, "name": "Tea", "age": 3},
    failures=(
        Failure("wrong credential", 5001, "Unknown key.", config={"secret": "another-key"}),
        Failure("nothing there", 2004, "No such pet.", arguments={"id": "9"}, function="get_pet"),
        Failure("rate limit", 5002, "Try again in 7 s.", reply=Reply(429, b"", {"Retry-After": "7"})),
        Failure("wrong type", 1002, "age", arguments={"name": "Tea", "age": "old"}),
        Failure("injection into the path", 1002, "path", arguments={"id": ".."}, function="get_pet"),
    ),
    stand_in=pet_shop.PetShop,
    hosts=pet_shop.HOSTS,
    secrets=(pet_shop.KEY,),
    function="add_pet",
    wrong={"name": 5},
)
ROWS = (
    article("blog-save"),
    article("blog-en-save"),
    article("social-media-article-save", platform="weibo"),
    WORKFLOWS,
    TABLE,
    KNOWLEDGE,
    SKILLS,
    CUSTOM,
    RUNNER,
    MCP,
    MCP_HTTP,
    PETS,
)
