"""Reads from databases, object storage and GitHub are in the audit log: subject, rule, duration."""

import pytest
from rest_framework.test import APIClient

from tests.doubles.aimock import Aimock
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, done, text_reply
from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import text_of
from tests.workflow_editor.every_tool.row import Json
from tests.workflow_editor.every_tool.rows import ROWS

PLANTED = "planted-argument-88"
GUARDED: Json = {
    "sql": "SELECT name FROM items WHERE id = :id AND name <> :password",
    "params": {"id": 1, "password": PLANTED},
}
MASKED: Json = {**GUARDED, "params": {"id": 1, "password": "***"}}
AUDITED = [
    ("database-query", GUARDED, MASKED),
    *(
        (ui_type, ROWS[ui_type].arguments, ROWS[ui_type].arguments)
        for ui_type in ROWS
        if ui_type.startswith("github-") and not ROWS[ui_type].function
    ),
    *((ui_type, ROWS[ui_type].arguments, ROWS[ui_type].arguments) for ui_type in ROWS if ui_type.startswith("oss-")),
]


@pytest.mark.parametrize(("ui_type", "arguments", "audited"), AUDITED, ids=[row[0] for row in AUDITED])
def test_a_call_in_a_run_leaves_its_row(
    set_out: SetOut,
    queue: TaskQueue,
    aimock: Aimock,
    admin_api: APIClient,
    ui_type: str,
    arguments: Json,
    audited: Json,
) -> None:
    counter = set_out(ROWS[ui_type])
    api_user = ApiUser(counter.api, admin_api, queue)
    tool = counter.make()
    rule = done(admin_api.post("/api/tools/policies/", {"tool_pattern": tool["tool_id"], "effect": "allow"}))
    aimock.script(calls((tool["function_name"], arguments)), text_reply("Read."))
    ran = api_user.ask(api_user.provider("openai", aimock.openai_url), tool)
    assert ran.run["status"] == "succeeded", ran.error
    (row,) = api_user.audit()
    expected = {
        "run_id": ran.run["id"],
        "workflow_id": ran.run["workflow"]["id"],
        "node_key": "writer",
        "username": "alice",
        "tool_id": tool["tool_id"],
        "executor": ui_type.replace("-", "_"),
        "arguments": audited,
        "decision": "allow",
        "rule_id": rule["id"],
        "success": True,
        "code": 0,
        "attempts": 1,
    }
    assert {name: row[name] for name in expected} == expected
    assert row["duration_ms"] is not None
    assert row["reason"]
    assert PLANTED not in text_of(row)
