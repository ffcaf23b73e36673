"""Card lines of nodes name existing fields, in every language."""

import re

import pytest

from tools.core.definitions import JsonObject
from tools.core.text import LANGUAGES
from tools.executors.registry import registry
from workflow_editor.nodes.builtin.webhook import WebhookNode
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.triggers.registry import SENDERS

DESCRIBED = {
    **{node["id"]: node for node in builtin_registry().catalogue()},
    **{tool["type"]: tool for tool in registry.catalogue()},
}


@pytest.mark.parametrize("described", DESCRIBED.values(), ids=DESCRIBED)
def test_names_fields_of_the_settings(described: JsonObject) -> None:
    fields = described["config_schema"].get("properties", {})
    assert len(described["summary"]) <= 2
    for line in described["summary"]:
        assert line[-1]["when"] == {}, "the last way always applies"
        for way in line:
            named = [set(re.findall(r"\{(\w+)", way["text"][code])) for code in LANGUAGES]
            assert named[0] <= fields.keys()
            assert all(names == named[0] for names in named)
            assert way["when"].keys() <= fields.keys()


def test_a_webhook_names_each_sender_in_words() -> None:
    (line,) = WebhookNode.summary
    shown = {way.when["sender"][0]: way.text.to_json()["en"] for way in line[:-1]}
    assert shown.keys() == SENDERS.keys()
    assert shown["none"] == "Anybody who knows the address"
