"""Detects a file's type from its content. Pure.

Signatures follow the formats' specifications; Office files are zip archives identified by their list of contents (no
library for Python 3.11 tells them apart, docs/decisions/0044-files-are-values.md).
"""

import codecs
import mimetypes
import re
from collections.abc import Sequence
from typing import BinaryIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tools.core.formats.archives import open_archive

UNKNOWN = "application/octet-stream"
ZIP, OLE, TEXT, PDF, HTML = (
    "application/zip",
    "application/x-ole-storage",
    "text/plain",
    "application/pdf",
    "text/html",
)
_OOXML = "application/vnd.openxmlformats-officedocument."
DOCX = f"{_OOXML}wordprocessingml.document"
XLSX = f"{_OOXML}spreadsheetml.sheet"
PPTX = f"{_OOXML}presentationml.presentation"
_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF8", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
    (0, b"ID3", "audio/mpeg"),
    # A frame without a tag before it: MPEG 1, 2 and 2.5, layer III, each with and without a checksum.
    *((0, bytes((0xFF, version)), "audio/mpeg") for version in (0xFA, 0xFB, 0xF2, 0xF3, 0xE2, 0xE3)),
    # ADTS of MPEG 4 and 2, each with and without a checksum.
    *((0, bytes((0xFF, version)), "audio/aac") for version in (0xF0, 0xF1, 0xF8, 0xF9)),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (8, b"WAVE", "audio/wav"),
    (0, b"%PDF-", PDF),
    (0, b"PK\x03\x04", ZIP),
    (0, b"PK\x05\x06", ZIP),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (0, b"MZ", "application/x-msdownload"),
    (0, b"\x7fELF", "application/x-executable"),
)
_RECOGNISED = {kind for _, _, kind in _SIGNATURES} | {DOCX, XLSX, PPTX}
_OFFICE: dict[str, tuple[str, str]] = {
    "word/": (DOCX, "application/vnd.ms-word.document.macroEnabled.12"),
    "xl/": (XLSX, "application/vnd.ms-excel.sheet.macroEnabled.12"),
    "ppt/": (PPTX, "application/vnd.ms-powerpoint.presentation.macroEnabled.12"),
}
"""By the folder of the main part: without macros, and with them."""
_OLD_OFFICE = {"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"} | {
    "application/vnd.ms-outlook"
}
_TEXTUAL = re.compile(r"text/[\w.+-]+|application/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|x-ndjson)|message/rfc822")
_TYPE = re.compile(r"[a-z0-9][\w.+-]{0,60}/[a-z0-9][\w.+-]{0,80}")
_MARKUP = re.compile(rb"\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+)?(html|svg)\b", re.IGNORECASE | re.DOTALL)
_START_BYTES = 4096
_MAX_TYPE_BYTES = 100
_ENDINGS = {
    ".md": "text/markdown",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".webp": "image/webp",
    ".docx": DOCX,
    ".xlsx": XLSX,
    ".pptx": PPTX,
    ".eml": "message/rfc822",
    ".csv": "text/csv",
}
"""Endings on which operating systems differ or that they lack."""


def type_of(name: str, declared: str, stream: BinaryIO) -> str:
    """Return a file's type: by content, else by name, else as declared.

    A name or declaration that the content should confirm but does not is ignored. `stream` must be seekable.
    """
    shown = shown_type(stream)
    given = [kind for kind in (_declared(declared), type_of_name(name)) if kind]
    if shown == TEXT:
        return next((kind for kind in given if _TEXTUAL.fullmatch(kind) and kind != TEXT), TEXT)
    if shown == OLE:
        return next((kind for kind in given if kind in _OLD_OFFICE), OLE)
    if shown != UNKNOWN:
        return shown
    return next((kind for kind in given if kind not in _RECOGNISED and not _TEXTUAL.fullmatch(kind)), UNKNOWN)


def type_of_name(name: str) -> str:
    """Return the type for a name's ending, "" if unknown."""
    ending = re.search(r"\.\w{1,10}$", name.lower())
    if ending is None:
        return ""
    return _ENDINGS.get(ending[0]) or mimetypes.guess_type(f"x{ending[0]}", strict=True)[0] or ""


def matches(kind: str, wanted: Sequence[str]) -> bool:
    """Say whether a type is one of those wanted: types, `image/*`, endings such as `.pdf`. Nothing wanted: any."""
    patterns = [type_of_name(f"x{one}") or one if one.startswith(".") else one for one in wanted]
    return not patterns or any(
        kind == one or (one.endswith("/*") and kind.startswith(one[:-1])) for one in map(str.lower, patterns)
    )


def is_ordinary_type(kind: str) -> bool:
    """Return True for bodies that are text or JSON rather than files or a form with files."""
    return _TEXTUAL.fullmatch(kind) is not None or kind == "application/x-www-form-urlencoded"


def shown_type(stream: BinaryIO) -> str:
    """Return what the content alone shows: `TEXT` for any text without markup, `UNKNOWN` for what is not recognised."""
    stream.seek(0)
    start = stream.read(_START_BYTES)
    found = next((kind for at, sign, kind in _SIGNATURES if start[at:].startswith(sign)), None)
    if found == ZIP:
        return _zip_type(stream)
    if found is not None:
        return found
    if not start or not _is_text(start):
        return UNKNOWN if start else TEXT
    markup = _MARKUP.match(start)
    return TEXT if markup is None else {b"html": HTML, b"svg": "image/svg+xml"}[markup[1].lower()]


def _declared(given: str) -> str:
    kind = given.partition(";")[0].strip().lower()
    return kind if _TYPE.fullmatch(kind) and kind != UNKNOWN else ""


def _is_text(start: bytes) -> bool:
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    if b"\0" in start:
        return False
    for encoding in ("utf-8", "gb18030"):
        try:
            # The last character may be cut.
            codecs.getincrementaldecoder(encoding)().decode(start)
        except UnicodeDecodeError:
            continue
        return True
    return False


def _zip_type(stream: BinaryIO) -> str:
    try:
        with open_archive(stream) as archive:
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            if names[:1] == ["mimetype"]:
                return _written_type(archive, entries[0])
    except (BadZipFile, ValueError, NotImplementedError, OSError, RuntimeError):
        return ZIP
    if "[Content_Types].xml" not in names:
        return ZIP
    folder = next((folder for folder in _OFFICE if any(name.startswith(folder) for name in names)), None)
    has_macros = any(name.endswith("vbaProject.bin") for name in names)
    return ZIP if folder is None else _OFFICE[folder][has_macros]


def _written_type(archive: ZipFile, first: ZipInfo) -> str:
    """Return the type that OpenDocument and EPUB write into their first entry, which is stored as it is."""
    if first.compress_type != ZIP_STORED or not first.file_size == first.compress_size < _MAX_TYPE_BYTES:
        return ZIP
    with archive.open(first) as entry:
        written = entry.read(_MAX_TYPE_BYTES).decode("ascii", "replace").strip()
    return written if _TYPE.fullmatch(written) else ZIP
