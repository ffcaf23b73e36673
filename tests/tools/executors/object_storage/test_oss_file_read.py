"""`oss_file_read` through the gateway, against a stand-in that checks signatures."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.http_server import Reply
from tests.doubles.object_storage import HOSTS, KEY_ID, OBJECTS, SECRET, TOKEN, ObjectStorage, refusal
from tests.doubles.tool_ports import IN_TEST, NOW, Bench
from tests.doubles.vendor_bench import bench_before
from tools.executors.object_storage.settings import OssFileReadConfig
from tools.executors.shared.text_content import decoded

KEYS = {"accessKeyId": KEY_ID, "accessKeySecret": SECRET}
ALIYUN = {**KEYS, "region": "cn-hangzhou", "bucket": "reports", "prefix": "public"}
AMAZON = {**ALIYUN, "provider": "s3", "region": "us-east-1"}
REPORT = {"object_key": "2026/report.txt"}


@pytest.fixture
def storage() -> ObjectStorage:
    return ObjectStorage(NOW)


@pytest.fixture
def bench(storage: ObjectStorage) -> Iterator[Bench]:
    with bench_before(storage, HOSTS) as bench:
        yield bench


PLACES = [
    ("OSS", ALIYUN, "reports.oss-cn-hangzhou.aliyuncs.com", "/public/2026/report.txt"),
    ("S3", AMAZON, "reports.s3.us-east-1.amazonaws.com", "/public/2026/report.txt"),
    ("region with its prefix", {**ALIYUN, "region": "oss-cn-hangzhou"}, "reports.oss-cn-hangzhou.aliyuncs.com", None),
    (
        "own domain",
        {**ALIYUN, "endpoint": "https://files.example.com", "addressing": "own_domain"},
        "files.example.com",
        "/public/2026/report.txt",
    ),
    (
        "internal",
        {**ALIYUN, "endpoint": "https://oss-cn-hangzhou-internal.aliyuncs.com"},
        "reports.oss-cn-hangzhou-internal.aliyuncs.com",
        None,
    ),
    (
        "another S3",
        {**AMAZON, "endpoint": "https://minio.example.com", "addressing": "bucket_in_path"},
        "minio.example.com",
        "/reports/public/2026/report.txt",
    ),
]


@pytest.mark.parametrize(("config", "host", "path"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_a_file_is_read_wherever_the_bucket_stands(
    bench: Bench, storage: ObjectStorage, config: dict[str, Any], host: str, path: str | None
) -> None:
    result = bench.call("oss-file-read", config, REPORT)
    assert result.success, result.message
    assert result.data["text"] == "第一行\nsecond line\n"
    assert (result.data["encoding"], result.data["nextOffset"]) == ("utf-8", None)
    assert storage.received[0].headers["host"] == host
    assert path is None or storage.received[0].path == path


@pytest.mark.parametrize("config", [ALIYUN, AMAZON])
def test_odd_names_are_signed_as_they_are_sent(bench: Bench, config: dict[str, Any]) -> None:
    assert bench.call("oss-file-read", config, {"object_key": "odd name+é?.txt"}).data["text"] == "odd"


def test_temporary_keys_carry_their_token(storage: ObjectStorage) -> None:
    with bench_before(ObjectStorage(NOW, token=TOKEN), HOSTS) as bench:
        for config in (ALIYUN, AMAZON):
            assert bench.call("oss-file-read", {**config, "securityToken": TOKEN}, REPORT).success
            expired = bench.call("oss-file-read", {**config, "securityToken": "an-older-token"}, REPORT)
            assert (expired.code, "expired" in expired.message) == (5001, True)


def test_a_long_file_comes_in_pieces_that_split_no_character(
    bench: Bench, storage: ObjectStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "长" * 1000 + "end"
    monkeypatch.setitem(OBJECTS, "public/long.txt", ("text/plain", text.encode()))
    found, arguments = "", {"object_key": "long.txt", "offset": 0}
    while arguments["offset"] is not None:
        data = bench.call("oss-file-read", {**ALIYUN, "maxBytes": 1024}, arguments).data
        found, arguments["offset"] = found + data["text"], data["nextOffset"]
        assert data["size"] == 3003
    assert found == text
    assert [request.headers["range"] for request in storage.received][:2] == ["bytes=0-1023", "bytes=1023-2046"]


def test_encodings_are_found_or_reported(bench: Bench) -> None:
    found = bench.call("oss-file-read", ALIYUN, {"object_key": "legacy.csv"})
    assert (found.data["text"], found.data["encoding"]) == ("编号,名称\n", "gb18030")
    reported = bench.call("oss-file-read", ALIYUN, {"object_key": "legacy.csv", "encoding": "latin1"})
    assert reported.data["encoding"] == "latin1"
    assert bench.call("oss-file-read", ALIYUN, {"object_key": "legacy.csv", "encoding": "klingon"}).code == 1002


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (b"\xef\xbb\xbfa", "a", "utf-8"),
        (b"\xff\xfea\0", "a", "utf-16-le"),
        (b"a\xff\xff", "a\ufffd\ufffd", "utf-8"),
    ],
)
def test_marks_and_broken_bytes(content: bytes, text: str, encoding: str) -> None:
    found = decoded(content, "tea.txt")
    assert (found.text, found.encoding) == (text, encoding)


@pytest.mark.parametrize("name", ["photo.jpg", "data.bin"])
def test_what_is_no_text_is_refused(bench: Bench, name: str) -> None:
    assert bench.call("oss-file-read", ALIYUN, {"object_key": name}).code == 1002


def test_an_empty_file_is_empty(bench: Bench) -> None:
    result = bench.call("oss-file-read", ALIYUN, {"object_key": "empty.txt"})
    assert (result.success, result.code) == (False, 2004)


ESCAPES: list[dict[str, Any]] = [
    {"object_key": "../private/salaries.txt"},
    {"object_key": "2026/../../private/salaries.txt"},
    {"object_key": "2026//../x"},
    {"object_key": "/"},
    {"object_key": ""},
    {"object_key": "a\r\nb"},
    {"object_key": 7},
    {"object_key": "a", "offset": -1},
    {"object_key": "a", "encoding": "x\ny"},
]


@pytest.mark.parametrize("arguments", ESCAPES, ids=repr)
def test_nothing_outside_of_the_folder_is_asked_for(
    bench: Bench, storage: ObjectStorage, arguments: dict[str, Any]
) -> None:
    assert bench.call("oss-file-read", ALIYUN, arguments).code == 1002
    assert storage.received == []


def test_a_name_outside_counts_from_the_folder(bench: Bench, storage: ObjectStorage) -> None:
    assert bench.call("oss-file-read", ALIYUN, {"object_key": "/private/salaries.txt"}).code == 2004
    assert storage.received[0].path == "/public/private/salaries.txt"


def test_an_object_that_is_fixed_is_not_offered(bench: Bench) -> None:
    assert list(bench.parameters("oss-file-read", {**ALIYUN, "objectKey": "a.txt"})["properties"]) == [
        "offset",
        "encoding",
    ]


FAILURES = [
    ("wrong key id", {"accessKeyId": "LTAIother"}, None, 5001, "access key ID"),
    ("wrong secret", {"accessKeySecret": "other-secret"}, None, 5001, "access key secret"),
    (
        "wrong region",
        {"region": "cn-beijing", "endpoint": "https://oss-cn-hangzhou-internal.aliyuncs.com"},
        None,
        5001,
        "region",
    ),
    ("no right", {}, refusal(403, "AccessDenied"), 5001, "GetObject"),
    ("a clock that is wrong", {}, refusal(403, "RequestTimeTooSkewed"), 5001, "clock"),
    ("unpaid", {}, refusal(403, "UserDisable"), 5001, "bills"),
    ("no bucket", {}, refusal(404, "NoSuchBucket"), 5001, "bucket"),
    ("archived", {}, refusal(403, "InvalidObjectState"), 5001, "Restore"),
    ("no XML", {}, Reply(404, b"gone"), 2004, "object does not exist"),
    ("moved", {}, Reply(301, b"", {"Location": "http://169.254.169.254/"}), 5001, "region"),
    ("strange", {}, refusal(400, "Odd.Thing"), 2001, "400 Odd.Thing"),
    ("ignores the range", {}, Reply(200, b"x" * 300_000), 2001, "larger"),
]


@pytest.mark.parametrize(
    ("config", "reply", "code", "words"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_refusal_gives_advice(
    bench: Bench, storage: ObjectStorage, config: dict[str, Any], reply: Reply | None, code: int, words: str
) -> None:
    storage.scripted = [reply] if reply else []
    result = bench.call("oss-file-read", {**ALIYUN, **config}, REPORT)
    assert (result.success, result.code) == (False, code), result.message
    assert words in result.message


@pytest.mark.parametrize("reply", [refusal(503, "SlowDown"), refusal(503, "ServiceUnavailable"), Reply(500)])
def test_a_busy_service_is_asked_again(bench: Bench, storage: ObjectStorage, reply: Reply) -> None:
    storage.scripted = [reply]
    assert bench.call("oss-file-read", ALIYUN, REPORT).success


def test_an_offset_behind_the_end_is_refused(bench: Bench) -> None:
    result = bench.call("oss-file-read", ALIYUN, {**REPORT, "offset": 999})
    assert (result.code, "ends before" in result.message) == (1002, True)


def test_test_mode_asks_nobody(bench: Bench, storage: ObjectStorage) -> None:
    result = bench.call("oss-file-read", ALIYUN, REPORT, IN_TEST)
    assert (result.success, storage.received) == (True, [])
    assert result.data["url"] == "https://reports.oss-cn-hangzhou.aliyuncs.com/public/2026/report.txt"


def test_keys_never_appear(bench: Bench, storage: ObjectStorage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for reply in (Reply(403, f"<Code>AccessDenied</Code>{SECRET}".encode()), Reply(200, f"{KEY_ID} {SECRET}".encode())):
        storage.scripted = [reply]
        result = bench.call("oss-file-read", {**ALIYUN, "securityToken": TOKEN}, REPORT)
        shown = result.model_dump_json() + bench.shown() + caplog.text
        assert not [secret for secret in (KEY_ID, SECRET, TOKEN) if secret in shown]


BAD_CONFIGS = [
    ({"bucket": "Evil/../x"}, "bucket"),
    ({"region": "cn.evil.example/"}, "region"),
    ({"endpoint": "http://oss.example.com"}, "endpoint"),
    ({"endpoint": "https://oss.example.com?x=1"}, "endpoint"),
    ({"prefix": "a/../b"}, "prefix"),
    ({"maxBytes": 10}, "maxBytes"),
]


@pytest.mark.parametrize(("config", "field"), BAD_CONFIGS)
def test_a_config_that_does_not_fit_is_refused_at_its_field(config: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        OssFileReadConfig.model_validate(config)
    assert caught.value.errors()[0]["loc"] == (field,)
