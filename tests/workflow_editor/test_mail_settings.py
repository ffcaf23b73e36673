"""Mail server settings from the environment."""

import os
import subprocess
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.runtime import PYTHON, ROOT
from workflow_editor.settings.env import MailServer, mail_server


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("", MailServer()),
        ("smtp://mail.example", MailServer("mail.example")),
        ("smtp://flow:l%40om%3A7@mail.example:2525", MailServer("mail.example", 2525, "flow", "l@om:7")),
        ("smtp+tls://flow:x@mail.example", MailServer("mail.example", 587, "flow", "x", starts_tls=True)),
        ("smtp+ssl://flow:x@mail.example", MailServer("mail.example", 465, "flow", "x", is_tls=True)),
        ("smtp+ssl://[::1]:9465", MailServer("::1", 9465, is_tls=True)),
    ],
)
def test_one_address_names_the_mail_server(url: str, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    assert mail_server("EMAIL_URL") == server


@pytest.mark.parametrize(
    "url", ["mail.example", "http://u:s3cret@mail.example", "smtp://", "smtp://u:s3cret@m:x", "s://"]
)
def test_a_wrong_address_is_named_without_its_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match=r"EMAIL_URL must look like smtp\+tls://") as raised:
        mail_server("EMAIL_URL")
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"EMAIL_URL": "smtp://mail.example"}, "DEFAULT_FROM_EMAIL must name the sender"),
        (
            {"EMAIL_URL": "smtp://mail.example", "DEFAULT_FROM_EMAIL": "a@b.example", "ALLOWED_HOSTS": "*"},
            "ALLOWED_HOSTS must name the hosts",
        ),
        ({"EMAIL_URL": "smtp://mail.example", "DEFAULT_FROM_EMAIL": "a@b.example"}, ""),
    ],
)
@pytest.mark.everyday_rows(1)
def test_what_does_not_fit_together_ends_the_start_with_a_sentence(
    environment: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    known = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    production = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production"}
    command = [PYTHON, "manage.py", "check"]
    ended = subprocess.run(
        command, cwd=ROOT, env={**known, **production, **environment}, capture_output=True, text=True
    )
    assert (ended.returncode == 0) is (sentence == "")
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
