"""Pages and files of others at an origin of their own: no cookie of the app arrives, and nothing else is there."""

import asyncio
import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.runtime import PYTHON, ROOT
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.services_triggers.conftest import publish_trigger as publish_trigger
from tools.adapters.file_contents import file_keep
from tools.api import files
from tools.models import ToolFile
from workflow_editor.serving.content_origin import ContentOrigin

APP, CONTENT = "https://flows.example", "https://flows-content.example"
OPERATIONS = json.loads((ROOT / "frontend/src/api/openapi.json").read_text())["paths"]
OTHERS = ("/", "/admin/", "/admin/login/", "/mcp", "/mcp/", "/v1/models", "/bots/t/", "/forms/t", "/shared/t",
          "/static/assets/main.js", "/workflows/", "/hooks", "/content")  # fmt: skip
PAGE = {"sec-fetch-dest": "document", "accept": "text/html"}


@pytest.fixture(autouse=True)
def two_origins(settings: LazySettings) -> None:
    settings.PUBLIC_URL, settings.CONTENT_URL = APP, CONTENT


class Product:
    """Answers everything, with a cookie; notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope)
        headers = [(b"set-cookie", b"a=b"), (b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def asked(
    product: Product, origin: str, path: str, headers: Mapping[str, str] | None = None, **scope: Any
) -> dict[str, Any]:
    """Return the beginning of the answer, or the end of the socket."""
    got: list[Any] = []
    sent = {"host": origin.removeprefix("https://"), "cookie": "__Host-sessionid=s; csrftoken=c", **(headers or {})}

    async def send(message: Any) -> None:
        got.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    whole = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": raw, **scope}
    asyncio.run(ContentOrigin(product)(whole, receive, send))
    return dict(got[0])


def test_nothing_else_of_the_product_is_served_there() -> None:
    product = Product()
    assert len(OPERATIONS) > 150
    for path in (*OPERATIONS, *OTHERS):
        for method in OPERATIONS.get(path, {"get": None}):
            assert asked(product, CONTENT, path, method=method.upper())["status"] == 404, path
    assert asked(product, CONTENT, "/ws/workflows/1/", type="websocket") == {"type": "websocket.close", "code": 4404}
    assert product.asked == []


@pytest.mark.parametrize("path", ["/hooks/t/", "/hooks/t/more", "/content/signed/"])
def test_cookies_neither_arrive_there_nor_come_from_there(path: str) -> None:
    product = Product()
    answer = asked(product, CONTENT.upper().replace("HTTPS", "https"), path, {"authorization": "Bearer x"})
    assert answer["headers"] == [(b"content-type", b"text/html")]
    assert [name for name, _ in product.asked[0]["headers"]] == [b"host", b"authorization"]


@pytest.mark.parametrize(
    ("method", "headers", "is_shown"),
    [
        ("GET", PAGE, True),
        ("POST", PAGE, True),
        ("GET", {"sec-fetch-dest": "script"}, True),
        ("GET", {"accept": "text/html,*/*;q=0.8"}, True),
        ("GET", {"sec-fetch-dest": "empty", "accept": "*/*"}, False),
        ("POST", {"accept": "text/html"}, False),
        ("GET", {}, False),
    ],
)
def test_what_a_browser_shows_of_workflows_is_led_away_from_the_app(
    method: str, headers: dict[str, str], is_shown: bool
) -> None:
    product = Product()
    answer = asked(
        product, APP, "/hooks/t/a b", headers, method=method, raw_path=b"/hooks/t/a%20b", query_string=b"q=1"
    )
    assert answer["status"] == (307 if is_shown else 200)
    assert len(product.asked) == (0 if is_shown else 1)
    if is_shown:
        assert answer["headers"][0] == (b"location", f"{CONTENT}/hooks/t/a%20b?q=1".encode())


def test_the_app_has_all_else_at_its_own_origin_alone() -> None:
    product = Product()
    for path in (*OPERATIONS, *OTHERS):
        assert asked(product, APP, path, PAGE)["status"] == 200, path
    assert (b"cookie", b"__Host-sessionid=s; csrftoken=c") in product.asked[0]["headers"]
    assert asked(product, APP, "/content/signed/")["status"] == 404


def test_addresses_of_webhooks_are_there(publish_trigger: PublishTrigger, alice_api: APIClient) -> None:
    trigger = publish_trigger("webhook")
    shown = alice_api.get(f"/api/workflows/{trigger.workflow_id}/triggers/{trigger.node_key}/").json()
    assert shown["address"] == f"{CONTENT}/hooks/{trigger.token}/"
    answer = Client().post(f"/hooks/{trigger.token}/", {"topic": "x"}, content_type="application/json")
    assert answer.json()["status_url"].startswith(f"{CONTENT}/hooks/")


@pytest.fixture
def picture(alice: User) -> ToolFile:
    return file_keep("a.png", "image/png", [b"\x89PNG"], owner_id=alice.pk, run_id=None)


def test_a_browser_reads_files_there_by_a_link(
    picture: ToolFile, alice_api: APIClient, bob_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    led = alice_api.get(f"/api/files/{picture.pk}/")
    assert (led.status_code, led["Cache-Control"]) == (302, "no-store")
    assert led["Location"].startswith(f"{CONTENT}/content/")
    path = led["Location"].removeprefix(CONTENT)
    stranger = Client(headers={"host": "flows-content.example"})
    found: Any = stranger.get(path)
    assert (found.status_code, b"".join(found.streaming_content)) == (200, b"\x89PNG")
    assert (found["X-Content-Type-Options"], found["Access-Control-Allow-Origin"]) == ("nosniff", APP)
    assert not found.cookies
    assert stranger.get(path[:-3] + "xx/").status_code == 404
    assert stranger.post(path).status_code == 405
    monkeypatch.setattr(files, "_LINK_HOLDS_S", -1)
    assert stranger.get(path).status_code == 404
    assert bob_api.get(f"/api/files/{picture.pk}/").status_code == 404


def test_a_program_reads_files_where_it_asks(picture: ToolFile, alice_api: APIClient) -> None:
    token = confirmed(alice_api).post("/api/tokens/", {"name": "t"}, format="json").json()["token"]
    found: Any = APIClient(headers={"Authorization": f"Bearer {token}"}).get(f"/api/files/{picture.pk}/")
    assert (found.status_code, b"".join(found.streaming_content)) == (200, b"\x89PNG")


def test_pages_of_the_app_may_show_files_from_there_and_run_nothing_of_it() -> None:
    header = Client().get("/api/health/")["Content-Security-Policy"]
    policy = dict(part.split(" ", 1) for part in header.split("; "))
    assert {name for name, sources in policy.items() if CONTENT in sources} == {"img-src", "media-src", "connect-src"}


@pytest.mark.parametrize(
    ("content", "public", "starts"),
    [(CONTENT, APP, True), (CONTENT, "", False), (f"{APP}:8443", APP, False), ("flows.example", APP, False)],
)
@pytest.mark.everyday_rows(2)
def test_it_is_another_host_name(content: str, public: str, starts: bool, tmp_path: Path) -> None:
    known = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {
        **known,
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
        "CONTENT_URL": content,
        "PUBLIC_URL": public,
    }
    command = [PYTHON, "manage.py", "check"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode == 0) == starts, ended.stderr
    assert starts or "CONTENT_URL" in ended.stderr
