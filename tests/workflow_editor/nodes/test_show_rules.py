"""Fields that are shown on conditions: rules by kind and value, what hidden fields give, problems in the editor."""

import json
from pathlib import Path
from typing import Any

import pytest

from workflow_editor.nodes.builtin.form_trigger import FormTriggerConfig, FormTriggerNode
from workflow_editor.nodes.builtin.start import StartConfig, StartNode, read_inputs
from workflow_editor.nodes.interface import parameters_schema

CASES = json.loads((Path(__file__).parents[2] / "show_rules.json").read_text())
"""The front end has to answer the same: `frontend/src/components/run-inputs/show-rules.test.ts`."""


def config(*fields: dict[str, Any]) -> StartConfig:
    return StartConfig.model_validate({"fields": list(fields)})


def shown_if(*rules: tuple[str, str, str], match: str = "all", **field: Any) -> dict[str, Any]:
    """Return a required field “more” with its conditions."""
    written = [{"field": name, "operator": operator, "value": value} for name, operator, value in rules]
    return {"name": "more", "required": True, "showWhen": written, "showMatch": match, **field}


def is_shown(fields: StartConfig, given: dict[str, Any]) -> bool:
    """Return True if “more” is missing where it is not given, and taken where it is."""
    missing = [error.pointer for error in read_inputs(fields, given)[1]]
    values, errors = read_inputs(fields, {**given, "more": "kept"})
    assert errors == []
    assert missing == (["/more"] if values["more"] == "kept" else [])
    # What was read is read once more when the run begins.
    assert read_inputs(fields, {}, values) == (values, [])
    return bool(values["more"] == "kept")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']} {case['operator']} {case['value']}")
def test_a_rule_holds_by_kind_and_value(case: dict[str, Any]) -> None:
    asked = {"name": "asked", "type": case["kind"], "options": case.get("options", []), "default": case.get("default")}
    fields = config(asked, shown_if(("asked", case["operator"], case["value"])))
    assert is_shown(fields, {"asked": case["given"]}) is case["shown"]


@pytest.mark.parametrize(("match", "given", "shown"), [
    ("all", {"a": "1", "b": "1"}, True),
    ("all", {"a": "1"}, False),
    ("any", {"b": "1"}, True),
    ("any", {}, False),
])  # fmt: skip
def test_all_rules_hold_or_any(match: str, given: dict[str, Any], shown: bool) -> None:
    fields = config({"name": "a"}, {"name": "b"}, shown_if(("a", "is", "1"), ("b", "is", "1"), match=match))
    assert is_shown(fields, given) is shown


def test_what_a_hidden_field_was_given_or_has_as_default_counts_for_nothing() -> None:
    between = {"name": "between", "default": "set", "showWhen": [{"field": "asked", "operator": "is_filled"}]}
    fields = config({"name": "asked"}, between, shown_if(("between", "is_filled", "")))
    assert is_shown(fields, {"asked": "x"}) is True
    assert is_shown(fields, {"between": "sent anyway"}) is False
    assert read_inputs(fields, {"between": "sent anyway"})[0] == {"asked": "", "between": "", "more": ""}


@pytest.mark.parametrize(
    ("kind", "nothing"), [("text", ""), ("choices", []), ("number", None), ("file", None), ("json", None)]
)
def test_a_hidden_field_is_as_if_it_were_left_empty(kind: str, nothing: Any) -> None:
    fields = config({"name": "asked"}, shown_if(("asked", "is", "yes"), type=kind, options=["a"]))
    # Not even held against its kind.
    assert read_inputs(fields, {"more": {"no": "value"}}) == ({"asked": "", "more": nothing}, [])


def test_a_rule_about_a_field_that_does_not_come_before_always_holds() -> None:
    for match in ("all", "any"):
        fields = config(shown_if(("gone", "is", "yes"), ("later", "is", "yes"), match=match), {"name": "later"})
        assert is_shown(fields, {}) is True


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (("pick", "is", "a"), []),
        (("pick", "contains", "c"), []),
        (("pick", "is", "gone"), [("condition_value", "/fields/1/showWhen/0/value")]),
        (("renamed", "is", "a"), [("condition_field", "/fields/1/showWhen/0/field")]),
        (("more", "is_filled", ""), [("condition_field", "/fields/1/showWhen/0/field")]),
        (("later", "is_filled", ""), [("condition_field", "/fields/1/showWhen/0/field")]),
    ],
)
def test_what_a_condition_cannot_name_is_a_problem(rule: tuple[str, str, str], problem: list[Any]) -> None:
    fields = config({"name": "pick", "type": "select", "options": ["a"]}, shown_if(rule), {"name": "later"})
    found = StartNode().problems(fields)
    assert [(one.code, one.field) for one in found] == problem
    assert all(one.message.in_language("zh") != one.message.en for one in found)


def test_callers_need_not_give_what_may_be_hidden() -> None:
    fields = config({"name": "asked", "required": True}, shown_if(("asked", "is", "yes")))
    assert parameters_schema({field.name: field for field in fields.fields})["required"] == ["asked"]


@pytest.mark.parametrize(("match", "kept"), [("all", ["b"]), ("any", [])])
def test_a_page_knows_no_condition_on_what_it_does_not_ask(match: str, kept: list[str]) -> None:
    fields = config({"name": "a"}, {"name": "b"}, shown_if(("a", "is", "secret"), ("b", "is", "1"), match=match))
    trigger = FormTriggerConfig.model_validate({"mapping": [{"name": "a", "value": "secret"}]})
    asked = FormTriggerNode().asked(trigger, fields.fields)
    assert [field.name for field in asked] == ["b", "more"]
    assert [rule.field for rule in asked[1].show_when] == kept
