"""`oss_file_list` through the gateway, against a stand-in that checks signatures and gives short pages."""

from typing import Any

import pytest

from tests.doubles.http_server import Reply
from tests.doubles.object_storage import HOSTS, KEY_ID, OBJECTS, SECRET, ObjectStorage
from tests.doubles.tool_ports import NOW
from tests.doubles.vendor_bench import bench_before
from tools.core.call.nothing_found import settled
from tools.core.envelope import ToolResult

CONFIG = {
    "accessKeyId": KEY_ID,
    "accessKeySecret": SECRET,
    "region": "cn-hangzhou",
    "bucket": "reports",
    "prefix": "public",
}
PUBLIC = sorted(key.removeprefix("public/") for key in OBJECTS if key.startswith("public/"))


def listed(storage: ObjectStorage, arguments: dict[str, Any] | None = None, **config: Any) -> ToolResult:
    with bench_before(storage, HOSTS) as bench:
        return bench.call("oss-file-list", {**CONFIG, **config}, arguments or {})


@pytest.mark.parametrize("config", [{}, {"provider": "s3", "region": "us-east-1"}])
def test_all_pages_of_the_folder_are_listed(config: dict[str, Any]) -> None:
    result = listed(ObjectStorage(NOW), **config)
    assert result.success, result.message
    assert [one["key"] for one in result.data["objects"]] == PUBLIC
    assert result.data["more"] is False
    assert result.data["objects"][0] == {
        "key": PUBLIC[0],
        "size": len(OBJECTS[f"public/{PUBLIC[0]}"][1]),
        "modified": "2026-11-01T08:00:00.000Z",
        "etag": str(len(f"public/{PUBLIC[0]}")),
    }


def test_a_long_list_is_cut_and_marked() -> None:
    result = listed(ObjectStorage(NOW), maxObjects=2)
    assert ([one["key"] for one in result.data["objects"]], result.data["more"]) == (PUBLIC[:2], True)


def test_an_empty_folder_has_no_objects() -> None:
    assert settled(listed(ObjectStorage(NOW), {"folder": "none"}), "continue").data["objects"] == []


@pytest.mark.parametrize("body", [b"", b"<html/>", b"<ListBucketResult>", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
def test_what_is_no_list_is_refused(body: bytes) -> None:
    storage = ObjectStorage(NOW)
    storage.scripted = [Reply(200, body)]
    assert listed(storage).code == 2001
