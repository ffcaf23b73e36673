"""The container files agree with the product: what they install, and what they start."""

import re
from pathlib import Path

import httpx2
import pytest
import yaml
from django.core.management import get_commands

from tests.container.image import Image, instructions
from tests.doubles.code_runner import TOKEN, running_runner
from tests.runtime import ROOT
from workflow_editor.settings import env

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()


def test_the_image_installs_the_lock_files_and_nothing_else() -> None:
    installs = re.findall(
        r"(?:pip|uv) (?:pip )?install [^&|;\n]*", "\n".join(words for _, words in instructions(DOCKERFILE))
    )
    assert [install.strip() for install in installs] == [
        f"pip install --no-cache-dir --no-deps --require-hashes -r {lock}"
        for lock in ("requirements.lock", "requirements-build.lock")
    ]


def test_it_starts_commands_that_exist() -> None:
    started = set(re.findall(r'"manage\.py", "(\w+)"', DOCKERFILE + COMPOSE))
    assert started >= {"web", "worker", "beat", "migrate"}
    assert started <= get_commands().keys()


def test_the_probe_asks_an_address_that_exists() -> None:
    (address,) = re.findall(r"127\.0\.0\.1:8000(/\S*?)'", COMPOSE)
    assert address == "/api/health/"


SERVICES = yaml.safe_load(COMPOSE)["services"]
PRODUCT = ("migrate", "web", "worker", "beat")


def test_what_it_sets_is_what_the_product_reads() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "workflow_editor").rglob("*.py"))
    read = set(re.findall(r'env\.\w+\("(\w+)"', sources))
    for name in PRODUCT:
        assert SERVICES[name]["environment"].keys() <= read


def test_no_secret_has_a_default() -> None:
    """A password is asked for with a sentence, so that no two installations have the same."""
    asked = re.findall(r"\$\{(\w*(?:PASSWORD|TOKEN|SECRET|KEY)\w*)(?::([-?])([^}]*))?\}", COMPOSE)
    assert {name for name, _, _ in asked} == {"POSTGRES_PASSWORD", "RUNNER_TOKEN"}
    for name, kind, words in asked:
        # The runner's is of a profile, and the runner itself says that it is missing.
        assert (kind, bool(words)) == (("-", False) if name == "RUNNER_TOKEN" else ("?", True)), name
    # No `@` or `:` of a URL may come from the sentence.
    assert SERVICES["web"]["environment"]["DATABASE_URL"].count("@") == 1


def test_images_can_be_pinned_by_digest() -> None:
    images = {name: service["image"] for name, service in SERVICES.items()}
    assert images["postgres"] == "${POSTGRES_IMAGE:-postgres:17}"
    assert images["redis"] == "${REDIS_IMAGE:-redis:8}"


def test_the_runner_starts_takes_its_token_and_answers_its_probe() -> None:
    runner = SERVICES["runner"]
    assert runner["command"] == ["python", "-m", "tools.runner"]
    assert runner["environment"] == {"RUNNER_TOKEN": "${RUNNER_TOKEN:-}"}
    ((port, path),) = re.findall(r"127\.0\.0\.1:(\d+)(/\w+)", runner["healthcheck"]["test"][-1])
    with running_runner() as running, httpx2.Client(base_url=running.url, trust_env=False) as client:
        assert client.get(path).json() == {"ok": True}
        statuses = [
            client.post("/run", headers={"Authorization": f"Bearer {token}"}).status_code for token in (TOKEN, "other")
        ]
    assert statuses[0] != 401
    assert statuses[1] == 401
    usage = (ROOT / "tools/runner/__main__.py").read_text()
    assert f'"--port", type=int, default={port}' in usage


def test_the_runner_is_optional_and_in_reach_of_the_product_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = SERVICES["runner"]
    assert runner["profiles"] == ["runner"]
    assert not any("profiles" in SERVICES[name] for name in SERVICES.keys() - {"runner"})
    assert "volumes" not in runner
    reaches = {name: set(service.get("networks", ["default"])) for name, service in SERVICES.items()}
    for name in PRODUCT:
        assert reaches[name] == {"default", "runner"}
        # As Docker Compose fills it in where the operator allows nothing, and a host.
        for given, allowed in [("", ["runner"]), ("10.0.0.7", ["runner", "10.0.0.7"])]:
            value = SERVICES[name]["environment"]["OUTBOUND_ALLOW"].replace("${OUTBOUND_ALLOW:-}", given)
            monkeypatch.setenv("OUTBOUND_ALLOW", value)
            assert env.names("OUTBOUND_ALLOW") == allowed
    assert reaches["runner"].isdisjoint(reaches["postgres"] | reaches["redis"])


def test_its_python_is_the_one_that_is_tested() -> None:
    assert set(re.findall(r"^FROM python:([\d.]+)", DOCKERFILE, re.MULTILINE)) == {"3.11"}


STEPS = r"""
# a comment
FROM python:3.11-slim AS build
WORKDIR /app
ENV A=1 PATH=/venv/bin:$PATH
COPY requirements.lock ./
COPY . .
RUN useradd nobody
RUN python -c 'import sys; print(sys.prefix)' > /app/out \
    && echo /venv $A >> /app/out
COPY --from=build /venv /venv
"""


def test_its_steps_can_be_taken_in_a_folder(tmp_path: Path) -> None:
    image = Image(tmp_path / "image")
    image.build(STEPS)
    prefix, folder = (tmp_path / "image/app/out").read_text().splitlines()
    assert not prefix.startswith(str(ROOT))
    assert folder == f"{tmp_path}/image/venv 1"
    assert image.environment["PATH"].startswith(f"{tmp_path}/image/venv/bin:{tmp_path}/image/bin:")
    assert (tmp_path / "image/app/manage.py").exists()
    assert not (tmp_path / "image/app/tests").exists()
