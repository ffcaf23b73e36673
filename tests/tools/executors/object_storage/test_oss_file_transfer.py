"""`oss_file_transfer` through the gateway: whole files, signed over their hash, in both directions."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.object_storage import HOSTS, OBJECTS, ObjectStorage
from tests.doubles.tool_ports import ALICE, NOW, Bench
from tests.doubles.vendor_bench import bench_before
from tests.tools.executors.object_storage.test_oss_file_read import ALIYUN, AMAZON

CONTENT = b"%PDF-1.7 " + b"x" * 400_000


@pytest.fixture
def storage() -> ObjectStorage:
    return ObjectStorage(NOW)


@pytest.fixture
def bench(storage: ObjectStorage) -> Iterator[Bench]:
    with bench_before(storage, HOSTS) as bench:
        yield bench


@pytest.mark.parametrize("config", [ALIYUN, AMAZON], ids=["oss", "s3"])
def test_a_file_goes_into_the_bucket(bench: Bench, storage: ObjectStorage, config: dict[str, Any]) -> None:
    stored = bench.files.save("a.pdf", "application/pdf", [CONTENT], ALICE)
    for file in (stored.to_json(), stored.address):
        result = bench.call("oss-file-transfer", config, {"object_key": "new/a.pdf", "file": file})
        assert result.success, result.message
        assert result.data["file"] == stored.to_json()
        received = storage.received[-1]
        assert (received.method, received.body) == ("PUT", CONTENT)
        assert received.path.endswith("/public/new/a.pdf")
        assert received.headers["content-type"] == "application/pdf"


@pytest.mark.parametrize("config", [ALIYUN, AMAZON], ids=["oss", "s3"])
def test_a_file_comes_out_of_the_bucket(bench: Bench, config: dict[str, Any]) -> None:
    given = {"object_key": "photo.jpg"}
    file = bench.call("oss-file-transfer", {**config, "direction": "download"}, given).data["file"]
    assert (file["name"], bench.files.kept[file["address"]].content) == ("photo.jpg", OBJECTS["public/photo.jpg"][1])


@pytest.mark.parametrize("file", [None, "text", {"id": "1"}, {"$type": "file", "id": "77"}])
def test_what_is_no_file_of_ours_is_not_sent(bench: Bench, storage: ObjectStorage, file: Any) -> None:
    assert bench.call("oss-file-transfer", ALIYUN, {"object_key": "a", "file": file}).code == 1002
    assert storage.received == []


def test_what_is_not_there_leaves_no_file(bench: Bench) -> None:
    result = bench.call("oss-file-transfer", {**ALIYUN, "direction": "download"}, {"object_key": "nowhere"})
    assert (result.code, bench.files.kept) == (2004, {})
