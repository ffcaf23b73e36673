"""Problems that only the database knows: tools and providers."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.services.providers import provider_create
from tests.doubles.unfinished_tool import take_code_away
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.knowledge import base_create
from tests.factories.workflows import workflow_create
from tools.services.tool_configs import tool_config_create, tool_config_update
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem
from workflow_editor.selectors.checks.problems import provider_problems
from workflow_editor.selectors.checks.sub_workflows import self_call_problems, sub_workflow_problems
from workflow_editor.selectors.checks.tools import tool_problems
from workflow_editor.services.versions import version_publish

MISSING_ID = "00000000-0000-4000-8000-000000000000"
SCRIPT = {"script": "1 + 1"}


def document(type_: str, config: dict[str, Any], **fields: Any) -> Document:
    return Document.model_validate({"nodes": [node("n", type_, config, **fields)], "edges": []})


def tool(type_: str = "custom", config: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {
        "id": "t1",
        "type": type_,
        "name": "T",
        "enabled": True,
        "config": config or {},
        "toolConfig": None,
        **fields,
    }


def found_problems(problems: list[Problem]) -> list[tuple[str, str, str | None]]:
    assert all(problem.message.en and problem.message.in_language("zh") for problem in problems)
    return [(problem.code, problem.severity, problem.field) for problem in problems]


@pytest.fixture(autouse=True)
def _unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    take_code_away(monkeypatch, "douyin-video")


@pytest.mark.parametrize(
    ("wanted", "problems"),
    [
        (tool(config=SCRIPT), []),
        (tool("douyin-video"), [("tool_not_implemented", "warning", "/tools/0")]),
        (tool("no-such-type"), [("tool_not_implemented", "warning", "/tools/0")]),
        (tool("http-request", {"url": ""}), []),
        (tool("notification-feishu"), [("tool_misconfigured", "warning", "/tools/0/config/webhookUrl")]),
        (tool("custom", {"script": 5}), [("tool_misconfigured", "warning", "/tools/0/config/script")]),
        (tool("douyin-video", enabled=False), []),
        (tool(toolConfig=MISSING_ID), [("tool_missing", "error", "/tools/0")]),
        (tool(toolConfig="not-an-id"), [("tool_missing", "error", "/tools/0")]),
    ],
)
def test_tools_of_an_ai_node(alice: User, wanted: dict[str, Any], problems: list[Any]) -> None:
    assert found_problems(tool_problems(document("process", {"tools": [wanted]}), alice)) == problems


def test_an_unknown_builtin_tool_is_reported(alice: User) -> None:
    config = {"enabledTools": ["system:get_current_time", "system:no_such_thing"]}
    found = found_problems(tool_problems(document("process", config), alice))
    assert found == [("tool_not_implemented", "warning", "/enabledTools/1")]


def test_workflows_agents_and_knowledge_bases_are_looked_up_for_the_person_who_runs(alice: User, bob: User) -> None:
    tools = [
        f"workflow:{workflow_create(alice, name='Tea').slug}",
        f"agent:{agent_create(alice).slug}",
        f"kb:{base_create(alice).slug}",
    ]
    wanted = document("process", {"enabledTools": tools})
    assert found_problems(tool_problems(wanted, alice)) == []
    assert found_problems(tool_problems(wanted, bob)) == [
        ("tool_missing", "warning", f"/enabledTools/{at}") for at in range(3)
    ]


@pytest.mark.parametrize("off", [{"enableToolCalling": False}, {}])
def test_tools_that_are_not_wanted_are_not_reported(alice: User, off: dict[str, Any]) -> None:
    wanted = document("process", {"tools": [tool("douyin-video")], **off}, bypass=not off)
    assert tool_problems(wanted, alice) == []


NOT_CALLABLE = [
    ("douyin-video", "tool_not_implemented"),
    ("no-such-type", "tool_not_implemented"),
    ("system:get_the_moon", "tool_not_implemented"),
    ("http_request", "tool_not_implemented"),
    ("workflow:coffee", "tool_missing"),
    ("agent:nobody", "tool_missing"),
    ("kb:nothing", "tool_missing"),
    (f"tool:{MISSING_ID}", "tool_missing"),
    (f"mcp:{MISSING_ID}:echo", "tool_missing"),
    ("mcp:not-an-id:echo", "tool_missing"),
    (":", "tool_not_implemented"),
]


def test_a_tool_node_may_call_whatever_an_ai_node_may(alice: User) -> None:
    workflow, agent, base = workflow_create(alice), agent_create(alice), base_create(alice)
    named = [f"workflow:{workflow.slug}", f"agent:{agent.slug}", f"kb:{base.slug}", "kb:Query"]
    for wanted in ["system:get_current_time", *named]:
        assert tool_problems(document("tool", {"tool": tool(wanted)}), alice) == [], wanted


@pytest.mark.parametrize(("wanted", "code"), NOT_CALLABLE)
def test_what_a_tool_node_cannot_call_is_reported_before_the_run(alice: User, wanted: str, code: str) -> None:
    assert found_problems(tool_problems(document("tool", {"tool": tool(wanted)}), alice)) == [(code, "error", "/tool")]
    for_model = found_problems(tool_problems(document("process", {"tools": [tool(wanted)]}), alice))
    assert for_model == [(code, "warning", "/tools/0")]


@pytest.mark.parametrize("by_id", [True, False])
def test_a_tool_node_names_one_function_of_a_server(alice: User, by_id: bool) -> None:
    settings = {"transport": "http", "url": "https://shop.example.com/mcp"}
    server = tool_config_create(owner=alice, type="mcp-server", name="Shop", config=settings)

    def named(function: str) -> Any:
        if by_id:
            return tool(f"mcp:{server.pk}:{function}" if function else server.tool_id)
        return tool("mcp-server", toolConfig=str(server.pk), function=function)

    assert found_problems(tool_problems(document("tool", {"tool": named("")}), alice)) == [
        ("tool_function_missing", "warning", "/tool")
    ]
    assert tool_problems(document("tool", {"tool": named("search")}), alice) == []
    assert tool_problems(document("process", {"tools": [named("")]}), alice) == []


def test_a_tool_node_cannot_do_without_its_tool(alice: User) -> None:
    found = found_problems(tool_problems(document("tool", {"tool": tool("notification-feishu")}), alice))
    assert found == [("tool_misconfigured", "error", "/tool/config/webhookUrl")]


def test_a_private_address_is_reported_at_its_field(alice: User) -> None:
    private = tool("http-request", {"url": "http://169.254.169.254/latest/"})
    assert found_problems(tool_problems(document("tool", {"tool": private}), alice)) == [
        ("tool_misconfigured", "error", "/tool/config/url")
    ]


def test_a_tool_node_without_a_tool_is_no_matter_of_the_database(alice: User) -> None:
    assert tool_problems(document("tool", {"tool": None}), alice) == []


def test_a_configured_tool_is_looked_up_for_the_person_who_runs(alice: User, bob: User) -> None:
    mine = tool_config_create(owner=alice, type="custom", name="Mine", config=SCRIPT)
    graph = document("process", {"tools": [tool(toolConfig=str(mine.pk))]})
    assert found_problems(tool_problems(graph, alice)) == []
    assert found_problems(tool_problems(graph, bob)) == [("tool_missing", "error", "/tools/0")]
    tool_config_update(tool=mine, shared=True)
    assert found_problems(tool_problems(graph, bob)) == []
    tool_config_update(tool=mine, enabled=False)
    assert found_problems(tool_problems(graph, alice)) == [("tool_disabled", "warning", "/tools/0")]


@pytest.mark.django_db
def test_the_offline_model_needs_nothing() -> None:
    assert provider_problems(document("process", {"provider": "offline"})) == []
    assert provider_problems(document("process", {})) == []


@pytest.mark.django_db
@pytest.mark.parametrize("provider", [MISSING_ID, "gone"])
def test_a_provider_that_does_not_exist_is_reported(provider: str) -> None:
    assert found_problems(provider_problems(document("process", {"provider": provider}))) == [
        ("provider_missing", "error", "/provider")
    ]


@pytest.mark.django_db
def test_a_provider_needs_a_key_and_must_be_on() -> None:
    provider = provider_create(name="OpenAI", preset="openai", api_key="")
    graph = document("process", {"provider": str(provider.pk), "model": "gpt"})
    assert found_problems(provider_problems(graph)) == [("provider_without_key", "error", "/provider")]
    provider.enabled = False
    provider.save()
    assert found_problems(provider_problems(graph)) == [("provider_disabled", "error", "/provider")]


def test_a_sub_workflow_that_is_not_there_is_reported(alice: User, charlie: User) -> None:
    own = workflow_create(alice)
    version_publish(own, alice)
    foreign = workflow_create(charlie)
    missing = [("sub_workflow_missing", "error", "/workflow")]
    for config, problems in (
        ({}, []),
        ({"workflow": str(own.pk)}, []),
        ({"workflow": own.slug, "version": 1}, []),
        ({"workflow": own.slug, "version": 2}, [("version_missing", "error", "/version")]),
        ({"workflow": foreign.slug}, missing),
        ({"workflow": MISSING_ID}, missing),
        ({"workflow": "no-such-name"}, missing),
    ):
        assert found_problems(sub_workflow_problems(document("sub_workflow", config), alice)) == problems
    bypassed = document("sub_workflow", {"workflow": MISSING_ID}, bypass=True)
    assert sub_workflow_problems(bypassed, alice) == []


def test_a_workflow_that_runs_itself_is_warned_of(alice: User) -> None:
    own, other = workflow_create(alice), workflow_create(alice)
    warned = [("workflow_calls_itself", "warning", "/workflow")]
    for reference, problems in ((str(own.pk), warned), (own.slug, warned), (other.slug, []), ("", [])):
        graph = document("sub_workflow", {"workflow": reference})
        assert found_problems(self_call_problems(graph, own)) == problems
    assert self_call_problems(document("sub_workflow", {"workflow": own.slug}, bypass=True), own) == []
