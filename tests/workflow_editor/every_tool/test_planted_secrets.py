"""The credentials of every tool are nowhere but in the store and in the calls that need them."""

import logging
from collections.abc import Iterable, Iterator

import pytest
from rest_framework.test import APIClient

from tests.database_rows import rows_of_all_tables
from tests.doubles.aimock import Aimock
from tests.doubles.http_server import Received, Reply
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, text_reply
from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import Counter, text_of
from tests.workflow_editor.every_tool.row import Json, ToolRow
from tests.workflow_editor.every_tool.rows import ROWS
from tools.core.naming.names import function_name
from tools.core.tool_id import ToolId
from tools.secrets.names import is_secret_name

SECRETIVE = {ui_type: row for ui_type, row in ROWS.items() if row.secrets}
every_secret = pytest.mark.parametrize("row", SECRETIVE.values(), ids=SECRETIVE)


@pytest.fixture(autouse=True)
def _every_log(caplog: pytest.LogCaptureFixture) -> None:
    """Hear all loggers, those of the HTTP packages too."""
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpx2", "httpcore", "httpcore2"):
        caplog.set_level(logging.DEBUG, name)


def echo(request: Received) -> Reply:
    """Refuse the call and quote all of it, credentials first, in each form in which services put their words."""
    headers = sorted(request.headers.items(), key=lambda header: not is_secret_name(header[0]))
    body = request.body.decode(errors="replace")
    quoted = f"{request.path} {dict(request.query)} {dict(headers)} {body}"
    words = dict.fromkeys(("msg", "errmsg", "message", "error", "details", "description", "err_msg", "url"), quoted)
    codes = {"code": 4242, "errcode": 4242, "err_no": 4242, "success": False}
    return Reply.of_json({**codes, **words, "extra": {"error_code": 4242, "description": quoted}}, 400)


def assert_nowhere(row: ToolRow, texts: Iterable[str]) -> None:
    assert [(secret, text[:300]) for text in texts for secret in row.secrets if secret in text] == []


def pages(api: APIClient, *paths: str) -> Iterator[str]:
    for path in ("/api/tools/configs/", "/api/tools/invocations/", "/api/credentials/", *paths):
        answer = api.get(path)
        assert answer.status_code == 200, path
        yield f"{path}: {answer.content.decode()}"


def shown(counter: Counter, log: pytest.LogCaptureFixture, *paths: str) -> Iterator[str]:
    """Yield what is stored, what the API tells, and what was logged."""
    yield from rows_of_all_tables()
    yield from pages(counter.api, *paths)
    yield log.text


@every_secret
@pytest.mark.everyday_rows(3)
def test_no_result_error_log_or_row_reports(set_out: SetOut, caplog: pytest.LogCaptureFixture, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    reports = [counter.press(tool), counter.press(tool, mode="test"), counter.press(tool, row.wrong)]
    counter.service.fail(echo, row.busy_at)
    reports.append(counter.press(tool))
    assert [report["success"] for report in reports] == [True, True, False, bool(not row.stand_in)]
    assert_nowhere(row, [text_of(report) for report in reports])
    assert_nowhere(row, shown(counter, caplog, f"/api/tools/configs/{tool['id']}/health/"))


@every_secret
@pytest.mark.everyday_rows(3)
def test_no_failure_reports(set_out: SetOut, caplog: pytest.LogCaptureFixture, row: ToolRow) -> None:
    for failure in row.failures:
        counter = set_out(row)
        assert_nowhere(row, [text_of(counter.fail(failure))])
    assert_nowhere(row, shown(counter, caplog))


def function_called(row: ToolRow, tool: Json) -> str:
    if not row.function:
        return str(tool["function_name"])
    return function_name(ToolId(tool["tool_id"]).of_function(row.function), f"{tool['name']}: {row.function}")


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@every_secret
@pytest.mark.everyday_rows(6)
def test_no_model_event_or_export_is_reported(
    set_out: SetOut,
    queue: TaskQueue,
    aimock: Aimock,
    admin_api: APIClient,
    caplog: pytest.LogCaptureFixture,
    row: ToolRow,
    wire: str,
) -> None:
    counter = set_out(row)
    api_user = ApiUser(counter.api, admin_api, queue)
    tool = counter.make()
    if wire == "openai":
        counter.service.fail(echo, row.busy_at)
    aimock.script(calls((function_called(row, tool), row.arguments)), text_reply("Done."))
    model = api_user.provider(wire, aimock.openai_url if wire == "openai" else aimock.anthropic_url)
    ran = api_user.ask(model, tool, onToolFailure="tell_model")
    assert ran.run["status"] == "succeeded", ran.error
    (finished,) = ran.payloads("tool_call_finished")
    assert finished["success"] is (wire == "anthropic" or not row.stand_in), finished
    assert len(aimock.bodies()) == 2
    assert_nowhere(row, [text_of(body) for body in aimock.bodies()])
    workflow, run = ran.run["workflow"]["id"], ran.run["id"]
    reported = (
        f"/api/workflows/{workflow}/export/",
        f"/api/workflows/{workflow}/graph/",
        f"/api/runs/{run}/",
        f"/api/runs/{run}/events/?limit=1000",
    )
    assert_nowhere(row, shown(counter, caplog, *reported))
