"""File contents in an S3-compatible bucket, for servers that share no disk. Reads use ranges.

One PUT stores an object (up to 5 GB), signed over the hash that is its name, so the service verifies the upload.
Signatures: `tools.executors.object_storage.signing`.
"""

import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import IO, Any

import httpx2
from django.core.files.base import File
from django.core.files.storage import Storage
from django.utils.deconstruct import deconstructible

from tools.core.registered.files import CHUNK_BYTES
from tools.executors.object_storage.signing import S3, Credentials, Unsigned, encoded_path, signed_headers

_TIMEOUT_S = 60.0
_RANGE_BYTES = 4 * 1024 * 1024
_MISSING = 404


@deconstructible
class S3Storage(Storage):
    """One bucket, addressed by path. The operator's `endpoint` is not guarded like addresses that people enter."""

    def __init__(self, endpoint: str, bucket: str, region: str, access_key_id: str, secret: str) -> None:
        self._base = httpx2.URL(endpoint)
        self._bucket = bucket
        self._region = region
        self._credentials = Credentials(access_key_id, secret)
        self._client = httpx2.Client(timeout=_TIMEOUT_S, trust_env=False)

    def exists(self, name: str) -> bool:
        return self._asked("HEAD", name).status_code != _MISSING

    def delete(self, name: str) -> None:
        self._asked("DELETE", name)

    def size(self, name: str) -> int:
        """Return the length in bytes. Raises FileNotFoundError if there is no such object."""
        answer = self._asked("HEAD", name)
        if answer.status_code == _MISSING:
            raise FileNotFoundError(name)
        return int(answer.headers["content-length"])

    def part(self, name: str, first: int, last: int) -> bytes:
        """Return the bytes from `first` to `last`, this one too."""
        return self._asked("GET", name, headers={"Range": f"bytes={first}-{last}"}).content

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Return the name itself: it is the hash, so what is there is the same."""
        return name

    def _open(self, name: str, mode: str = "rb") -> Any:
        return File(io.BufferedReader(_Ranges(self, name, self.size(name)), CHUNK_BYTES), name)

    def _save(self, name: str, content: Any) -> str:
        digest = name.rpartition("/")[2]
        answer = self._asked("PUT", name, payload=digest, content=_pieces(content), length=content.size)
        if answer.status_code == _MISSING:
            raise FileNotFoundError(self._bucket)
        return name

    def _asked(
        self,
        method: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
        payload: str | None = None,
        content: Iterator[bytes] | None = None,
        length: int | None = None,
    ) -> httpx2.Response:
        path = f"{self._base.path.rstrip('/')}/{self._bucket}/{name}"
        unsigned = Unsigned(method, path, self._base.netloc.decode(), headers=headers or {}, payload_hash=payload)
        signed = signed_headers(S3, unsigned, self._credentials, self._region, datetime.now(UTC))
        if length is not None:
            signed["content-length"] = str(length)
        answer = self._client.request(
            method, self._base.copy_with(path=encoded_path(path)), headers=signed, content=content
        )
        if answer.status_code != _MISSING and not answer.is_success:
            raise OSError(f"The bucket of the files answered {answer.status_code} to {method}.")
        return answer


class _Ranges(io.RawIOBase):
    """An object as a stream that can be sought; reads a range at a time."""

    def __init__(self, storage: S3Storage, name: str, size: int) -> None:
        self._storage, self._name, self._size = storage, name, size
        self._at, self._from, self._held = 0, 0, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, begin + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        if self._at >= self._size:
            return 0
        if not self._from <= self._at < self._from + len(self._held):
            self._from = self._at
            last = min(self._at + _RANGE_BYTES, self._size) - 1
            self._held = self._storage.part(self._name, self._at, last)
        begin = self._at - self._from
        piece = self._held[begin : begin + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def _pieces(content: IO[bytes]) -> Iterator[bytes]:
    content.seek(0)
    while piece := content.read(CHUNK_BYTES):
        yield piece
