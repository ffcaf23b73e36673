"""A server that never answers."""

import socket
import threading


class SilentServer:
    """Takes requests, answers none of them, and notices who hangs up."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.asked = threading.Event()
        self.left = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def _serve(self) -> None:
        try:
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._hear, args=(connection,), daemon=True).start()
        except OSError:
            return

    def _hear(self, connection: socket.socket) -> None:
        with connection:
            try:
                while connection.recv(65_536):
                    self.asked.set()
            except ConnectionError:
                pass
        self.left.set()

    def close(self) -> None:
        self._listener.close()
