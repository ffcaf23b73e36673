"""The container files agree with the product: what they install, and what they start."""

import re
from pathlib import Path

from django.core.management import get_commands

from tests.container.image import Image, instructions
from tests.runtime import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()


def test_the_image_installs_the_lock_file_and_nothing_else() -> None:
    installs = re.findall(
        r"(?:pip|uv) (?:pip )?install [^&|;\n]*", "\n".join(words for _, words in instructions(DOCKERFILE))
    )
    assert [install.strip() for install in installs] == [
        "pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock"
    ]


def test_it_starts_commands_that_exist() -> None:
    started = set(re.findall(r'"manage\.py", "(\w+)"', DOCKERFILE + COMPOSE))
    assert started >= {"web", "worker", "beat", "migrate"}
    assert started <= get_commands().keys()


def test_the_probe_asks_an_address_that_exists() -> None:
    (address,) = re.findall(r"127\.0\.0\.1:8000(/\S*?)'", COMPOSE)
    assert address == "/api/health/"


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
