"""Daily upload limit of a person, at every upload."""

import base64
import json
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import F
from rest_framework.test import APIClient

from agents.knowledge.services.bases import base_create
from agents.models import AgentProfile
from tests.conftest import client_of
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_capped, assert_problem
from tools.models import ToolFile, UploadDay
from workflow_editor.models import Run
from workflow_editor.services.tokens import token_create

OPENAPI = Path("frontend/src/api/openapi.json")
KB = 1024


def document(user: User, size: int, name: str = "a.txt") -> Any:
    base = base_create(user=user, name="Looms")
    upload = {"file": SimpleUploadedFile(name, b"a" * size)}
    return client_of(user).post(f"/api/knowledge-bases/{base.pk}/documents/", upload, format="multipart")


def skill(user: User, size: int) -> Any:
    content = b"---\nname: notes\ndescription: Turns talk into notes.\n---\nWrite.".ljust(size)
    return client_of(user).post("/api/tools/skills/", {"file": SimpleUploadedFile("s", content)}, format="multipart")


def openapi(user: User, size: int) -> Any:
    content = b'{"openapi": "3.1.0", "paths": {}}'.ljust(size)
    return client_of(user).post("/api/tools/openapi/", {"file": SimpleUploadedFile("a", content)}, format="multipart")


def inline_parts(size: int) -> list[dict[str, Any]]:
    content = base64.b64encode(b"a" * (size // 2)).decode()
    return [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{content}"}},
        {"type": "file", "file": {"filename": "a.txt", "file_data": f"data:text/plain;base64,{content}"}},
    ]


def inline(user: User, size: int, *, is_history: bool = False) -> Any:
    """Send files in a message of the OpenAI-compatible API, which streams, so that nobody waits for the answer."""
    agent = AgentProfile.objects.filter(owner=user).first() or agent_create(user)
    messages = [{"role": "user", "content": inline_parts(size)}]
    if is_history:
        messages += [{"role": "assistant", "content": "Seen."}, {"role": "user", "content": "And now?"}]
    api = APIClient(headers={"Authorization": f"Bearer {token_create(user, name='chat', scopes=['chat'])[1]}"})
    return api.post("/v1/chat/completions", {"model": agent.slug, "messages": messages, "stream": True})


def file(user: User, size: int) -> Any:
    upload = {"file": SimpleUploadedFile("a.txt", b"a" * size)}
    return client_of(user).post("/api/files/", upload, format="multipart")


def rows(user: User, size: int) -> Any:
    table = table_create(user)
    lines = b"email\n" + b"".join(b"%01023d\n" % number for number in range(size // KB))
    address = f"/api/tables/{table.pk}/rows.csv"
    return client_of(user).post(address, {"file": SimpleUploadedFile("a.csv", lines)}, format="multipart")


def table_file(user: User, size: int, *, way: str) -> Any:
    """Send a file to be looked at, to become a table, or for the table of the address."""
    file = SimpleUploadedFile("a.csv", b"email\n" + b"a" * KB * 40 + b"\n" * (size - 40 * KB))
    columns = '[{"key": "email", "name": "E-Mail", "type": "text"}]'
    body = {"file": file} | ({} if way == "preview" else {"has_header": "true", "columns": columns})
    body |= {"name": "Mails"} if way == "import" else {}
    address = way if way != "rows" else f"{table_create(user).pk}/import"
    return client_of(user).post(f"/api/tables/{address}/", body, format="multipart")


def run(user: User, size: int) -> Any:
    document = {"nodes": [node("start", "start", {"fields": [{"name": "letter", "type": "file"}]})], "edges": []}
    workflow = workflow_create(user, document=document)
    body = {"json": "{}", "letter": SimpleUploadedFile("a.txt", b"a" * size)}
    return client_of(user).post(f"/api/workflows/{workflow.pk}/runs/", body, format="multipart")


WAYS: dict[str, Callable[[User, int], Any]] = {
    "knowledge_documents_create": document,
    "file_create": file,
    "run_create": run,
    "tables_rows_import": rows,
    "tables_preview": partial(table_file, way="preview"),
    "tables_import": partial(table_file, way="import"),
    "tables_import_rows": partial(table_file, way="rows"),
    "skills_read": skill,
    "openapi_read": openapi,
}
OF_STRANGERS = {"form_submit", "form_step_answer"}
"""Nobody is signed in there; what one request may hold is bounded, and how many there are."""
ALL_WAYS = WAYS | {"inline": inline, "inline, in an earlier message": partial(inline, is_history=True)}
"""Those of the OpenAI-compatible API too, which is in no OpenAPI document of ours."""


def assert_refused(answer: Any) -> None:
    if answer["Content-Type"] == "application/problem+json":
        assert assert_capped(answer, "upload_mb_per_day") <= 86_400
        return
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "cap_reached")
    assert 0 < int(answer["Retry-After"]) <= 86_400


@pytest.fixture(autouse=True)
def _one_megabyte(settings: Any) -> None:
    settings.MAX_UPLOAD_MB_PER_DAY = 1


def test_each_operation_that_takes_a_file_is_here() -> None:
    paths = json.loads(OPENAPI.read_text())["paths"]
    operations = [one for path in paths.values() for one in path.values() if isinstance(one, dict)]
    taking = {one["operationId"] for one in operations if "multipart/form-data" in json.dumps(one.get("requestBody"))}
    assert taking - OF_STRANGERS == WAYS.keys()


@pytest.mark.parametrize("way", ALL_WAYS)
@pytest.mark.parametrize("next_way", ALL_WAYS)
@pytest.mark.everyday_rows(8)
def test_files_count_together_until_tomorrow(way: str, next_way: str, alice: User, bob: User) -> None:
    first, then = ALL_WAYS[way], ALL_WAYS[next_way]
    assert first(alice, 700 * KB).status_code in (200, 201)
    assert_refused(then(alice, 700 * KB))
    assert then(alice, 300 * KB).status_code in (200, 201)
    assert then(bob, 700 * KB).status_code in (200, 201)
    UploadDay.objects.update(day=F("day") - timedelta(days=1))
    assert then(alice, 700 * KB).status_code in (200, 201)


def test_what_was_deleted_still_counts(alice: User) -> None:
    file(alice, 700 * KB)
    ToolFile.objects.all().delete()
    assert_capped(file(alice, 700 * KB), "upload_mb_per_day")


def test_what_was_refused_does_not(alice: User) -> None:
    assert_problem(document(alice, 700 * KB, "a.exe"), 422, "document_unreadable")
    assert document(alice, 700 * KB).status_code == 201


def test_what_an_agent_refuses_does_not(alice: User, settings: Any) -> None:
    settings.MAX_RUNS_PER_MINUTE = 1
    assert inline(alice, 300 * KB).status_code == 200
    assert inline(alice, 300 * KB).status_code == 429
    assert UploadDay.objects.get().bytes <= 301 * KB
    assert Run.objects.count() == 1


def test_zero_sets_no_cap(alice: User, settings: Any) -> None:
    settings.MAX_UPLOAD_MB_PER_DAY = 0
    assert [file(alice, 700 * KB + number).status_code for number in range(3)] == [201] * 3


@pytest.mark.django_db(transaction=True)
def test_uploads_side_by_side_do_not_slip_through_together(alice: User) -> None:
    begin, codes = threading.Barrier(4), list[int]()

    def upload() -> None:
        try:
            begin.wait(60)
            codes.append(file(alice, 400 * KB).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(codes) == [201, 201, 429, 429]
