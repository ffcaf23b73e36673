"""A process that uses an account once: it says `ready`, waits for a line, and says the token that it got.

Usage: python -m tests.doubles.account_user DATA_DIR ACCOUNT
"""

import os
import sys
from pathlib import Path
from uuid import UUID

import django


def main(data_dir: str, account_id: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "workflow_editor.settings.test"
    django.setup()
    from django.conf import settings

    from tools.models import Account
    from tools.services.account_tokens import account_credential

    # The keys are there.
    settings.DATA_DIR = Path(data_dir)
    account = Account.objects.get(pk=UUID(account_id))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    sys.stdout.write(account_credential(account=account).secret)


if __name__ == "__main__":
    main(*sys.argv[1:])
