"""Runs management commands one after another in a process of the product, and reports which database each met.

Usage: python -m tests.doubles.every_command, with a JSON object of names and arguments on the standard input.
"""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import django


def main() -> None:
    commands = json.load(sys.stdin)
    django.setup()
    from django.core.management import CommandError, call_command, get_commands
    from django.db import connection

    met = {}
    for name, arguments in commands.items():
        connection.close()
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            try:
                call_command(name, *arguments)
            except (CommandError, SystemExit):
                pass  # such as nothing to test
        met[name] = connection.vendor if connection.connection is not None else ""
    json.dump({"met": met, "all": sorted(get_commands())}, sys.stdout)


if __name__ == "__main__":
    main()
