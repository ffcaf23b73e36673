"""Zip archives as streams: no more than a piece of a file is in memory. Pure."""

import zlib
from collections.abc import Iterable, Iterator
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from tools.core.formats.archives import MethodError, open_archive
from tools.core.registered.files import CHUNK_BYTES, OpenFile, StoredFile
from tools.core.text import Text
from workflow_editor.errors import NodeError

MAX_ENTRIES = 1_000
MAX_UNPACKED_BYTES = 2 * 1024**3
_MAX_RATIO = 200
"""Deflate makes a thousandth of nothing but zeros; of what people keep, a tenth or twentieth."""
_ALWAYS_UNPACKED_BYTES = 10 * 1024**2
_ENCRYPTED, _IS_UTF8 = 0x1, 0x800
_DAMAGED = Text("“{name}” is no zip archive, or it is damaged. Pack the files again.")
_PROTECTED = Text("“{name}” has a password. Pack the files again without one.")
_METHOD = Text("“{name}” is compressed in a way that cannot be read safely. Save it as an ordinary zip file.")
_TOO_MANY = Text("“{name}” holds more than {most:,} files. Split it.")
_BOMB = Text(
    "“{name}” was not unpacked because it would become far larger than ordinary archives do. Pack fewer files into it."
)


class _Pieces:
    """An unseekable file consumed piece by piece."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self._written.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        written, self._written = b"".join(self._written), []
        return written


def zip_chunks(files: Iterable[OpenFile]) -> Iterator[bytes]:
    """Yield an archive of the files; duplicate names get a number."""
    pieces, names = _Pieces(), set[str]()
    with ZipFile(pieces, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # it needs no more of a file
        for file in files:
            info = ZipInfo(_unused(file.stored.name, names))
            info.compress_type = ZIP_DEFLATED
            with archive.open(info, "w", force_zip64=True) as entry:
                for chunk in file.chunks():
                    entry.write(chunk)
                    if piece := pieces.taken():
                        yield piece
    yield pieces.taken()


def _unused(name: str, names: set[str]) -> str:
    stem, dot, ending = name.rpartition(".")
    given, number = name, 1
    while given in names:
        number += 1
        given = f"{stem} ({number}).{ending}" if dot and stem else f"{name} ({number})"
    names.add(given)
    return given


def entries_of(archive: ZipFile, file: StoredFile) -> list[ZipInfo]:
    """Return an archive's entries after checking its table of contents.

    Reading an entry never yields more than declared, so nothing else needs counting. Raises NodeError
    (`archive_protected`, `archive_damaged` or `archive_too_large`).
    """
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MAX_ENTRIES:
        raise _refused(_TOO_MANY, "archive_too_large", file)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > min(MAX_UNPACKED_BYTES, max(_ALWAYS_UNPACKED_BYTES, _MAX_RATIO * file.size)):
        raise _refused(_BOMB, "archive_too_large", file)
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise _refused(_PROTECTED, "archive_protected", file)
    return entries


def opened(file: OpenFile) -> ZipFile:
    """Open an archive. Raises NodeError (`archive_damaged`)."""
    try:
        return open_archive(file.stream)
    except MethodError as error:
        raise _refused(_METHOD, "archive_damaged", file.stored) from error
    except BadZipFile as error:
        raise _refused(_DAMAGED, "archive_damaged", file.stored) from error


def entry_chunks(archive: ZipFile, entry: ZipInfo, file: StoredFile) -> Iterator[bytes]:
    """Yield the content of an entry. Raises NodeError (`archive_damaged`)."""
    try:
        with archive.open(entry) as content:
            while chunk := content.read(CHUNK_BYTES):
                yield chunk
    except (BadZipFile, EOFError, zlib.error, NotImplementedError) as error:
        raise _refused(_DAMAGED, "archive_damaged", file) from error


def _refused(text: Text, code: str, file: StoredFile) -> NodeError:
    return NodeError(text.filled(name=file.name, most=MAX_ENTRIES), code=code)


def entry_name(entry: ZipInfo) -> str:
    """Return the last part of an entry's path; names that are not marked as UTF-8 are read as Chinese Windows does."""
    name = entry.filename
    if not entry.flag_bits & _IS_UTF8:
        try:
            name = name.encode("cp437").decode("gb18030")
        except UnicodeError:
            name = entry.filename
    return name.replace("\\", "/").rpartition("/")[2] or "file"
