"""A guardrail passes, blocks and masks, and recognizes personal data."""

from functools import partial
from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from tests.timing import Work, assert_growth
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.guardrail import GuardrailConfig, GuardrailNode
from workflow_editor.nodes.texts.personal_data import masked, personal_data

SCHEMA = {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}

MASKED: list[tuple[str, str]] = [
    ("write to 张三@example.com.cn or a.b+c@example.org.", "write to [email] or [email]."),
    ("手机13800138000，或 +86 138-0013-8000", "手机[phone]，或 [phone]"),
    ("身份证 11010519491231002X", "身份证 [chinese_id]"),
    ("身份证 110105194912310021", "身份证 110105194912310021"),
    ("card 4111 1111 1111 1111, not 4111 1111 1111 1112", "card [card], not 4111 1111 1111 1112"),
    ("IBAN DE89 3704 0044 0532 0130 00", "IBAN [iban]"),
    ("from 192.168.0.1, version 1.2.3.4.5 and 999.1.1.1", "from [ip_address], version 1.2.3.4.5 and 999.1.1.1"),
    ("order 20261126, 12.50 EUR, 2026-11-26T14:00:00+08:00", "order 20261126, 12.50 EUR, 2026-11-26T14:00:00+08:00"),
]

JUDGED: list[tuple[dict[str, Any], Any, list[str]]] = [
    ({}, "all fine", []),
    ({}, "a@example.org", ["personal_data"]),
    ({"personalData": "ignore", "requiredPattern": "^A"}, "B", ["required_pattern"]),
    ({"requiredPattern": "^A", "forbiddenPattern": "(?i)secret"}, "A SECRET", ["forbidden_pattern"]),
    ({"valueSchema": SCHEMA}, {"city": "Lyon"}, []),
    ({"valueSchema": SCHEMA}, '{"city": "Lyon"}', []),
    ({"valueSchema": SCHEMA}, '{"city": 1}', ["schema"]),
    ({"valueSchema": SCHEMA}, "no JSON", ["schema"]),
    # Python's `re` would not come back from this one.
    ({"requiredPattern": "^(a+)+$"}, "a" * 50_000 + "!", ["required_pattern"]),
]


def checked(config: dict[str, Any], content: Any) -> NodeOutcome:
    given = GuardrailConfig.model_validate({"content": "{{ inputs.content }}", **config})
    return GuardrailNode().preview(given, NodeHarness(inputs={"content": content}).variables())


@pytest.mark.parametrize(("text", "shown"), MASKED)
def test_personal_data_is_masked(text: str, shown: str) -> None:
    assert masked(text, personal_data(text)) == shown
    outcome = checked({"personalData": "mask"}, text)
    assert (outcome.output["content"], outcome.ports) == (shown, ("passed",))


@pytest.mark.parametrize(("config", "content", "rules"), JUDGED)
def test_what_breaks_a_rule_is_blocked(config: dict[str, Any], content: Any, rules: list[str]) -> None:
    outcome = checked(config, content)
    assert [problem["rule"] for problem in outcome.output["problems"]] == rules
    assert outcome.ports == (("blocked",) if rules else ("passed",))
    assert GuardrailNode().ports_of(outcome.output) == outcome.ports


@pytest.mark.parametrize("piece", ["1", "1 ", "a.", "a@", "+1 ", "A1", "12345678901234567X", "1.1."])
def test_a_search_for_personal_data_is_linear(piece: str) -> None:
    def searched(length: int) -> Work:
        return partial(personal_data, piece * (length // len(piece)))

    assert_growth(searched, to=500_000)


def test_content_without_end_is_refused() -> None:
    with pytest.raises(NodeError) as caught:
        checked({}, "a" * 1_000_001)
    assert caught.value.code == "content_too_long"


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({"personalData": "ignore"}, "rule_missing"),
        ({"requiredPattern": "(?=a)"}, "pattern_invalid"),
        ({"valueSchema": {"type": "wrong"}}, "schema_invalid"),
    ],
)
def test_rules_that_cannot_be_used_are_named_before_a_run(config: dict[str, Any], code: str) -> None:
    given = GuardrailConfig.model_validate({"content": "x", **config})
    assert [problem.code for problem in GuardrailNode().problems(given)] == [code]
