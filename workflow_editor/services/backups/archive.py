"""Tar file of a backup: entries in order, and last the manifest that lists them.

Only one part of rows and the manifest are in memory. Knows no database.
"""

import gzip
import io
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal, cast

FORMAT = 2
_FORMATS = (1, FORMAT)
"""Those that can be read; the first had no salt."""
_PIECE = 1024 * 1024
_MANIFEST = "manifest-"
"""Followed by the hash of its content."""


class BadArchiveError(Exception):
    """The file is no backup, or not what was written."""


@dataclass(slots=True)
class Table:
    columns: list[str]
    rows: int = 0
    parts: list[tuple[str, str]] = field(default_factory=list)
    """Names of entries and the hashes of their contents."""


@dataclass(slots=True)
class Manifest:
    made_at: str
    database: str
    migrations: list[tuple[str, str]]
    """App and name of those that the database had."""
    format: int = FORMAT
    tables: dict[str, Table] = field(default_factory=dict)
    """By `app.model`."""
    files: int = 0
    missing_files: list[str] = field(default_factory=list)
    """Hashes of contents that the storage had lost."""
    keys: dict[str, str] = field(default_factory=dict)
    """Hashes of the key files in it."""
    key_salt: str = ""
    """Salt of the passphrase that encrypts the key files; empty where none does."""


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """One part of the rows, one content of a file, or one file of keys; `content` is read before the next entry."""

    kind: Literal["rows", "files", "keys"]
    name: str
    """The model of rows, the hash of a content, the name of a file of keys."""
    path: str
    content: BinaryIO


class ArchiveWriter:
    """Writes entries; `finish` makes a backup of them."""

    def __init__(self, file: BinaryIO, manifest: Manifest) -> None:
        self.manifest = manifest
        self._tar = tarfile.open(fileobj=file, mode="w|", format=tarfile.PAX_FORMAT)

    def rows(self, model: str, lines: bytes, count: int) -> None:
        table = self.manifest.tables[model]
        path = f"rows/{model}/{len(table.parts):06}.jsonl.gz"
        packed = gzip.compress(lines, compresslevel=1, mtime=0)
        table.parts.append((path, sha256(packed).hexdigest()))
        table.rows += count
        self._add(path, io.BytesIO(packed), len(packed))

    def file(self, digest: str, content: BinaryIO, size: int) -> None:
        """Write the content of a file, which its name is the hash of."""
        self._add(f"files/{digest}", content, size)
        self.manifest.files += 1

    def key(self, name: str, content: bytes) -> None:
        self.manifest.keys[name] = sha256(content).hexdigest()
        self._add(f"keys/{name}", io.BytesIO(content), len(content))

    def finish(self) -> None:
        """Write the manifest: without it, the file is no backup."""
        text = json.dumps(asdict(self.manifest)).encode()
        self._add(f"{_MANIFEST}{sha256(text).hexdigest()}.json", io.BytesIO(text), len(text))
        self._tar.close()

    def _add(self, path: str, content: BinaryIO, size: int) -> None:
        entry = tarfile.TarInfo(path)
        entry.size, entry.mode = size, 0o600
        self._tar.addfile(entry, content)
        _forget(self._tar)


@contextmanager
def new_archive(path: Path, manifest: Manifest) -> Iterator[ArchiveWriter]:
    """Write a backup readable by this user only; it gets its name once complete and synced.

    Raises FileExistsError if the name is taken.
    """
    if path.exists():
        raise FileExistsError(path)
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            writer = ArchiveWriter(file, manifest)
            yield writer
            writer.finish()
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def archive_entries(path: Path) -> Iterator[ArchiveEntry]:
    """Yield the entries of a valid backup, without the manifest. Raises BadArchiveError for foreign entries."""
    for name, content in _members(path):
        kind, _, rest = name.partition("/")
        if kind in ("files", "keys"):
            yield ArchiveEntry("files" if kind == "files" else "keys", rest, name, content)
        elif kind == "rows":
            yield ArchiveEntry("rows", rest.partition("/")[0], name, content)
        elif not name.startswith(_MANIFEST):
            raise BadArchiveError(f"{path} has an entry {name!r}, which no backup has.")


@contextmanager
def _of_archives(path: Path) -> Iterator[None]:
    """Let errors of what reads the file be ours."""
    try:
        yield
    except (tarfile.TarError, EOFError, ValueError, KeyError) as error:
        raise BadArchiveError(f"{path} cannot be read as a backup: {error}") from error


def read_manifest(path: Path) -> Manifest:
    """Read the whole file, verify each entry's hash, and return the manifest.

    Raises BadArchiveError if something is missing, changed, or extra.
    """
    with _of_archives(path):
        return _checked(path)


def _checked(path: Path) -> Manifest:
    hashes: dict[str, str] = {}
    files, manifest = 0, None
    for name, content in _members(path):
        digest, text = _hash(content, keep=name.startswith(_MANIFEST))
        kind, _, rest = name.partition("/")
        if kind == "files":
            files += 1
            if digest != rest:
                raise BadArchiveError(f"{path} is damaged: the content of {name} is not what was written.")
        elif name.startswith(_MANIFEST):
            if name != f"{_MANIFEST}{digest}.json":
                raise BadArchiveError(f"{path} is damaged: its manifest is not what was written.")
            manifest = _manifest(text)
        else:
            hashes[name] = digest
    if manifest is None:
        raise BadArchiveError(f"{path} is not complete: it has no manifest.")
    if manifest.format not in _FORMATS:
        raise BadArchiveError(f"{path} was made by a newer version of Flowloom.")
    wanted = dict(part for table in manifest.tables.values() for part in table.parts)
    wanted |= {f"keys/{name}": digest for name, digest in manifest.keys.items()}
    if wrong := sorted(name for name in wanted.keys() | hashes.keys() if wanted.get(name) != hashes.get(name)):
        raise BadArchiveError(f"{path} is damaged: the content of {wrong[0]} is not what was written.")
    if files != manifest.files:
        raise BadArchiveError(f"{path} is damaged: it has {files} contents of files instead of {manifest.files}.")
    return manifest


def _members(path: Path) -> Iterator[tuple[str, BinaryIO]]:
    with tarfile.open(path, "r:") as tar:
        while (entry := tar.next()) is not None:
            content = tar.extractfile(entry)
            if content is None:
                raise BadArchiveError(f"{path} has an entry {entry.name!r}, which no backup has.")
            yield entry.name, cast(BinaryIO, content)
            _forget(tar)


def _forget(tar: tarfile.TarFile) -> None:
    """Drop what the library keeps of all entries."""
    tar.members.clear()  # type: ignore[attr-defined]  # missing in the stubs


def _hash(content: BinaryIO, *, keep: bool) -> tuple[str, bytes]:
    digest, text = sha256(), b""
    while piece := content.read(_PIECE):
        digest.update(piece)
        if keep:
            text += piece
    return digest.hexdigest(), text


def _manifest(text: bytes) -> Manifest:
    found: Mapping[str, object] = json.loads(text)
    values = dict(found)
    if values.get("format") not in _FORMATS:
        return Manifest("", "", [], format=-1)
    tables: dict[str, dict[str, object]] = values.pop("tables")  # type: ignore[assignment]  # its hash is ours
    manifest = Manifest(**values)  # type: ignore[arg-type]  # its hash is ours
    manifest.migrations = [(app, name) for app, name in manifest.migrations]
    manifest.tables = {model: Table(**table) for model, table in tables.items()}  # type: ignore[arg-type]  # as above
    for table in manifest.tables.values():
        table.parts = [(name, digest) for name, digest in table.parts]
    return manifest
