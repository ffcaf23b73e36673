"""Files: stored once by content, streamed, shown to who may see them, gone with what has them."""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories.runs import run_create
from tests.factories.workflows import member_create, workflow_create
from tools.adapters import file_contents
from tools.adapters.file_contents import contents_prune, file_keep, file_name, incoming_prune, stored_file
from tools.adapters.files import OrmFileStore
from tools.core.definitions import CallContext
from tools.core.errors import FileTooLargeError, ToolArgumentsError
from tools.core.registered.files import StoredFile
from tools.models import FileBody, ToolFile
from tools.selectors.policies import caller_of
from workflow_editor.models import Run
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.retention.pruner import files_prune

PICTURE = b"\x89PNG\r\n\x1a\n tea"
PAGE = b"<!doctype html><script>alert(1)</script>"


def context(user: User, run_id: uuid.UUID | None = None) -> CallContext:
    return CallContext(caller_of(user), run_id=str(run_id) if run_id else None)


def kept(user: User, content: bytes = PICTURE, name: str = "tea.png", run_id: uuid.UUID | None = None) -> StoredFile:
    return OrmFileStore().save(name, "", [content], context(user, run_id))


def status(api: APIClient, stored: StoredFile) -> int:
    answer: Any = api.get(stored.address)
    if answer.streaming:
        b"".join(answer.streaming_content)
    return int(answer.status_code)


def contents() -> list[str]:
    """Return the hashes of what is in the storage."""
    return sorted(path.name for path in Path(file_contents._storage().path("")).rglob("*") if path.is_file())


def coming_in(settings: Any) -> list[Path]:
    return list(Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir())


@pytest.fixture(autouse=True)
def _own_storage(settings: Any, tmp_path: Path) -> None:
    storages = {**settings.STORAGES}
    storages["files"] = {**storages["files"], "OPTIONS": {**storages["files"]["OPTIONS"], "location": tmp_path}}
    settings.STORAGES = storages


def test_a_picture_is_shown_to_its_owner_only(alice: User, alice_api: APIClient, bob_api: APIClient) -> None:
    stored = kept(alice)
    answer: Any = alice_api.get(stored.address)
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, PICTURE)
    assert answer["Content-Type"] == "image/png"
    assert answer["Content-Length"] == str(len(PICTURE))
    assert answer["Content-Disposition"].startswith("inline")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert status(bob_api, stored) == 404


def test_a_file_is_asked_for_each_time_and_sent_once(alice: User, alice_api: APIClient) -> None:
    address = kept(alice, PICTURE, "tea.png").address
    answer: Any = alice_api.get(address)
    assert b"".join(answer.streaming_content) == PICTURE
    assert answer["Cache-Control"] == "private, no-cache"
    again: Any = alice_api.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_is_a_download_whatever_it_is_called(alice: User, alice_api: APIClient) -> None:
    answer: Any = alice_api.get(kept(alice, PAGE, "tea.png").address)
    assert b"".join(answer.streaming_content) == PAGE
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")


def test_whoever_may_read_a_run_may_see_its_files(
    alice: User, bob: User, bob_api: APIClient, charlie_api: APIClient, admin_api: APIClient
) -> None:
    workflow = workflow_create(alice)
    run = run_create(workflow)
    given = kept(alice, PAGE)
    files_give([uuid.UUID(given.id)], run=run)
    made = kept(alice, run_id=run.pk)
    for stored in (made, given):
        assert status(bob_api, stored) == 404
    member_create(workflow, bob, "viewer")
    for stored in (made, given):
        assert status(bob_api, stored) == 200
        assert status(charlie_api, stored) == 404
        assert status(admin_api, stored) == 404


def test_the_same_content_is_stored_once(alice: User, bob: User) -> None:
    first, again, other = kept(alice), kept(alice), kept(bob)
    assert first == again
    assert (other.hash, contents()) == (first.hash, [first.hash])
    assert other.id != first.id


def test_an_upload_becomes_the_value_that_names_it(alice: User, alice_api: APIClient) -> None:
    upload = SimpleUploadedFile("../../etc/pass\nwd.png", PICTURE, "text/html")
    answer = alice_api.post("/api/files/", {"file": upload}, format="multipart")
    row = ToolFile.objects.get()
    assert (answer.status_code, answer.json()) == (201, stored_file(row).to_json())
    assert (row.name, row.content_type, row.declared_type, row.owner) == ("passwd.png", "image/png", "text/html", alice)
    assert alice_api.post("/api/files/", {"other": "x"}, format="multipart").status_code == 400


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\a.txt", "a.txt"),
        ("..", "file"),
        ("", "file"),
        ("a\0b\r\n.txt", "ab.txt"),
        ("茶.txt", "茶.txt"),
        ("x" * 300 + ".docx", "x" * 180 + "x" * 15 + ".docx"),
    ],
)
def test_a_name_is_a_name(given: str, name: str) -> None:
    assert file_name(given) == name


def test_a_file_that_is_too_long_leaves_nothing(alice: User, settings: Any) -> None:
    settings.MAX_FILE_MB = 1
    read = []

    def endless() -> Iterator[bytes]:
        while True:
            read.append(1)
            yield b"x" * 1024**2

    with pytest.raises(FileTooLargeError):
        file_keep("a", "", endless(), owner_id=alice.pk, run_id=None)
    assert (len(read), contents(), coming_in(settings), FileBody.objects.count()) == (2, [], [], 0)


def test_an_upload_that_breaks_off_leaves_nothing(alice: User, settings: Any) -> None:
    def cut() -> Iterator[bytes]:
        yield b"half"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        file_keep("a", "", cut(), owner_id=alice.pk, run_id=None)
    assert (contents(), coming_in(settings), FileBody.objects.count()) == ([], [], 0)


def test_what_a_killed_process_left_goes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    left = Path(settings.FILE_UPLOAD_TEMP_DIR) / "incoming-x"
    left.write_bytes(b"half")
    incoming_prune()
    assert left.exists()
    monkeypatch.setattr(file_contents, "_INCOMING_FOR_S", -1)
    incoming_prune()
    assert not left.exists()


def test_files_go_with_what_has_them_and_contents_a_while_later(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow = workflow_create(alice)
    old, new = run_create(workflow), run_create(workflow)
    made, taken, unused = kept(alice, run_id=old.pk), kept(alice, b"taken"), kept(alice, b"unused")
    files_give([uuid.UUID(taken.id)], run=new)
    day = timedelta(hours=25)
    files_prune(timezone.now() + day, batch=9)
    assert {str(row.pk) for row in ToolFile.objects.all()} == {made.id, taken.id}
    Run.objects.filter(pk=old.pk).delete()
    files_prune(timezone.now() + 3 * day, batch=9)
    assert [str(row.pk) for row in ToolFile.objects.all()] == [taken.id]
    assert contents() == sorted([made.hash, taken.hash, unused.hash])
    monkeypatch.setattr(file_contents, "UNUSED_FOR", timedelta(0))
    assert contents_prune(batch=9) == 2
    assert contents() == [taken.hash]


def test_a_tool_opens_files_within_its_callers_rights(alice: User, bob: User) -> None:
    store, stored = OrmFileStore(), kept(alice)
    assert store.is_ours(stored.address)
    assert store.is_ours(f"/api/tools/files/{stored.id}/")
    for name in (stored.address, stored.id):
        with store.open(name, context(alice)) as opened:
            assert (opened.stored, b"".join(opened.chunks())) == (stored, PICTURE)
    for wrong, user in ((stored.address, bob), (f"/api/files/{uuid.uuid4()}/", alice), ("https://x.example/a", alice)):
        with pytest.raises(ToolArgumentsError), store.open(wrong, context(user)):
            pass
    assert not store.is_ours("https://x.example/api/files/")


def test_a_content_that_the_storage_lost_is_no_crash(alice: User, alice_api: APIClient) -> None:
    stored = kept(alice)
    file_contents._storage().delete(file_contents._place(stored.hash))
    assert status(alice_api, stored) == 404
    assert kept(alice, PICTURE, "again.png").hash == stored.hash
    again: Any = alice_api.get(stored.address)
    assert b"".join(again.streaming_content) == PICTURE
