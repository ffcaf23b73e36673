"""Inputs that products of this kind were reported to get wrong: each goes through HTTP, as its author would send it."""

import base64
import hashlib
import hmac
import json
import uuid
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from defusedxml import ElementTree
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.servers.queried import QueriedServer, queried_postgresql
from tests.workflow_editor.acceptance.api_user import ApiUser, done, used
from tests.workflow_editor.cases.checks import failed_checks
from tests.workflow_editor.cases.partner import Partner
from workflow_editor.api.views import webhooks
from workflow_editor.models import NodeRun
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.services.runs.recovery import sweep

Json = dict[str, Any]
CASES: dict[str, Json] = {
    case["id"]: case for case in json.loads(Path(__file__).with_name("values.json").read_text())["cases"]
}
IN_A_BROWSER = {"A11-browser-run-page", "W3-copy-paste", "W4-picker"}
"""Looked at where a browser is: in the stories of the front end."""
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueriedServer]:
    with queried_postgresql(tmp_path_factory.mktemp("queried")) as server:
        yield server


@pytest.fixture
def observe(
    alice_api: APIClient,
    admin_api: APIClient,
    queue: TaskQueue,
    echo: Partner,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Json], Json]:
    """Return what does what a case says and returns what was seen."""
    api_user = ApiUser(alice_api, admin_api, queue)
    monkeypatch.setattr(webhooks, "run_wait", lambda run_id, timeout_s: api_user.queue.run_all())

    def do(case: Json) -> Json:
        here = {"${ECHO}": echo.url, "${UUID}": str(uuid.uuid4())}
        text = json.dumps(case)
        for mark, value in here.items():
            text = text.replace(mark, value)
        case = json.loads(text)
        match case["kind"]:
            case "workflow":
                return _run(api_user, echo, case)
            case "webhook":
                return _hook(api_user, case)
            case "db":
                return _query(api_user, request.getfixturevalue("postgresql"), case)
            case "due":
                return _due(api_user, case)
            case "file":
                return _file(api_user, case)
        raise ValueError(case["kind"])

    return do


def _newest(nodes: list[Json]) -> list[Json]:
    """Give each node the newest version of its type."""
    newest = {kind.id: kind.version for kind in sorted(builtin_registry().node_types(), key=lambda kind: kind.version)}
    return [{"type_version": newest[node["type"]], **node} for node in nodes]


def _imported(user: ApiUser, nodes: list[Json], edges: list[Json]) -> str:
    document = {"schema_version": 1, "nodes": _newest(nodes), "edges": edges}
    body = {"format": "flowloom", "name": f"Case {uuid.uuid4()}", "document": document}
    return str(done(user.api.post("/api/workflows/import/", body))["id"])


def _run(user: ApiUser, echo: Partner, case: Json) -> Json:
    inputs = dict(case["inputs"])
    for name, given in case.get("upload", {}).items():
        file = SimpleUploadedFile(given["name"], base64.b64decode(given["b64"]), given["type"])
        inputs[name] = done(user.api.post("/api/files/", {"file": file}, format="multipart"))
    url = f"/api/workflows/{_imported(user, case['nodes'], case['edges'])}/runs/"
    user.api.raise_request_exception = False
    start = user.api.post(url, {"inputs": inputs, "mode": "live"})
    seen: Json = {"http_start": start.status_code}
    if start.status_code < 300:
        user.queue.run_all()
        while NodeRun.objects.filter(due_at__isnull=False, status="queued").update(due_at=timezone.now()):
            sweep()
            user.queue.run_all()
        answer = user.api.get(f"/api/runs/{start.json()['id']}/")
        seen["http_get"] = answer.status_code
        if answer.status_code == 200:
            run = json.loads(answer.content)
            seen |= {"status": run["status"], "output": run["output"], "error": run["error"]}
    seen["log_count"] = _counted([path for path, _ in echo.requests])
    seen["log"] = _all_of([pair for _, headers in echo.requests for pair in headers])
    return seen


def _counted(paths: list[str]) -> dict[str, int]:
    return {path: paths.count(path) for path in paths}


def _all_of(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault("-".join(part.capitalize() for part in name.split("-")), []).append(value)
    return found


def _hook(user: ApiUser, case: Json) -> Json:
    nodes = [
        {"key": "hook", "name": "hook", "type": "webhook", "config": {"respond": "when_done", "method": "any"}},
        {"key": "start", "name": "start", "type": "start", "config": {}},
        {"key": "end", "name": "end", "type": "end", "config": case["end"]},
    ]
    nodes[0]["config"].update(case["config"])
    edge = {"id": "start-out-end", "source": "start", "source_port": "out", "target": "end"}
    workflow = _imported(user, nodes, [edge])
    done(user.api.post(f"/api/workflows/{workflow}/versions/", {}))
    trigger = done(user.api.get(f"/api/workflows/{workflow}/triggers/"))[0]
    requests = [_sent(trigger["address"], asked) for asked in case["requests"]]
    return {"requests": requests, "runs": len(done(user.api.get(f"/api/runs/?workflow={workflow}"))["results"])}


def _sent(url: str, asked: Json) -> Json:
    body = base64.b64decode(asked["body_b64"]) if "body_b64" in asked else asked.get("body", "").encode()
    if "body_fill" in asked:
        head, piece, times, tail = asked["body_fill"]
        body = f"{head}{piece * times}{tail}".encode()
    headers = dict(asked.get("headers", {}))
    if "hmac" in asked:
        headers["X-Signature"] = "sha256=" + hmac.new(asked["hmac"].encode(), body, hashlib.sha256).hexdigest()
    kind = headers.pop("Content-Type", "application/octet-stream")
    answer = Client(raise_request_exception=False).generic(
        asked["method"], url + asked.get("suffix", ""), body, content_type=kind, headers=headers
    )
    text = answer.content.decode()
    is_json = "json" in answer["Content-Type"]
    return {"status": answer.status_code, "body": text, "json": json.loads(text) if is_json else text}


def _query(user: ApiUser, server: QueriedServer, case: Json) -> Json:
    tool = user.tool("database-query", server.config, name=f"Database {uuid.uuid4()}")
    config = {"tool": used(tool), "arguments": {"sql": case["sql"], "params": case["params"]}, **case.get("node", {})}
    nodes = [
        {"key": "start", "name": "start", "type": "start", "config": {}},
        {"key": "q", "name": "q", "type": "tool", "config": config},
        {"key": "end", "name": "end", "type": "end", "config": {"outputs": [{"name": "r", "value": "{{ nodes.q }}"}]}},
    ]
    edges = [
        {"id": "start-out-q", "source": "start", "source_port": "out", "target": "q"},
        {"id": "q-out-end", "source": "q", "source_port": "out", "target": "end"},
    ]
    run = user.run_again(_imported(user, nodes, edges)).run
    return {
        "status": run["status"],
        "error": run["error"],
        "data": run["output"] and run["output"]["r"]["data"]["data"],
    }


def _due(user: ApiUser, case: Json) -> Json:
    user.api.raise_request_exception = False
    answer = user.api.post("/api/trigger-due-times/", {"type": "schedule", "config": case["config"]})
    times = answer.json()["times"] if answer.status_code == 200 else []
    return {"http": answer.status_code, **{str(index): time for index, time in enumerate(times)}}


def _file(user: ApiUser, case: Json) -> Json:
    config = {"format": case["format"], "content": "{{ inputs.rows }}"}
    fields = {"fields": [{"name": "rows", "type": "json", "title": "rows"}]}
    nodes = [
        {"key": "start", "name": "start", "type": "start", "config": fields},
        {"key": "f", "name": "f", "type": "make_file", "config": config},
        {
            "key": "end",
            "name": "end",
            "type": "end",
            "config": {"outputs": [{"name": "r", "value": "{{ nodes.f.file }}"}]},
        },
    ]
    edges = [
        {"id": "start-out-f", "source": "start", "source_port": "out", "target": "f"},
        {"id": "f-out-end", "source": "f", "source_port": "out", "target": "end"},
    ]
    run = user.run_again(_imported(user, nodes, edges), {"rows": case["rows"]}).run
    if run["status"] != "succeeded":
        return {"status": run["status"], "error": run["error"]}
    answer: Any = user.api.get(f"/api/files/{run['output']['r']['id']}/")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    cell = next(found for found in sheet.iter(f"{_SHEET}c") if found.get("r") == "A2")
    return {"cell": "".join(cell.itertext())}


@pytest.mark.parametrize("case", [name for name in CASES if name not in IN_A_BROWSER])
def test_a_case(case: str, observe: Callable[[Json], Json]) -> None:
    assert failed_checks(CASES[case]["expect"], observe(CASES[case])) == []
