"""`feishu_bitable` through the gateway, against a stand-in that checks tokens, types and idempotency keys."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.feishu import APP_ID, APP_SECRET, APP_TOKEN, HOSTS, TABLE, Feishu
from tests.doubles.http_server import Reply
from tests.doubles.tool_ports import ALICE
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tools.core.definitions import CallContext, EffectClass
from tools.executors.feishu.bitable_settings import FeishuBitableConfig

CONFIG = {"appId": APP_ID, "appSecret": APP_SECRET, "appToken": APP_TOKEN, "tableId": TABLE, "operation": None}
DUE_MS = 1_767_225_600_000
SEARCH = {"operation": "search"}
CREATE = {"operation": "create", "fields": {"Title": "Tea"}}


@pytest.fixture
def feishu() -> Feishu:
    feishu = Feishu()
    for number in range(1, 4):
        feishu.records[f"rec{number:06d}"] = {"Title": f"Task {number}", "Hours": number, "State": "open", "Sum": 5}
    feishu.records["rec000003"]["State"] = "done"
    return feishu


@pytest.fixture
def vendor(feishu: Feishu) -> Iterator[VendorBench]:
    with vendor_bench("feishu-bitable", CONFIG, feishu, HOSTS) as bench:
        yield bench


OPERATIONS: list[tuple[str, dict[str, Any], str, Any]] = [
    ("list_tables", {}, "query", lambda d: d["tables"] == [{"table_id": TABLE, "name": "Tasks"}]),
    ("list_fields", {"page_size": 3}, "query", lambda d: d["has_more"] and d["fields"][1]["type"] == "Number"),
    ("read", {"page_size": 2}, "query", lambda d: (d["total"], d["has_more"], d["page_token"]) == (3, True, "2")),
    ("read", {"page_size": 2, "page_token": "2"}, "query", lambda d: len(d["records"]) == 1 and not d["has_more"]),
    ("read", {"record_ids": ["rec000001", "recGone"]}, "query", lambda d: d["missing"] == ["recGone"]),
    ("read", {"record_id": "rec000002"}, "query", lambda d: d["records"][0]["fields"]["Title"] == "Task 2"),
    ("search", {"fields": {"State": "done"}}, "query", lambda d: d["records"][0]["record_id"] == "rec000003"),
    (
        "search",
        {"filter": {"conditions": [{"field_name": "Hours", "value": [2]}]}},
        "query",
        lambda d: [one["fields"]["Hours"] for one in d["records"]] == [2],
    ),
    (
        "search",
        {
            "fields": {"State": "open"},
            "filter": {
                "conjunction": "or",
                "conditions": [
                    {"field_name": "Title", "operator": "contains", "value": ["3"]},
                    {"field_name": "Title", "operator": "contains", "value": ["1"]},
                ],
            },
        },
        "query",
        lambda d: [one["record_id"] for one in d["records"]] == ["rec000001"],
    ),
    ("create", {"fields": {"Title": "Tea"}}, "save", lambda d: d["record"]["fields"] == {"Title": "Tea"}),
    (
        "update",
        {"record_id": "rec000001", "fields": {"Hours": 9}},
        "save",
        lambda d: d["record"]["fields"]["Hours"] == 9,
    ),
    ("delete", {"record_id": "rec000001"}, "operation", lambda d: d == {"deleted": ["rec000001"]}),
    ("batch_create", {"records": [{"fields": {"Title": "A"}}] * 2}, "save", lambda d: len(d["records"]) == 2),
    (
        "batch_update",
        {"records": [{"record_id": "rec000002", "fields": {"Done": True}}]},
        "save",
        lambda d: d["records"][0]["fields"]["Done"] is True,
    ),
    (
        "batch_delete",
        {"record_ids": ["rec000001", "recGone"]},
        "operation",
        lambda d: d == {"deleted": ["rec000001"], "kept": ["recGone"]},
    ),
]


@pytest.mark.parametrize("mode", ["left open", "fixed"])
@pytest.mark.parametrize(("operation", "arguments", "kind", "fits"), OPERATIONS)
def test_every_operation(
    vendor: VendorBench, operation: str, arguments: dict[str, Any], kind: str, fits: Any, mode: str
) -> None:
    if mode == "fixed":
        result = vendor.call(arguments, config={"operation": operation})
    else:
        result = vendor.call({"operation": operation, **arguments})
    assert result.success, result.message
    assert result.operation_type == kind
    assert fits(result.data), result.data
    assert vendor.bench.audit.outcomes["1"].success


def test_nothing_found_is_reported_as_such(vendor: VendorBench) -> None:
    result = vendor.call({"operation": "search", "fields": {"State": "lost"}})
    assert (result.success, result.code) == (False, 2004)
    assert "may read" in result.message


VALUES = [
    ("Title", 5, "5", "5"),
    ("Hours", "2.5", 2.5, 2.5),
    ("Tags", "new", ["new"], ["new"]),
    ("Due", "2026-01-01", DUE_MS, DUE_MS),
    ("Due", "2026-01-01T08:00:00+08:00", DUE_MS, DUE_MS),
    ("Due", DUE_MS, DUE_MS, DUE_MS),
    ("Done", "true", True, True),
    ("Owner", "ou_1", [{"id": "ou_1"}], [{"id": "ou_1", "name": "Ada"}]),
    ("Site", "https://a.example", {"text": "https://a.example", "link": "https://a.example"}, None),
    ("Parent", "rec000001", ["rec000001"], ["rec000001"]),
    ("Place", "116.4,39.9", "116.4,39.9", {"location": "116.4,39.9", "name": "Tower", "full_address": "1 Road"}),
]


@pytest.mark.parametrize(("name", "given", "stored", "read"), VALUES)
def test_values_are_written_in_the_services_form_and_read_in_ours(
    vendor: VendorBench, feishu: Feishu, name: str, given: Any, stored: Any, read: Any
) -> None:
    result = vendor.call({"operation": "create", "fields": {name: given}})
    assert result.success, result.message
    record = result.data["record"]
    assert feishu.records[record["record_id"]][name] == stored
    assert record["fields"][name] == (stored if read is None else read)
    again = vendor.call({"operation": "update", "record_id": record["record_id"], "fields": record["fields"]})
    assert again.success, again.message
    assert feishu.records[record["record_id"]][name] == stored


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"Hours": "many"}, "a number"),
        ({"Due": "tomorrow"}, "ISO 8601"),
        ({"Done": "maybe"}, "true or false"),
        ({"Site": {"url": "x"}}, '{"text", "link"}'),
        ({"Sum": 3}, "filled in by the table"),
        ({"Titel": "x"}, "Fields: Title, Hours"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_before_it_is_sent(
    vendor: VendorBench, feishu: Feishu, fields: dict[str, Any], words: str
) -> None:
    result = vendor.call({"operation": "create", "fields": fields})
    assert (result.success, result.code) == (False, 1002)
    assert words in result.message
    assert len(feishu.records) == 3


def test_fixed_fields_and_ids_leave_the_schema(vendor: VendorBench, feishu: Feishu) -> None:
    config = {"operation": "create", "fields": '[{"name": "Title", "value": "Fixed"}]'}
    assert vendor.offered(**config)["properties"] == {}
    assert vendor.call({}, config=config).data["record"]["fields"] == {"Title": "Fixed"}
    assert vendor.call({"fields": {"Title": "other"}}, config=config).code == 1002
    assert list(vendor.offered(operation="delete")["properties"]) == ["record_id"]
    assert vendor.offered(operation="update")["required"] == ["record_id", "fields"]


def test_one_token_serves_many_calls(vendor: VendorBench, feishu: Feishu) -> None:
    assert vendor.call(SEARCH).success
    assert vendor.call(SEARCH).success
    assert len(feishu.tokens) == 1


def test_an_expired_token_is_renewed_once(vendor: VendorBench, feishu: Feishu) -> None:
    assert vendor.call(SEARCH).success
    feishu.expire_tokens()
    assert vendor.call(SEARCH).success
    assert len(feishu.tokens) == 2


def test_a_token_that_is_refused_again_is_a_failure(vendor: VendorBench, feishu: Feishu) -> None:
    assert vendor.call(SEARCH).success
    vendor.server.scripted = [Reply.of_json({"code": 99991663, "msg": "Invalid access token"}, 400)] * 2
    feishu.expire_tokens()
    vendor.server.scripted[1:1] = [
        Reply.of_json({"code": 0, "msg": "ok", "tenant_access_token": "t-planted-x", "expire": 7200})
    ]
    result = vendor.call(SEARCH)
    assert (result.success, result.code) == (False, 5001)
    assert vendor.server.scripted == []


REFUSED = [
    ({"code": 99991672, "msg": "Access denied", "error": {"permission_violations": [{"scope": "bitable:app"}]}},
     5001, "bitable:app"),
    ({"code": 99991401, "msg": "ip denied"}, 5001, "allow list"),
    ({"code": 99991403, "msg": "quota"}, 5001, "quota"),
    ({"code": 1254302, "msg": "Permission denied"}, 5001, "Add the app to the base"),
    ({"code": 1254040, "msg": "BaseTokenNotFound"}, 1002, "app token"),
    ({"code": 1254018, "msg": "InvalidFilter"}, 1002, "filter"),
    ({"code": 1254104, "msg": "RecordAddOnceExceedLimit"}, 1002, "limit"),
    ({"code": 4242, "msg": "strange"}, 2001, "4242: strange"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code", "words"), REFUSED)
def test_refusals_give_advice(vendor: VendorBench, body: dict[str, Any], code: int, words: str) -> None:
    assert vendor.call(SEARCH).success
    vendor.server.scripted = [Reply.of_json(body)]
    result = vendor.call(SEARCH)
    assert (result.success, result.code) == (False, code)
    assert words in result.message


@pytest.mark.parametrize(
    ("reply", "waited_s"),
    [
        (Reply(429, b'{"code":99991400,"msg":"request trigger frequency limit"}', {"x-ogw-ratelimit-reset": "4"}), 4),
        (Reply.of_json({"code": 1254290, "msg": "TooManyRequest"}), 1),
        (Reply.of_json({"code": 1254291, "msg": "Write conflict"}), 0.5),
        (Reply.of_json({"code": 1254607, "msg": "Data not ready"}, 400), 1),
    ],
)
def test_a_busy_table_is_waited_for(vendor: VendorBench, reply: Reply, waited_s: float) -> None:
    assert vendor.call(SEARCH).success
    before = vendor.bench.clock.now
    vendor.server.scripted = [reply]
    assert vendor.call(SEARCH).success
    assert vendor.bench.clock.now - before == pytest.approx(waited_s, abs=0.2)


def test_a_wait_beyond_the_deadline_is_reported_at_once(vendor: VendorBench) -> None:
    assert vendor.call(SEARCH).success
    reply = Reply(429, b'{"code":99991400,"msg":"limit"}', {"x-ogw-ratelimit-reset": "90"})
    vendor.server.scripted = [reply] * 8
    result = vendor.call(SEARCH, timeout_s=60)
    assert result.code == 5002
    assert "Try again in 90 s." in result.message
    assert result.data["retry_after_s"] == 90


@pytest.mark.parametrize(("reply", "code", "words"), BROKEN)
def test_broken_answers(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    assert vendor.call(SEARCH).success
    vendor.server.scripted = [reply] * 4
    result = vendor.call(SEARCH)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert "planted" not in result.message


def test_a_silent_service_is_a_timeout(vendor: VendorBench) -> None:
    assert vendor.call(SEARCH).success
    assert vendor.times_out(SEARCH).code == 2002


def test_a_write_whose_answer_was_lost_is_sent_again_and_counts_once(vendor: VendorBench, feishu: Feishu) -> None:
    assert vendor.call(SEARCH).success
    lost = [True]

    def losing(request: Any) -> Reply:
        reply = feishu(request)
        if request.path.endswith("/records") and lost.pop() if lost else False:
            return Reply(502, b"bad gateway")
        return reply

    vendor.server.stand_in = losing
    assert vendor.call(CREATE).success
    assert len(feishu.records) == 4
    assert vendor.effect(CREATE) is EffectClass.REPEATABLE
    keys = {one.query["client_token"] for one in vendor.server.received if one.path.endswith("/records")}
    assert len(keys) == 1


def test_writes_of_one_table_go_one_at_a_time(
    vendor: VendorBench, feishu: Feishu, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vendor.call(SEARCH).success
    begun, gate = threading.Event(), threading.Event()
    at_work: list[int] = []
    most: list[int] = []

    def slow(request: Any) -> Reply:
        if request.path.endswith("/records"):
            at_work.append(1)
            most.append(len(at_work))
            begun.set()
            gate.wait(60)
            at_work.pop()
        return feishu(request)

    vendor.server.stand_in = slow
    monkeypatch.setattr(vendor.bench.clock, "sleep", lambda seconds: threading.Event().wait(0.01))
    threads = [
        threading.Thread(target=vendor.call, args=({"operation": "create", "fields": {"Title": str(n)}},))
        for n in range(3)
    ]
    for thread in threads:
        thread.start()
    assert begun.wait(60)
    gate.set()
    for thread in threads:
        thread.join(60)
    assert max(most) == 1
    assert len(feishu.records) == 6


@pytest.mark.parametrize(
    "arguments",
    [
        {"operation": "update", "record_id": "../fields", "fields": {"Title": "x"}},
        {"operation": "delete", "record_id": "rec1?x=1"},
        {"operation": "delete"},
        {"operation": "create"},
        {"operation": "batch_update", "records": [{"fields": {"Title": "x"}}]},
        {"operation": "batch_delete", "record_ids": ["a"] * 501},
        {"operation": "search", "filter": {"conditions": [{"field_name": "a", "operator": "like"}]}},
        {"operation": "read", "page_size": "many"},
        {"operation": "read", "app_token": "other"},
        {"operation": "drop"},
    ],
)
@pytest.mark.parametrize("mode", ["live", "test"])
def test_wrong_arguments_are_refused_before_anything_is_sent(
    vendor: VendorBench, arguments: dict[str, Any], mode: Any
) -> None:
    result = vendor.call(arguments, context=CallContext(ALICE.caller, mode=mode))
    assert (result.success, result.code) == (False, 1002)
    assert vendor.server.received == []


@pytest.mark.parametrize(
    ("config", "code"), [({"appSecret": "planted-wrong-secret"}, 5001), ({"appId": "cli_wrong"}, 5001)]
)
def test_a_wrong_credential_states_which_field(vendor: VendorBench, config: dict[str, Any], code: int) -> None:
    result = vendor.call(SEARCH, config=config)
    assert (result.success, result.code) == (False, code)
    assert "app secret" in result.message
    assert "planted" not in result.message


def test_test_mode_sends_nothing(vendor: VendorBench) -> None:
    result = vendor.rehearsed(CREATE)
    assert result.data["would"] == f"create in table {TABLE}"


def test_secrets_never_appear(vendor: VendorBench, feishu: Feishu, caplog: pytest.LogCaptureFixture) -> None:
    results = [vendor.call(SEARCH), vendor.call(CREATE)]
    leak = {"code": 4242, "msg": f"bad {feishu.tokens[0]} of {APP_SECRET}"}
    vendor.server.scripted = [Reply.of_json(leak)]
    results.append(vendor.call(SEARCH))
    shown = vendor.shown(results, caplog)
    assert feishu.tokens[0] not in shown
    assert APP_SECRET not in shown


@pytest.mark.parametrize(
    ("config", "words"),
    [({"appId": ""}, "App ID"), ({"fields": "[{"}, "JSON list"), ({"fields": '{"a": 1}'}, "JSON list")],
)
def test_a_tool_that_is_not_set_up_is_not_offered(vendor: VendorBench, config: dict[str, Any], words: str) -> None:
    (skipped,) = vendor.toolbox(**config).skipped()
    assert skipped.code == "misconfigured"
    assert words in skipped.text.en


def test_the_base_may_be_given_by_its_address() -> None:
    address = f"https://acme.feishu.cn/base/{APP_TOKEN}?table={TABLE}&view=vew1"
    assert FeishuBitableConfig(app_token=address).app_token == APP_TOKEN
    with pytest.raises(ValidationError, match="In a wiki"):
        FeishuBitableConfig(app_token="https://acme.feishu.cn/wiki/abc")


def test_lark_has_its_own_host(vendor: VendorBench) -> None:
    assert vendor.call(SEARCH, config={"region": "lark"}).success
    assert {one.headers["host"] for one in vendor.server.received} == {"open.larksuite.com"}
