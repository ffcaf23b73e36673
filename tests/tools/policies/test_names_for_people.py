"""Decisions name tools as people know them, not by the ids that rules are written with."""

import pytest

from tests.tools.policies.test_permissions import HERE, rule
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors import builtin  # noqa: F401  # fills the registry
from tools.executors.registry import registry
from tools.policies.index import PolicyIndex
from tools.policies.tool_patterns import PolicySubject
from tools.selectors.tool_types import policy_subject

BY_TYPE = [
    (pattern, title)
    for executor in registry
    for pattern, title in ((executor.name, executor.title), *((one.ui_type, one.title) for one in executor.ui_tools))
]
STORED = PolicySubject(
    ToolId("tool:a1"), "http_request", "http-request", hosts=("shop.test",), names={"tool:a1": "Order lookup"}
)


def _reason(subject: PolicySubject, pattern: str) -> Text:
    return PolicyIndex([rule(pattern, "ask")]).decide(subject, HERE, None).reason


@pytest.mark.parametrize(("pattern", "title"), BY_TYPE, ids=[pattern for pattern, _ in BY_TYPE])
def test_a_rule_about_a_type_of_tools_is_named_by_its_title(pattern: str, title: Text) -> None:
    subject = policy_subject(ToolId(pattern))
    assert subject is not None
    reason = _reason(subject, pattern).to_json()
    for language, words in title.to_json().items():
        assert f"“{words}”" in reason[language]


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [("tool:a1", "Order lookup"), ("host:shop.test", "shop.test"), ("*", "every tool"), ("http*", "http*")],
)
def test_a_rule_about_one_tool_a_host_or_several_is_named_by_what_it_means(pattern: str, shown: str) -> None:
    assert f"“{shown}”" in _reason(STORED, pattern).en
