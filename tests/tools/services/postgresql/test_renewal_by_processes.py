"""Workers that are processes of their own renew a token once: a refresh token that comes twice revokes everything."""

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from tests.doubles.oauth_server import OauthServer
from tests.runtime import ROOT
from tests.tools.services.test_accounts import SESSION, address, consent, late, new, service
from tools.models import Account
from tools.services.accounts import account_finish

__all__ = ["address", "service"]
PROCESSES = 10


@pytest.mark.django_db(transaction=True)
def test_ten_processes_at_the_same_moment_renew_once(alice: User, address: str, service: OauthServer) -> None:
    made = new(alice, address)
    account_finish(answer=consent(made, alice, service), user=alice, session_key=SESSION)
    late(made)
    command = [sys.executable, "-m", "tests.doubles.account_user", str(settings.DATA_DIR), str(made.pk)]
    environment = os.environ | {"OUTBOUND_ALLOW": "127.0.0.1"}
    with ExitStack() as stack:
        users = [
            stack.enter_context(
                subprocess.Popen(
                    command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            )
            for _ in range(PROCESSES)
        ]
        for user in users:
            assert user.stdout is not None
            assert user.stdout.readline() == "ready\n"
        for user in users:
            assert user.stdin is not None
            user.stdin.write("now\n")
            user.stdin.flush()
        answers = [user.communicate(timeout=120)[0] for user in users]
    assert answers == ["planted-access-2"] * PROCESSES
    assert service.refreshes == 1
    assert Account.objects.get(pk=made.pk).state == Account.State.CONNECTED
