"""The poll: where its list is, and what it says of an item."""

from typing import Any

import pytest

from tools.core.text import Text
from workflow_editor.nodes.builtin.poll import PollConfig, PollNode
from workflow_editor.triggers.polling.items import items_of

MAIL = {"id": "t1", "type": "imap", "name": "Mail"}


def config(**fields: Any) -> PollConfig:
    return PollConfig.model_validate({"tool": MAIL, **fields})


def test_a_tool_that_lists_declares_where_its_items_are() -> None:
    listing = config(arguments={"message": ""}).listing()
    assert (listing.items, listing.key) == ("messages", "id")
    assert listing.arguments == {"since": "{{ trigger.item.id }}", "message": ""}


def test_settings_of_ones_own_count_first() -> None:
    listing = config(items="messages", key="message_id").listing()
    assert (listing.items, listing.key, listing.arguments) == ("messages", "message_id", {})
    assert config(arguments={"since": "1-1"}).listing().arguments == {"since": "1-1"}


def test_other_tools_return_the_list_itself() -> None:
    listing = config(tool={**MAIL, "type": "custom"}).listing()
    assert (listing.items, listing.key) == ("", "")


@pytest.mark.parametrize(
    ("data", "path", "found"),
    [([1], "", [1]), ({"a": {"b": [1, 2]}}, "a.b", [1, 2]), ({"a": [{"b": [3]}]}, "a.0.b", [3])],
)
def test_the_list_is_found_by_its_path(data: Any, path: str, found: list[Any]) -> None:
    assert [item.value for item in items_of(data, path, "").items] == found


def test_an_item_listed_twice_counts_once_and_keys_may_be_of_any_kind() -> None:
    listed = items_of([{"id": 1, "a": 1}, {"id": 1, "a": 2}, {"id": [1]}, {"id": "x" * 500}], "", "id")
    assert [item.key for item in listed.items] == ["1", "[1]", "x" * 200]
    assert listed.items[0].value == {"id": 1, "a": 1}
    assert listed.total == 4


def test_fields_of_the_start_get_the_fields_of_the_item() -> None:
    (item,) = items_of([{"id": 7, "topic": "tea"}], "", "id").items
    arrived = PollNode().arrived(item, is_changed=False)
    assert PollNode().run_inputs_from(config(), arrived, ["topic", "key", "other"], dict) == {
        "topic": "tea",
        "key": "7",
    }


@pytest.mark.parametrize(
    ("fields", "code"), [({"tool": None}, "tool_not_chosen"), ({"tool": {**MAIL, "enabled": False}}, "tool_disabled")]
)
def test_it_needs_a_tool(fields: dict[str, Any], code: str) -> None:
    assert [problem.code for problem in PollNode().problems(config(**fields))] == [code]


def test_a_secret_of_the_tool_is_refused() -> None:
    refused = PollNode().refusals(config(tool={**MAIL, "config": {"password": "hunter2"}}))
    assert [problem.field for problem in refused] == ["/tool/config/password"]


def test_only_other_ways_to_list_begin_again() -> None:
    before = config().model_dump(mode="json", by_alias=True)
    assert PollNode().goes_on(before, {**before, "everyMin": 9, "limit": 1, "mapping": []})
    for name, value in {"key": "id", "items": "x", "mode": "changed", "arguments": {"a": 1}, "tool": None}.items():
        assert not PollNode().goes_on(before, {**before, name: value})


def test_its_name_is_in_every_language() -> None:
    assert PollNode().title == Text("New items")
    assert PollNode().title.in_language("zh") == "新增条目"
