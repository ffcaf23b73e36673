"""Every operation with a connected account: its token is renewed once, and a refused one is no success."""

from base64 import urlsafe_b64encode

import pytest

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT
from tests.workflow_editor.every_tool.row import ToolRow
from tests.workflow_editor.every_tool.rows_of_services import FILE, ROWS
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.registered.files import FileContent
from tools.core.tool_id import ToolId
from tools.executors.services.presets import PRESETS
from tools.outbound.http_credential import HttpCredential

MAIL = urlsafe_b64encode(b"Subject: Tea\r\n\r\nHello").decode()
OLD, NEW = "planted-access-1", "planted-access-2"
ACCOUNTS = {preset.ui_type for preset in PRESETS if preset.account}
OPERATIONS = {row.label: row for row in ROWS if row.ui_type in ACCOUNTS}
of_each = pytest.mark.parametrize("row", OPERATIONS.values(), ids=OPERATIONS)


@pytest.fixture
def bench() -> Bench:
    bench = loopback_bench()
    bench.files.kept[FILE.address] = FileContent(FILE.name, FILE.content_type, FILE_TEXT)
    bench.credentials.by_id["c1"] = HttpCredential({"secret": OLD}, "oauth2", renewable=True)
    bench.credentials.newer["c1"] = HttpCredential({"secret": NEW}, "oauth2", renewable=True)
    return bench


def wants_the_newer(request: Received) -> Reply:
    # Bearers, headers of their own and parameters: a service says which.
    is_new = any(value.endswith(NEW) for value in (*request.headers.values(), *request.query.values()))
    code = 0 if is_new else 1
    return Reply.of_json({"ok": is_new, "code": code, "errcode": code, "raw": MAIL}, 200 if is_new else 401)


def called(bench: Bench, row: ToolRow, url: str, *, may_go_there: bool = True) -> ToolResult:
    if may_go_there:
        bench.credentials.origins.add(url)
    bench.tools.add("one", row.ui_type, {"url": url, "credential": "c1"}, name="One")
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE)
    [offered] = [one for one in toolbox.tools() if one.function.name.endswith(f"_{row.function}")]
    return toolbox.call(ToolCall("c1", offered.function.name, row.arguments), timeout_s=60, cancel=Cancel())


@of_each
def test_the_token_is_renewed_once(bench: Bench, row: ToolRow) -> None:
    with serving(wants_the_newer) as server:
        result = called(bench, row, server.url)
    assert (result.success, len(server.received), bench.credentials.opened) == (True, 2, ["", OLD])
    assert "planted-" not in repr(result)


@of_each
def test_an_account_without_consent_is_no_success(bench: Bench, row: ToolRow) -> None:
    bench.credentials.newer["c1"] = HttpCredential({"secret": OLD}, "oauth2", renewable=True)
    with serving(wants_the_newer) as server:
        result = called(bench, row, server.url)
    assert (result.success, result.code, len(server.received)) == (False, 5001, 2)


@of_each
def test_a_token_goes_nowhere_else(bench: Bench, row: ToolRow) -> None:
    bench.credentials.origins.add("https://elsewhere.example.com")
    with serving(wants_the_newer) as server:
        result = called(bench, row, server.url, may_go_there=False)
    assert (result.success, server.received) == (False, [])
