"""The built front end as browsers get it: compressed, and never asked for twice."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings as product
from django.core.management import call_command
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db
TEXT = "a text that comes again and again; " * 100
HASHED = ("assets/main-B364Xl3f.js", "assets/main-3kA7Z_pi.css", "assets/elk-worker.min-J_vVZ-Z4.js")

UNUSED = ("rest_framework/css/default.css", "sidecar/redoc/redoc.js", "assets/main-B364Xl3f.js.map")


@pytest.fixture
def built(settings: Settings, tmp_path: Path) -> Client:
    """A client of a server with a front end that was collected as the Makefile does."""
    dist = tmp_path / "dist"
    for name in (*HASHED, "manifest.json", "assets/plain.js", "admin/css/base.css", *UNUSED):
        (dist / name).parent.mkdir(parents=True, exist_ok=True)
        (dist / name).write_text(TEXT)
    (dist / "assets" / "inter-DO1Apj_S.woff2").write_bytes(b"\0" * 1000)
    settings.STATICFILES_DIRS = [dist]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    call_command("collectstatic", interactive=False, verbosity=0)
    return Client()


def get(client: Client, name: str, encoding: str = "") -> HttpResponseBase:
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": encoding})
    assert answer.status_code == 200, name
    answer.close()
    return answer


@pytest.mark.parametrize("name", HASHED)
@pytest.mark.parametrize(
    ("asked", "given"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=1.0, *;q=0", "br"), ("", None)]
)
def test_files_come_in_the_form_that_the_browser_reads(built: Client, name: str, asked: str, given: str | None) -> None:
    answer = get(built, name, asked)
    assert answer.headers.get("Content-Encoding") == given
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (int(answer.headers["Content-Length"]) < len(TEXT) / 2) == (given is not None)


@pytest.mark.parametrize("name", [*HASHED, "assets/inter-DO1Apj_S.woff2"])
def test_what_is_named_by_its_content_is_kept_for_a_year(built: Client, name: str) -> None:
    answer = get(built, name)
    assert "immutable" in answer.headers["Cache-Control"]
    assert int(re.findall(r"max-age=(\d+)", answer.headers["Cache-Control"])[0]) >= 31_536_000


@pytest.mark.parametrize("name", ["manifest.json", "assets/plain.js", "admin/css/base.css"])
def test_what_may_change_under_its_name_is_asked_for_again(built: Client, name: str) -> None:
    assert "immutable" not in get(built, name).headers["Cache-Control"]
    assert get(built, "admin/css/base.css", "br").headers["Content-Encoding"] == "br"


def test_the_page_itself_is_never_kept(built: Client) -> None:
    answer = built.get("/", headers={"Accept-Encoding": "br, gzip"})
    assert "no-store" in answer.headers["Cache-Control"]
    assert "immutable" not in answer.headers["Cache-Control"]


def test_every_file_of_the_front_end_is_named_by_its_content() -> None:
    chunks = json.loads(product.FRONTEND_MANIFEST.read_text()).values()
    names = {name for chunk in chunks for name in (chunk["file"], *chunk.get("css", []), *chunk.get("assets", []))}
    assert len(names) > 50
    hashed = re.compile(product.WHITENOISE_IMMUTABLE_FILE_TEST)
    assert [name for name in names if not hashed.match(f"/static/{name}")] == []


def test_what_no_page_loads_is_not_published(built: Client) -> None:
    assert [built.get(f"/static/{name}").status_code for name in UNUSED] == [404] * len(UNUSED)
