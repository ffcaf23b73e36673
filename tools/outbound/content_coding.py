"""Decodes bodies in pieces of bounded size. Pure.

No coding is requested; servers that compress anyway use gzip. A piece can expand a thousandfold, and far more with
brotli, which stays compressed.
"""

import zlib
from collections.abc import Callable, Iterator

import httpx2

PIECE_BYTES = 64 * 1024
MAX_MEMBERS = 1_000
"""Each costs about as much as a thousand bytes, and may be empty."""
_ZLIB_OR_GZIP = zlib.MAX_WBITS | 32
CONTENT_ENCODING = "content-encoding"
CODINGS = frozenset({"gzip", "x-gzip", "deflate"})
"""Those that can be undone."""
Decode = Callable[[bytes], Iterator[bytes]]


def decoder_of(headers: httpx2.Headers) -> Decode:
    """Return a decoder to pieces of at most 64 KB, and drop the coding header. It raises `httpx2.DecodingError` if
    damaged.
    """
    coding = headers.pop(CONTENT_ENCODING, "").strip().lower()
    if coding not in CODINGS:
        return lambda piece: iter((piece,))
    headers.pop("content-length", None)
    return _Inflate()


class _Inflate:
    def __init__(self) -> None:
        self._members = 0
        self._member = zlib.decompressobj(_ZLIB_OR_GZIP)

    def __call__(self, piece: bytes) -> Iterator[bytes]:
        while piece:
            if self._member.eof:
                self._members += 1
                if self._members > MAX_MEMBERS:
                    raise httpx2.DecodingError("too many members")
                self._member = zlib.decompressobj(_ZLIB_OR_GZIP)
            try:
                unpacked = self._member.decompress(piece, PIECE_BYTES)
            except zlib.error as error:
                raise httpx2.DecodingError(str(error)) from error
            piece = self._member.unconsumed_tail or self._member.unused_data
            if unpacked:
                yield unpacked
