"""The rows of services: what accounts are asked for is what operations need, and lists are fetched whole."""

import pytest

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import EffectClass, ToolCall, ToolRef
from tools.core.registered.files import FileContent, StoredFile
from tools.core.tool_id import ToolId
from tools.executors.accounts import SERVICES
from tools.executors.contract.executor import UiTool
from tools.executors.contract.schema import form_schema
from tools.executors.services.executor import ServiceConfig, ServiceExecutor
from tools.executors.services.preset import ServicePreset
from tools.executors.services.presets import PRESETS
from tools.outbound.http_credential import HttpCredential
from tools.outbound.origins import origin_of

EXECUTOR = ServiceExecutor()
FILE = StoredFile("6f3d1a52-0c0e-4f0e-9d5e-0d8f1b7a2c11", "tea.txt", "text/plain", 3)
WITH_ACCOUNT = {preset.ui_type: preset for preset in PRESETS if preset.account}


def config_of(ui_type: str, config: dict[str, str]) -> ServiceConfig:
    [model] = [one.config for one in ServiceExecutor.ui_tools if one.ui_type == ui_type]
    found: ServiceConfig = model.model_validate(config)
    return found


def test_ids_are_unique() -> None:
    assert len({preset.ui_type for preset in PRESETS}) == len(PRESETS)
    for preset in PRESETS:
        assert len({operation.id for operation in preset.operations}) == len(preset.operations)


@pytest.mark.parametrize("preset", WITH_ACCOUNT.values(), ids=WITH_ACCOUNT)
def test_an_account_is_asked_for_what_the_operations_need(preset: ServicePreset) -> None:
    service = SERVICES[preset.account]
    needed = {scope for operation in preset.operations for scope in operation.scopes}
    chosen = {scope for permission in preset.permissions for scope in permission.scopes}
    assert service.lacking({*service.scopes, *chosen}, needed) == ()
    assert [one.id for one in preset.permissions if needed.isdisjoint(one.scopes)] == []
    if service.permissions and not preset.as_app:
        assert [operation.id for operation in preset.operations if not operation.scopes] == []


@pytest.mark.parametrize("preset", WITH_ACCOUNT.values(), ids=WITH_ACCOUNT)
def test_a_token_may_be_sent_where_the_operations_are(preset: ServicePreset) -> None:
    places = SERVICES[preset.account].places
    origins = [origin.format(**places) for origin in SERVICES[preset.account].origins]
    assert preset.server == "" or origin_of(preset.server) in origins


LACKING = [
    ("jira", {}, "Server URL"),
    ("wordpress", {}, "Server URL"),
    ("telegram", {}, "token"),
    ("gmail", {}, "credential"),
    ("gitlab-issues", {}, ""),
    ("jira", {"url": "https://tea.example"}, ""),
    ("telegram", {"secret": "1:a"}, ""),
    ("telegram", {"credential": "c"}, ""),
]


@pytest.mark.parametrize(("ui_type", "config", "words"), LACKING)
def test_a_tool_reports_what_it_lacks(ui_type: str, config: dict[str, str], words: str) -> None:
    missing = EXECUTOR.missing(config_of(ui_type, config))
    assert [words in error.message.en for error in missing] == [True] * bool(words)


def pages(request: Received) -> Reply:
    cursor = request.json().get("start_cursor", "0")
    return Reply.of_json({"results": [int(cursor)], "next_cursor": str(int(cursor) + 1) if cursor != "2" else None})


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


GOOGLE = "https://www.googleapis.com/auth/"
READ_ONLY = ("openid", f"{GOOGLE}userinfo.email", f"{GOOGLE}drive.readonly")


@pytest.mark.parametrize(
    ("service", "scopes", "function", "missing"),
    [
        ("google", READ_ONLY, "upload_a_file", "“Add files to Drive”"),
        ("google", READ_ONLY, "search_files", ""),
        ("google", (*READ_ONLY, "https://example.com/unheard-of"), "upload_a_file", ""),
        ("google", (), "upload_a_file", ""),
        ("", READ_ONLY, "upload_a_file", ""),
        ("custom", READ_ONLY, "upload_a_file", ""),
    ],
)
def test_a_missing_permission_is_reported_beforehand(
    bench: Bench, service: str, scopes: tuple[str, ...], function: str, missing: str
) -> None:
    bench.credentials.by_id["c1"] = HttpCredential({"secret": "planted"}, "oauth2")
    bench.credentials.service, bench.credentials.scopes = service, scopes
    arguments = {"query": "tea"} if function == "search_files" else {"name": "tea.txt", "file": FILE.to_json()}
    bench.files.kept[FILE.address] = FileContent("tea.txt", "text/plain", b"tea")
    with serving(lambda request: Reply.of_json({"files": [{"id": "f1"}]})) as server:
        bench.credentials.origins.add(server.url)
        bench.tools.add("d", "google-drive", {"url": server.url, "credential": "c1"}, name="Drive")
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:d")),), ALICE)
        [offered] = [one for one in toolbox.tools() if one.function.name.endswith(function)]
        result = toolbox.call(ToolCall("c1", offered.function.name, arguments), timeout_s=60, cancel=Cancel())
    assert (result.success, len(server.received)) == ((False, 0) if missing else (True, 1))
    assert missing in result.message
    assert result.code == (5001 if missing else 0)


def test_the_pages_of_a_search_by_post_are_combined_and_may_be_repeated(bench: Bench) -> None:
    with serving(pages) as server:
        bench.tools.add("n", "notion", {"url": server.url, "secret": "planted", "followsPages": True}, name="Notes")
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:n")),), ALICE)
        made = ToolCall("c1", toolbox.tools()[0].function.name, {"query": "tea"})
        result = toolbox.call(made, timeout_s=60, cancel=Cancel())
    assert result.data == {"items": [0, 1, 2], "pages": 3, "complete": True, "reason": ""}
    assert toolbox.prepare(made).effect is EffectClass.REPEATABLE


@pytest.mark.parametrize("tool", ServiceExecutor.ui_tools, ids=lambda tool: tool.ui_type)
def test_only_lists_are_fetched_in_pages_and_forms_ask_only_where_there_are_any(tool: UiTool[ServiceConfig]) -> None:
    config = tool.config.model_validate({"followsPages": True, "pagesBy": "page", "pageArgument": "page"})
    paging = {one.id: one.paging for one in config.preset.operations}
    assert {one.id: config.pages_of(one) for one in config.described.operations} == paging
    fields = form_schema(tool.config)["properties"].items()
    asked = [name for name, one in fields if one.get("x-group") == "pages" and one.get("x-widget") != "hidden"]
    assert asked == (["followsPages", "maxPages", "maxItems"] if any(paging.values()) else [])
    assert [one.pointer for one in EXECUTOR.missing(config) if one.pointer.startswith("/page")] == []


def test_a_mail_is_fetched_whole_where_lists_are_fetched_in_pages(bench: Bench) -> None:
    mail = {"id": "m1", "subject": "Tea", "toRecipients": [{"emailAddress": {"address": "ann@example.com"}}]}
    with serving(lambda request: Reply.of_json(mail)) as server:
        bench.tools.add("o", "outlook", {"url": server.url, "secret": "planted", "followsPages": True}, name="Mail")
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:o")),), ALICE)
        [offered] = [one for one in toolbox.tools() if one.function.name.endswith("read_mail")]
        result = toolbox.call(ToolCall("c1", offered.function.name, {"message": "m1"}), timeout_s=60, cancel=Cancel())
    assert (result.success, result.data) == (True, mail), result.message


def test_a_download_follows_to_where_the_file_is_without_the_key(bench: Bench) -> None:
    sent = {"Content-Type": "application/pdf", "Content-Disposition": 'attachment; filename="tea.pdf"'}
    with serving(lambda request: Reply(200, b"%PDF-1.7", sent)) as store:
        moved = Reply(302, b"", {"Location": f"{store.url}/signed?for=you"})
        with serving(lambda request: moved) as server:
            bench.tools.add("d", "onedrive", {"url": server.url, "secret": "planted"}, name="Files")
            toolbox = bench.gateway().offer((ToolRef(ToolId("tool:d")),), ALICE)
            [fetches] = [one for one in toolbox.tools() if one.function.name.endswith("download_a_file")]
            made = ToolCall("c1", fetches.function.name, {"file": "7"})
            result = toolbox.call(made, timeout_s=60, cancel=Cancel())
    assert (result.success, result.data["name"]) == (True, "tea.pdf")
    assert "authorization" in server.received[0].headers
    assert "authorization" not in store.received[0].headers
