"""A model API that answers at once: first one tool call, then a sentence. Speaks OpenAI Chat Completions, streamed."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = ("It ", "is ", "noon.")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body go out together: clients that acknowledge late would otherwise wait 40 ms for the body.
    wbufsize = 64 * 1024
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        has_result = any(message["role"] == "tool" for message in body["messages"])
        chunks = _answer() if has_result else _tool_call(body["tools"][0]["function"]["name"])
        payload = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the figures are the only output."""


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [choice]}


def _tool_call(name: str) -> list[dict[str, Any]]:
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return [_chunk({"role": "assistant", "tool_calls": [call]}), _chunk({}, "tool_calls"), _usage()]


def _answer() -> list[dict[str, Any]]:
    return [*(_chunk({"content": word}) for word in WORDS), _chunk({}, "stop"), _usage()]


def _usage() -> dict[str, Any]:
    usage = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}
    return {**_chunk({}), "choices": [], "usage": usage}


@contextmanager
def model_stub() -> Iterator[str]:
    """Serve on a free loopback port and yield the base URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
