#!/usr/bin/env python
"""Django's command line; `manage.py up` is the whole product in one process."""

import os
import sys
from pathlib import Path

_OWN = {"agents", "tests", "tools", "workflow_editor"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line

        from workflow_editor.adapters.process.memory import collect_garbage_rarely

        collect_garbage_rarely()
        # A command is a module: `verify-backup` lies in verify_backup.py.
        if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
            sys.argv[1] = sys.argv[1].replace("-", "_")
        try:
            execute_from_command_line(sys.argv)
        except ImproperlyConfigured as error:
            sys.exit(f"{error}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in _OWN:
            raise
        is_checkout = Path(__file__).with_name("requirements.lock").exists()
        remedy = "from requirements.lock: rm -rf .venv && make run" if is_checkout else "and install flowloom in it"
        sys.exit(f"The Python module {error.name} is missing from the environment {sys.prefix}. Make it again {remedy}")


if __name__ == "__main__":
    main()
