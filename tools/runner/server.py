"""HTTP service: `POST /run` with the token runs one call, `GET /health` reports liveness."""

import hmac
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any

from tools.runner.frames import HEAD_BYTES, frame, object_length, sizes
from tools.runner.job import GoneError, Job, Limits

_PIECE = 256 * 1024
_SILENT_S = 30
"""A caller who sends nothing for so long is hung up on."""


class RefusedRequestError(Exception):
    """A refused request, with a code."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


class RunnerService(http.server.ThreadingHTTPServer):
    """The service; `token` is required from callers, more than `calls` at once are refused."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], token: str, limits: Limits, calls: int) -> None:
        super().__init__(address, _Handler)
        self.token, self.limits = token, limits
        self.free = threading.BoundedSemaphore(calls)


class _Handler(http.server.BaseHTTPRequestHandler):
    server: RunnerService
    timeout = _SILENT_S
    server_version = "FlowloomRunner"
    sys_version = ""

    def do_GET(self) -> None:
        status = HTTPStatus.OK if self.path == "/health" else HTTPStatus.NOT_FOUND
        self._send_json(status, {"ok": status == HTTPStatus.OK})

    def do_POST(self) -> None:
        self._unread = int(self.headers["Content-Length"]) if self.headers.get("Content-Length", "").isdecimal() else 0
        try:
            self._check()
            if not self.server.free.acquire(blocking=False):
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, "busy")
            try:
                self._run()
            finally:
                self.server.free.release()
        except RefusedRequestError as refusal:
            # A client that is still sending would not hear the refusal.
            while self._unread and self.rfile.read(step := min(self._unread, _PIECE)):
                self._unread -= step
            self._send_json(refusal.status, {"error": refusal.code})
        except (GoneError, ConnectionError, TimeoutError):
            self.close_connection = True

    def _check(self) -> None:
        given = self.headers.get("Authorization", "").encode()
        if not hmac.compare_digest(given, f"Bearer {self.server.token}".encode()):
            raise RefusedRequestError(HTTPStatus.UNAUTHORIZED, "token")
        if self.path != "/run":
            raise RefusedRequestError(HTTPStatus.NOT_FOUND, "path")

    def _run(self) -> None:
        with ExitStack() as open_now:
            try:
                call = json.loads(self._read(object_length(self._read(HEAD_BYTES))))
                files = sizes(call)
                code, inputs, seconds = call["code"], call["inputs"], float(call["seconds"])
                if not isinstance(code, str) or not isinstance(inputs, dict):
                    raise ValueError
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise RefusedRequestError(HTTPStatus.BAD_REQUEST, "request") from error
            if sum(size for _, size in files) > self.server.limits.file_bytes:
                raise RefusedRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "files")
            job = open_now.enter_context(Job(self.server.limits))
            paths = [job.take(number, self._pieces(size)) for number, (_, size) in enumerate(files)]
            try:
                inputs = _with_paths(inputs, paths)
            except IndexError as error:
                raise RefusedRequestError(HTTPStatus.BAD_REQUEST, "request") from error
            report = job.run(code, inputs, seconds, self.connection)
            self._answer(job, report, open_now)

    def _answer(self, job: Job, report: dict[str, Any], open_now: ExitStack) -> None:
        contents, files = [], []
        try:
            for path in report.pop("paths", ()):
                contents.append(open_now.enter_context(job.opened(path)))
                files.append({"name": path.rpartition("/")[2], "size": contents[-1].seek(0, 2)})
                contents[-1].seek(0)
        except ValueError:
            report, files = _failed_result(f"no_file: {path}"), []
        if sum(file["size"] for file in files) > self.server.limits.file_bytes:
            report, files = _failed_result("large_files"), []
        head = frame({**report, "files": files})
        length = len(head) + sum(file["size"] for file in files)
        self._begin(HTTPStatus.OK, "application/octet-stream", length)
        self.wfile.write(head)
        for file, content in zip(files, contents, strict=False):
            left = file["size"]
            while left and (piece := content.read(min(left, _PIECE))):
                self.wfile.write(piece)
                left -= len(piece)

    def _read(self, length: int) -> bytes:
        if length > self._unread:
            raise RefusedRequestError(HTTPStatus.BAD_REQUEST, "request")
        self._unread -= length
        found = self.rfile.read(length)
        if len(found) < length:
            raise GoneError
        return found

    def _pieces(self, size: int) -> Iterator[bytes]:
        while size:
            piece = self._read(min(size, _PIECE))
            size -= len(piece)
            yield piece

    def _send_json(self, status: HTTPStatus, value: dict[str, Any]) -> None:
        body = json.dumps(value).encode()
        self._begin(status, "application/json", len(body))
        self.wfile.write(body)

    def _begin(self, status: HTTPStatus, kind: str, length: int) -> None:
        # HTTP/1.0: each answer ends its connection, so that nothing of a request that was refused is read as the next.
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.end_headers()


def _with_paths(value: Any, paths: list[str]) -> Any:
    """Return the inputs, with its place at each file that came along (`"content"` is its number)."""
    if isinstance(value, dict):
        if value.get("$type") == "file" and isinstance(value.get("content"), int):
            place = paths[value["content"]]
            return {**{name: one for name, one in value.items() if name != "content"}, "path": place}
        return {name: _with_paths(one, paths) for name, one in value.items()}
    return [_with_paths(one, paths) for one in value] if isinstance(value, list) else value


def _failed_result(reason: str) -> dict[str, Any]:
    return {"failed": {"kind": "result", "message": reason, "line": None}}
