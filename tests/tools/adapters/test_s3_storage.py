"""Contents of files in a bucket: stored by one signed request, read in ranges, whole again."""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.object_storage import refusal
from tools.adapters import s3_storage
from tools.adapters.file_contents import contents_prune, file_keep, file_open
from tools.models import ToolFile
from workflow_editor.settings.files import file_storage

CONTENT = bytes(range(256)) * 40


class Bucket:
    """Objects by path; a body must have the hash that its request was signed with."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.methods: list[str] = []

    def __call__(self, request: Received) -> Reply:
        self.methods.append(request.method)
        signed = request.headers["authorization"]
        if "Credential=planted-key/" not in signed or "x-amz-content-sha256" not in signed:
            return refusal(403, "InvalidAccessKeyId")
        if request.headers["x-amz-content-sha256"] != hashlib.sha256(request.body).hexdigest():
            return refusal(400, "XAmzContentSHA256Mismatch")
        if request.method == "PUT":
            self.objects[request.path] = request.body
            return Reply()
        if request.path not in self.objects:
            return Reply(404)
        if request.method == "DELETE":
            del self.objects[request.path]
            return Reply(204)
        content = self.objects[request.path]
        first, _, last = request.headers.get("range", "bytes=0-").removeprefix("bytes=").partition("-")
        return Reply(206, content[int(first) : int(last) + 1 if last else None])


@pytest.fixture
def bucket(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    bucket = Bucket()
    with serving(bucket) as server:
        place = server.url.removeprefix("http://")
        monkeypatch.setenv("FILES_URL", f"s3+http://planted-key:planted%2Fsecret@{place}/files?region=eu-west-1")
        settings.STORAGES = {**settings.STORAGES, "files": file_storage(Path("/nowhere"))}
        yield bucket


def test_a_file_comes_back_out_of_a_bucket(bucket: Bucket, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3_storage, "_RANGE_BYTES", 1000)
    row = file_keep("a.bin", "", [CONTENT[:7000], CONTENT[7000:]], owner_id=alice.pk, run_id=None)
    again = file_keep("b.bin", "", [CONTENT], owner_id=alice.pk, run_id=None)
    assert list(bucket.objects) == [f"/files/{row.body_id[:2]}/{row.body_id}"]
    assert bucket.methods.count("PUT") == 1
    with file_open(again) as stream:
        stream.seek(9000)
        assert stream.read(300) == CONTENT[9000:9300]
        stream.seek(0)
        assert b"".join(iter(lambda: stream.read(777), b"")) == CONTENT


def test_contents_leave_the_bucket(bucket: Bucket, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    file_keep("a.bin", "", [CONTENT], owner_id=alice.pk, run_id=None)
    ToolFile.objects.all().delete()
    monkeypatch.setattr("tools.adapters.file_contents.UNUSED_FOR", timedelta(days=-1))
    assert (contents_prune(batch=9), bucket.objects) == (1, {})


@pytest.mark.parametrize("url", ["s3://host/bucket", "ftp://a:b@host/c", "s3://a:b@host/", "s3://a:b@host/c?x=1"])
def test_an_address_that_does_not_fit_is_refused_without_its_secret(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILES_URL", url)
    with pytest.raises(ImproperlyConfigured, match="FILES_URL must look like"):
        file_storage(Path("/nowhere"))
