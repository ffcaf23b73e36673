"""`make dev`: the server and Vite at one address, both with reload; `python -m tests.dev.run` starts them.

Vite answers at the address and passes on what is the server's (`frontend/vite.config.ts`). The server is `manage.py
up`, as users have it. Django's own reloader would take its main thread, and uvicorn's hides why a start fails, so the
sources are watched here and the whole process starts again.
"""

import os
import signal
import socket
import sys

from tests import runtime
from tests.dev.halves import Half, run_halves
from workflow_editor.serving.listener import LISTENER, AddressInUseError, address_of, bind

SOURCES = [runtime.ROOT / name for name in ("agents", "locale", "templates", "tools", "workflow_editor", "manage.py")]


def main() -> None:
    """Run both halves until Ctrl-C, SIGTERM or the end of one of them."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
    try:
        # Only tried: Vite takes it.
        with bind(host, port) as front:
            address, port = address_of(front), front.getsockname()[1]
    except AddressInUseError as error:
        sys.exit(str(error))
    with bind("127.0.0.1", 0) as listener:
        try:
            sys.exit(run_halves(_server(listener, address), _site(listener, host, port), SOURCES))
        except KeyboardInterrupt:
            return


def _server(listener: socket.socket, address: str) -> Half:
    """Keep its socket open while it starts again, so that requests wait instead of failing."""
    return Half(
        "the server",
        [runtime.PYTHON, "manage.py", "up", "--address", address],
        folder=runtime.ROOT,
        environment={
            "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.development",
            LISTENER: str(listener.fileno()),
        },
        descriptors=[listener.fileno()],
        in_terminal=True,
    )


def _site(listener: socket.socket, host: str, port: int) -> Half:
    return Half(
        "Vite",
        ["node_modules/.bin/vite", "--host", host, "--port", str(port), "--strictPort", "--clearScreen", "false"],
        folder=runtime.ROOT / "frontend",
        environment={"FLOWLOOM_BACKEND": address_of(listener)},
    )


if __name__ == "__main__":
    main()
