"""Services used by nodes."""

import pytest

from tools.core.definitions import JsonObject
from workflow_editor.nodes.services import services_of

FEISHU: JsonObject = {"type": "notification-feishu"}


@pytest.mark.parametrize(
    ("config", "services"),
    [
        ({}, []),
        ({"service": "telegram"}, ["telegram"]),
        ({"sender": "stripe"}, ["stripe"]),
        ({"sender": "none"}, []),
        ({"tool": FEISHU}, ["feishu"]),
        (
            {"tool": None, "tools": [FEISHU, {"type": "http-request"}, {"type": "github-trending"}, FEISHU]},
            ["feishu", "github"],
        ),
        ({"tool": {"type": "no-longer-there"}, "tools": None}, []),
    ],
)
def test_each_is_named_once(config: JsonObject, services: list[str]) -> None:
    assert services_of([config, config]) == services
