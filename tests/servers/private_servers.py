"""Run a command beside a private PostgreSQL and a private Redis.

Usage: python -m tests.servers.private_servers COMMAND [ARG …]. Both servers live on free loopback ports in a temporary
folder and are stopped when the command ends. It finds them in DATABASE_URL and REDIS_URL; its exit code is passed on.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from workflow_editor.scaled.private_servers import PrivateServerError, postgres, redis_server


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="flowloom-servers-")))
        try:
            environment = os.environ | {
                "DATABASE_URL": stack.enter_context(postgres(folder)),
                "REDIS_URL": stack.enter_context(redis_server(folder)),
            }
        except PrivateServerError as error:
            sys.exit(str(error))
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
