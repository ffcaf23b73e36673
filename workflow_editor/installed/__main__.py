"""The command `flowloom` of an installed product; in a checkout it is `manage.py`."""

import sys
from pathlib import Path

USAGE = """\
usage: flowloom [up] [--scaled] [options]    run the product on this machine
       flowloom manage COMMAND [options]     everything else: changepassword, migrate, web, worker, beat, …

`flowloom up --help` lists the options, `flowloom manage help` the commands. Everything that the product keeps is in
the folder DATA_DIR, by default `flowloom` in the data folder of your user.
"""


def main() -> None:
    words = sys.argv[1:] or ["up"]
    if words[0] == "manage":
        sys.argv = ["flowloom manage", *words[1:]]
    elif words[0] in {"up", "--scaled"}:
        sys.argv = ["flowloom", "up", *words[words[0] == "up" :]]
    else:
        is_asked = words[0] in {"-h", "--help", "help"}
        (sys.stdout if is_asked else sys.stderr).write(USAGE)
        sys.exit(0 if is_asked else 2)
    # First, since other packages have a `tools` or an `agents` of their own.
    sys.path.insert(0, str(Path(__file__).resolve().parent / "app"))
    from manage import main as manage

    manage()


if __name__ == "__main__":
    main()
