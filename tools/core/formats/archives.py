"""Zip archives from outside, opened only where neither the table of contents nor an entry can fill the memory. Pure."""

import struct
from io import BytesIO
from typing import BinaryIO, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

MAX_ENTRIES, MAX_LIST_BYTES = 20_000, 4 * 1024 * 1024
MAX_UNPACKED_BYTES = 200 * 1024**2
"""Limit of an Office file."""
_ENCRYPTED = 0x1
_METHODS = {ZIP_STORED, ZIP_DEFLATED}
_END_RECORD, _LARGER_RECORD, _END_BYTES = b"PK\x05\x06", b"PK\x06\x07", 66_000


class LongListError(BadZipFile):
    """The table of contents is too long to be read."""


class MethodError(BadZipFile):
    """An entry is compressed by a method that needs the memory of a whole block before its first byte can be read."""


def open_archive(stream: BinaryIO) -> ZipFile:
    """Open a seekable zip archive. Bzip2 and LZMA are refused: they can expand or allocate far beyond the entry's size.

    Raises:
        LongListError: more than 20,000 entries, or a list longer than 4 MB.
        MethodError: an entry is neither stored nor deflated.
        BadZipFile: damaged, or not an archive.
    """
    _check_list(stream)
    try:
        archive = ZipFile(stream)
    except (ValueError, NotImplementedError, OSError, EOFError) as error:
        raise BadZipFile(str(error)) from error
    if any(entry.compress_type not in _METHODS for entry in archive.infolist()):
        archive.close()
        raise MethodError
    return archive


def office_problem(content: bytes) -> Literal["damaged", "encrypted", "bomb"] | None:
    """Return why an Office file, a zip archive, cannot be read, before anything is unpacked; None if it can."""
    try:
        with open_archive(BytesIO(content)) as archive:
            entries = archive.infolist()
    except LongListError:
        return "bomb"
    except BadZipFile:
        return "damaged"
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        return "bomb"
    return "encrypted" if any(entry.flag_bits & _ENCRYPTED for entry in entries) else None


def _check_list(stream: BinaryIO) -> None:
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _END_BYTES))
    tail = stream.read(_END_BYTES)
    at = tail.rfind(_END_RECORD)
    if at < 0 or len(tail) < at + 20:
        raise BadZipFile
    entries, length = struct.unpack_from("<HI", tail, at + 10)
    # A larger form of the record, which `ZipFile` would read instead, may stand before it.
    is_larger = tail[max(0, at - 20) : at].startswith(_LARGER_RECORD)
    if is_larger or entries > MAX_ENTRIES or length > MAX_LIST_BYTES:
        raise LongListError
