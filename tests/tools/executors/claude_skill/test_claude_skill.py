"""A skill is disclosed step by step: its description, its instructions, its files."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.tool_ports import ALICE, IN_TEST, Bench, Cancel
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import HostedSkill, SkippedTool, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.claude_skill.executor import ClaudeSkillConfig

SKILL = {
    "id": "notes",
    "name": "会议纪要",
    "version": "1.0.0",
    "description": "Turns talk into notes. Use for transcripts.",
    "systemPrompt": "Read references/tone.md, then write.",
    "outputFormat": "markdown",
    "examples": [{"input": "Hi", "output": "# Notes"}],
    "files": {"references/tone.md": "Be brief."},
}


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    builtin.register_all(bench.registry)
    return bench


def offer(bench: Bench, skill: dict[str, Any] | None) -> GatewayToolbox:
    bench.tools.add("s", "claude-skill", {"skill": skill}, name="Notes")
    return bench.gateway().offer((ToolRef(ToolId("tool:s")),), ALICE)


def call(offered: GatewayToolbox, arguments: dict[str, Any]) -> ToolResult:
    name = offered.tools()[0].function.name
    return offered.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())


def test_before_the_skill_is_chosen_the_model_reads_only_what_it_is_for(bench: Bench) -> None:
    (tool,) = offer(bench, SKILL).tools()
    assert "Turns talk into notes. Use for transcripts." in tool.function.description
    assert "references/tone.md" not in tool.function.description
    assert set(tool.function.parameters["properties"]) == {"file"}


def test_then_it_reads_the_instructions_and_the_files_that_they_name(bench: Bench) -> None:
    offered = offer(bench, SKILL)
    reported = call(offered, {})
    assert reported.data == {
        "name": "会议纪要",
        "instructions": "Read references/tone.md, then write.",
        "outputFormat": "markdown",
        "examples": [{"input": "Hi", "output": "# Notes"}],
        "files": ["references/tone.md"],
    }
    file = call(offered, {"file": "./references/tone.md"})
    assert (file.success, file.data["content"]) == (True, "Be brief.")


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "references/other.md", "SKILL.md"])
def test_only_its_own_files_can_be_read(bench: Bench, path: str) -> None:
    answer = call(offer(bench, SKILL), {"file": path})
    assert not answer.success
    assert (answer.code, "references/tone.md" in (answer.message or "")) == (2004, True)


def test_without_a_skill_it_is_not_offered(bench: Bench) -> None:
    (skipped,) = offer(bench, None).skipped()
    assert isinstance(skipped, SkippedTool)
    assert (skipped.code, skipped.text.en) == ("misconfigured", "Choose a skill.")


@pytest.mark.parametrize(
    ("changes", "quoted"),
    [
        ({"systemPrompt": ""}, "systemPrompt"),
        ({"description": None}, "description"),
        ({"outputFormat": "pdf"}, "outputFormat"),
        ({"files": {"a": "x" * 1_000_001}}, "files"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_what_is_no_skill_is_not_stored(changes: dict[str, Any], quoted: str) -> None:
    with pytest.raises(ValidationError, match=quoted):
        ClaudeSkillConfig.model_validate({"skill": SKILL | changes})


HOSTED = {"hostedSkillId": "xlsx", "hostedVersion": "2"}
ASK = PolicyRule("r1", None, "claude_skill", None, "ask")


def hosted(bench: Bench, config: dict[str, Any], context: Any = ALICE) -> HostedSkill | None:
    bench.tools.add("s", "claude-skill", config)
    return bench.gateway().offer((ToolRef(ToolId("tool:s")),), context).tools()[0].function.hosted


def test_a_hosted_skill_is_sent_to_the_model_api(bench: Bench) -> None:
    assert hosted(bench, HOSTED) == HostedSkill("xlsx", "2")
    assert hosted(bench, {"skill": SKILL}) is None


@pytest.mark.parametrize("effect", ["ask", "mock"])
def test_where_a_rule_wants_to_see_the_calls_a_skill_is_not_hosted(bench: Bench, effect: Any) -> None:
    bench.policies.current = (replace(ASK, effect=effect),)
    assert hosted(bench, HOSTED | {"skill": SKILL}) is None


def test_nothing_is_hosted_in_test_mode(bench: Bench) -> None:
    assert hosted(bench, HOSTED, IN_TEST) is None


def test_a_model_that_cannot_use_a_hosted_skill_gets_an_error(bench: Bench) -> None:
    bench.tools.add("s", "claude-skill", HOSTED)
    result = call(bench.gateway().offer((ToolRef(ToolId("tool:s")),), ALICE), {})
    assert (result.success, result.code) == (False, 5001)
    assert "Anthropic" in result.message


@pytest.mark.parametrize("skill_id", ["excel", "skill_", "../x", "skill_a b"])
def test_an_id_that_no_hosted_skill_has_is_refused(skill_id: str) -> None:
    with pytest.raises(ValidationError, match="xlsx"):
        ClaudeSkillConfig.model_validate({"hostedSkillId": skill_id})
