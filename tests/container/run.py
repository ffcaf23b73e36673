"""`make container-check`: build what the Dockerfile builds, then start it as compose.yaml does, until it is ready.

Usage: python -m tests.container.run. The exit code is 0 when `/api/health/ready/` answered 200.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from tests.container.image import Image
from tests.polling import comes_true
from tests.runtime import ROOT
from workflow_editor.scaled.private_access import free_port
from workflow_editor.scaled.private_servers import postgres, redis_server

READY_WITHIN_S = 120.0


@contextmanager
def running(image: Image, command: str) -> Iterator[None]:
    """Run a command of the image beside the block."""
    process = subprocess.Popen(["python", "manage.py", command], cwd=image.workdir, env=image.environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="flowloom-image-")))
        image = Image(folder)
        image.build((ROOT / "Dockerfile").read_text())
        (folder / "data").mkdir()
        port = free_port()
        image.environment |= {
            "DATABASE_URL": stack.enter_context(postgres(folder)),
            "REDIS_URL": stack.enter_context(redis_server(folder)),
            "HOST": "127.0.0.1",
            "PORT": str(port),
        }
        image.run("python manage.py migrate --no-input --verbosity 0")
        for command in ("web", "worker", "beat"):
            stack.enter_context(running(image, command))

        def is_ready() -> bool:
            try:
                answer = httpx2.get(f"http://127.0.0.1:{port}/api/health/ready/", trust_env=False, timeout=10)
            except httpx2.TransportError:
                return False
            return answer.status_code == 200

        return 0 if comes_true(is_ready, within_s=READY_WITHIN_S, every_s=0.2) else 1


if __name__ == "__main__":
    sys.exit(main())
