"""Every type of tool, and what must hold for each: one test a column, one row of data a type.

Run with `pytest tests/workflow_editor/every_tool`, the outcome is printed as a table.
"""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.utils.translation import override

from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import text_of
from tests.workflow_editor.every_tool.printed import documented, page
from tests.workflow_editor.every_tool.row import ToolRow
from tests.workflow_editor.every_tool.rows import OPERATIONS
from tools.adapters.gateway_factory import gateway
from tools.core.definitions import CallContext, ToolRef
from tools.core.naming.names import is_legal
from tools.core.tool_id import ToolId
from tools.executors.contract.schema import signing_fields
from tools.executors.registry import map_ui_tool_to_executor, registry
from tools.models import ToolInvocation
from tools.selectors.policies import caller_of
from tools.services.tool_configs import tool_config_create

DOCS = Path(__file__).parents[3] / "docs" / "tools" / "README.md"
every_type = pytest.mark.parametrize("row", OPERATIONS.values(), ids=OPERATIONS)
# An MCP server is asked for its functions in test mode too.
WITHOUT_MCP = {label: row for label, row in OPERATIONS.items() if row.ui_type != "mcp-server"}


def test_the_table_covers_exactly_the_catalogue() -> None:
    configured = [entry["type"] for entry in registry.catalogue() if entry["kind"] == "configured"]
    assert sorted({row.ui_type for row in OPERATIONS.values()}) == sorted(configured)
    assert all(len(row.failures) >= 3 for row in OPERATIONS.values())


def test_the_docs_hold_the_table() -> None:
    table = documented(OPERATIONS.values())
    assert [row.ui_type for row in OPERATIONS.values() if not (DOCS.parent / page(row)).exists()] == []
    assert table in DOCS.read_text(encoding="utf-8"), f"Put this table into {DOCS.name}:\n\n{table}"


def parameter_names(tool: dict[str, Any], user: User) -> set[str]:
    with closing(gateway().offer([ToolRef(ToolId(tool["tool_id"]))], CallContext(caller_of(user)))) as toolbox:
        return {name for offered in toolbox.tools() for name in offered.function.parameters["properties"]}


@every_type
@pytest.mark.everyday_rows(3)
def test_config_valid(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    entry = next(entry for entry in registry.catalogue() if entry["type"] == row.ui_type)
    jsonschema.validate({**entry["default_config"], **counter.config}, entry["config_schema"])
    tool = counter.make()
    assert counter.api.get(f"/api/tools/configs/{tool['id']}/").json() == tool
    assert bool(tool["secrets_set"]) is any(secret in text_of(counter.config) for secret in row.secrets)
    assert not [secret for secret in row.secrets if secret in text_of(tool)]
    wrong = {"type": row.ui_type, "name": "Tried", "config": {**counter.config, "noSuchField": 1}}
    refused = counter.api.post("/api/tools/configs/", wrong, format="json")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/config/noSuchField"]


@every_type
@pytest.mark.everyday_rows(3)
def test_function_offered(set_out: SetOut, alice: User, row: ToolRow) -> None:
    tool = set_out(row).make()
    toolbox = gateway().offer([ToolRef(ToolId(tool["tool_id"]))], CallContext(caller_of(alice)))
    try:
        assert toolbox.skipped() == []
        functions = [offered.function for offered in toolbox.tools()]
        assert functions
        for function in functions:
            assert is_legal(function.name)
            assert function.description.startswith("Tried: ")
            jsonschema.Draft202012Validator.check_schema(function.parameters)
        (called,) = [one for one in functions if not row.function or one.name.endswith(f"_{row.function}")]
        jsonschema.validate(row.arguments, called.parameters)
    finally:
        toolbox.close()


@every_type
def test_call_succeeds(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    report = counter.press(counter.make())
    assert report["success"], report["result"]
    assert row.fits(report["result"]["data"]), report["result"]["data"]
    assert (report["result"]["success"], report["result"]["code"]) == (True, 0)
    assert bool(counter.service.received) is bool(row.stand_in)


@every_type
@pytest.mark.everyday_rows(3)
def test_failures_mapped(set_out: SetOut, row: ToolRow) -> None:
    for failure in row.failures:
        report = set_out(row).fail(failure)
        reported = (report["success"], report["result"]["code"], failure.words in report["result"]["message"])
        assert reported == (False, failure.code, True), f"{failure.name}: {report['result']}"


@every_type
@pytest.mark.everyday_rows(3)
def test_test_mode(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    report = counter.press(counter.make(), mode="test")
    assert report["success"], report["result"]
    assert report["result"]["metadata"]["testMode"] is True
    assert report["result"]["message"].startswith("Test mode: nothing was sent.")
    assert counter.service.received == []


@pytest.mark.parametrize("row", WITHOUT_MCP.values(), ids=WITHOUT_MCP)
@pytest.mark.everyday_rows(3)
def test_test_mode_needs_nothing_to_sign_with(set_out: SetOut, alice: User, row: ToolRow) -> None:
    counter = set_out(row)
    model = registry.config_model(row.ui_type)
    unsigned = {name: value for name, value in counter.config.items() if name not in signing_fields(model)}
    tool = tool_config_create(owner=alice, type=row.ui_type, name="Unsigned", config=unsigned)
    report = counter.press({"id": str(tool.id)}, mode="test")
    assert report["success"], report["result"]
    assert counter.service.received == []


@every_type
@pytest.mark.everyday_rows(3)
def test_test_mode_shows_declared_names(set_out: SetOut, alice: User, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    plan = counter.press(tool, mode="test")["result"]["data"]
    assert plan["would"]
    shown = plan.get("arguments", row.arguments)
    assert {name: shown[name] for name in row.arguments} == row.arguments
    assert shown.keys() <= parameter_names(tool, alice)


@every_type
@pytest.mark.everyday_rows(3)
def test_audit_row(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    counter.press(tool)
    counter.press(tool, row.wrong)
    called, refused = counter.audit()
    expected: dict[str, Any] = {
        "username": "alice",
        "origin": "test_button",
        "stage": "call",
        "mode": "live",
        "executor": map_ui_tool_to_executor(row.ui_type),
        "decision": "allow",
        "success": True,
        "code": 0,
        "arguments": row.arguments,
    }
    assert {name: called[name] for name in expected} == expected
    assert tool["id"] in called["tool_id"]
    assert called["duration_ms"] is not None
    assert called["result"]["success"] is True
    assert (refused["decision"], refused["success"], refused["code"]) == ("invalid", False, 1002)
    assert next(iter(row.wrong)) in refused["message"]


@every_type
@pytest.mark.everyday_rows(3)
def test_audit_log_reads_in_every_language(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    counter.press(tool, mode="test")
    counter.press(tool)
    with override("zh-hans"):
        planned, reported = [call.message_text for call in ToolInvocation.objects.order_by("id")]
    plan = planned.removeprefix("测试模式：未发送任何内容。正式运行时会：")
    assert plan != planned
    assert re.search(r"[\u4e00-\u9fff]", plan), plan
    assert re.search(r"[\u4e00-\u9fff]", reported), reported
