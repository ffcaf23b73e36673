"""One SDK client per credential and address in a process, made on first use.

The SDKs are imported here, inside the functions: each costs over a second and some 60 MB, which a process that only
uses the offline model never pays.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from agents.providers.connection import UNUSED_KEY, Connection
from agents.providers.presets import Wire
from agents.providers.stream_reader import SdkStream
from tools.core.definitions import JsonObject

if TYPE_CHECKING:
    import anthropic
    import openai

_FILE_TIMEOUT_S = 60.0
MAX_CLIENTS = 64

T = TypeVar("T")


class ClientCache:
    """Keeps the most recently used clients. Thread-safe.

    A client that falls out is not closed, since a stream may still run over it; its connections end with it.
    """

    def __init__(self, max_clients: int = MAX_CLIENTS) -> None:
        self._max_clients = max_clients
        self._lock = threading.Lock()
        self._clients: OrderedDict[tuple[object, ...], Any] = OrderedDict()

    def get(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        with self._lock:
            if key not in self._clients:
                self._clients[key] = make()
                if len(self._clients) > self._max_clients:
                    self._clients.popitem(last=False)
            self._clients.move_to_end(key)
            client: T = self._clients[key]
            return client


_cache = ClientCache()


def sdk_import(wire: Wire) -> None:
    """Import the package that speaks a wire format before the first call needs it; they bear the formats' names."""
    if wire != "offline":
        import_module(wire)


def openai_client(connection: Connection) -> "openai.OpenAI":
    def make() -> "openai.OpenAI":
        import openai

        from agents.providers.sdk_connections import SdkConnections

        return openai.OpenAI(**_options(connection), http_client=SdkConnections())

    return _cache.get(connection.cache_key(), make)


def openai_stream(connection: Connection, path: str, body: JsonObject, headers: dict[str, str]) -> SdkStream:
    """Send the body and return the opened stream; the SDK raises its errors until then, `StreamReader` reads it."""
    import openai

    client = openai_client(connection)
    return client.post(
        path, cast_to=object, body=body, options={"headers": headers}, stream=True, stream_cls=openai.Stream[object]
    )


def anthropic_client(connection: Connection) -> "anthropic.Anthropic":
    def make() -> "anthropic.Anthropic":
        import anthropic

        from agents.providers.sdk_connections import SdkConnections

        return anthropic.Anthropic(**_options(connection), http_client=SdkConnections())

    return _cache.get(connection.cache_key(), make)


def anthropic_stream(connection: Connection, path: str, body: JsonObject, headers: dict[str, str]) -> SdkStream:
    """Do the same as `openai_stream`."""
    import anthropic

    client = anthropic_client(connection)
    return client.post(
        path, cast_to=object, body=body, options={"headers": headers}, stream=True, stream_cls=anthropic.Stream[object]
    )


class FetchedFile(NamedTuple):
    """A file of the service."""

    name: str
    content_type: str
    content: bytes


class FileFetchError(Exception):
    """The service did not give the file."""


def anthropic_file(connection: Connection, file_id: str, max_bytes: int) -> FetchedFile | None:
    """Return a file that tools of the service have made; None when it is larger than allowed, or not to be had.

    Raises:
        FileFetchError: the service refused, or could not be reached.
    """
    import anthropic

    files = anthropic_client(connection).with_options(timeout=_FILE_TIMEOUT_S).files
    content = bytearray()
    try:
        told = files.retrieve_metadata(file_id)
        if not told.downloadable or told.size_bytes > max_bytes:
            return None
        with files.with_streaming_response.download(file_id) as answer:
            for piece in answer.iter_bytes():
                content += piece
                if len(content) > max_bytes:
                    return None
    except anthropic.AnthropicError as error:
        raise FileFetchError(file_id) from error
    return FetchedFile(told.filename, told.mime_type, bytes(content))


def _options(connection: Connection) -> dict[str, Any]:
    """Return the settings of both SDKs; they never repeat a call by themselves."""
    return {
        "api_key": connection.api_key or UNUSED_KEY,
        "base_url": connection.base_url,
        "default_headers": connection.headers(),
        "max_retries": 0,
    }
