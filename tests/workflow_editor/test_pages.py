"""The page that loads the front end, and the headers that guard it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from tests.runtime import PYTHON
from workflow_editor.models import Workflow

MANIFEST = {
    "src/main.tsx": {"file": "assets/main-1.js", "css": ["assets/main-1.css"], "imports": ["_shared.js"]},
    "_shared.js": {"file": "assets/shared-2.js", "css": ["assets/shared-2.css"], "imports": ["src/main.tsx"]},
    "src/lazy.tsx": {"file": "assets/lazy-3.js"},
    "src/i18n/en/index.ts": {"file": "assets/en-5.js", "imports": ["_texts-en.js"]},
    "_texts-en.js": {"file": "assets/texts-en-6.js"},
    "src/i18n/zh/index.ts": {"file": "assets/zh-7.js"},
    "src/features/editor/editor-page.tsx": {
        "file": "assets/editor-4.js",
        "css": ["assets/editor-4.css"],
        "imports": ["_shared.js", "src/main.tsx"],
    },
}


@pytest.fixture
def manifest(settings: Settings, tmp_path: Path) -> Path:
    path = tmp_path / "manifest.json"
    settings.FRONTEND_MANIFEST = path
    return path


@pytest.mark.parametrize("path", ["/", "/workflows/42/edit", "/setup?token=abc", "/apiary", "/administrators"])
def test_every_address_of_the_front_end_gets_the_bundle(client: Client, manifest: Path, path: str) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    page = client.get(path).content.decode()
    assert '<script type="module" src="/static/assets/main-1.js">' in page
    assert '<link rel="modulepreload" href="/static/assets/shared-2.js">' in page
    assert '<link rel="stylesheet" href="/static/assets/shared-2.css">' in page
    assert "lazy-3" not in page


def test_the_editor_comes_with_its_code_and_for_who_is_signed_in_with_its_data(
    client: Client, alice: User, workflow: Workflow, manifest: Path
) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    address = f"/workflows/{workflow.pk}"
    page = client.get(address).content.decode()
    assert '<link rel="modulepreload" href="/static/assets/editor-4.js">' in page
    assert '<link rel="stylesheet" href="/static/assets/editor-4.css">' in page
    assert page.count("shared-2.js") == 1
    assert "/api/" not in page
    client.force_login(alice)
    page = client.get(address).content.decode()
    reads = re.findall(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)">', page)
    assert f"/api{address}/graph/" in reads
    assert [client.get(read).status_code for read in reads] == [200] * 4


@pytest.mark.parametrize(
    ("wanted", "sent"),
    [("zh-CN,zh;q=0.9,en;q=0.8", {"zh-7"}), ("en-GB", {"en-5", "texts-en-6"}), ("vi", {"en-5", "texts-en-6"})],
)
def test_the_page_comes_with_the_texts_of_the_browsers_language(
    client: Client, manifest: Path, wanted: str, sent: set[str]
) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    page = client.get("/", headers={"Accept-Language": wanted}).content.decode()
    assert set(re.findall(r'modulepreload" href="/static/assets/(\S+-[567])\.js"', page)) == sent


def test_the_page_sets_the_csrf_cookie_and_is_not_cached(client: Client, manifest: Path) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    response = client.get("/")
    assert "csrftoken" in response.cookies
    assert "no-store" in response["Cache-Control"]


def test_without_a_build_the_page_states_how_to_make_one(client: Client, manifest: Path) -> None:
    response = client.get("/")
    assert response.status_code == 503
    assert "make run" in response.content.decode()


@pytest.mark.parametrize("path", ["/static/missing.js", "/ws/runs/1/", "/mcp/", "/favicon.ico"])
def test_addresses_of_other_parts_do_not_get_the_page(client: Client, manifest: Path, path: str) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    assert client.get(path).status_code == 404


def test_the_page_may_only_load_what_is_ours(client: Client, manifest: Path) -> None:
    manifest.write_text(json.dumps(MANIFEST))
    policy = client.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "'unsafe-eval'" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.django_db
def test_the_admin_gets_the_policy_that_its_theme_needs(client: Client) -> None:
    assert "'unsafe-eval'" in client.get("/admin/login/")["Content-Security-Policy"]


@pytest.mark.exhaustive
def test_only_who_serves_pages_loads_the_panel() -> None:
    """Workers and commands do not: it is 30 modules and 9 MB."""
    code = (
        "import sys, django; django.setup(); panel = 'unfold.admin' in sys.modules\n"
        "from django.core.checks import run_checks\n"
        "import workflow_editor.urls; assert 'unfold.admin' in sys.modules; assert not run_checks(tags=['admin'])\n"
        "sys.exit(panel)"
    )
    assert subprocess.run([PYTHON, "-c", code], check=False).returncode == 0


@pytest.mark.django_db
def test_a_shared_chat_can_be_shown_inside_pages_of_others(client: Client) -> None:
    answer = client.get("/shared/fls_any")
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
