"""Another person of a running product, made in its own database."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx2

from tests.runtime import PYTHON, ROOT

_MADE = """
import django
django.setup()
from django.contrib.auth.models import User
from workflow_editor.services.tokens import token_create
print(token_create(User.objects.create_user("other"), name="tests")[1])
"""


@contextmanager
def second_person(address: str, environment: Mapping[str, str]) -> Iterator[httpx2.Client]:
    """Yield what they send requests with.

    Args:
        environment: of a process of the product.
    """
    settings = {"DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production", "PYTHONPATH": str(ROOT)}
    made = subprocess.run(
        [PYTHON, "-c", _MADE],
        env={**os.environ, **environment, **settings},
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    headers = {"Authorization": f"Bearer {made.stdout.strip()}"}
    with httpx2.Client(base_url=address, headers=headers, timeout=60, trust_env=False) as client:
        yield client
