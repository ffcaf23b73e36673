"""Zip archives: packed and unpacked as streams, and what is refused before anything of it is stored."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from os import SEEK_END, urandom
from tempfile import TemporaryFile
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from tests.doubles.node_harness import NodeHarness
from tests.workflow_editor.nodes.test_effect_nodes import failure, run
from tools.core.registered.files import OpenFile, StoredFile
from workflow_editor.nodes.texts.zip_archive import entries_of, entry_chunks, opened, zip_chunks


def archive(*files: tuple[str | ZipInfo, bytes], method: int = ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", method) as made:
        for name, content in files:
            made.writestr(name, content, method)
    return out.getvalue()


def given(*contents: tuple[str, bytes]) -> tuple[NodeHarness, list[dict[str, Any]]]:
    harness = NodeHarness()
    values = [harness.files.save(name, "", [content]).to_json() for name, content in contents]
    harness.inputs["files"] = values
    return harness, values


def test_files_become_an_archive_and_come_back() -> None:
    harness, _ = given(("茶.txt", b"tea" * 100_000), ("a.txt", b"a"), ("a.txt", b"b"))
    packed = run("zip", {"operation": "pack", "files": "{{ inputs.files }}", "name": "all"}, harness).output
    assert packed["file"]["name"] == "all.zip"
    harness.inputs["archive"] = packed["file"]
    unpacked = run("zip", {"files": "{{ inputs.archive }}"}, harness).output
    assert [file["name"] for file in unpacked["files"]] == ["茶.txt", "a.txt", "a (2).txt"]
    assert [file.content for file in harness.files.kept[-3:]] == [b"tea" * 100_000, b"a", b"b"]


def test_a_path_is_left_out_of_a_name_and_chinese_windows_is_understood() -> None:
    # Windows writes its own code page, which `ZipFile` does not.
    content = archive(("../../etc/ABCD.csv", b"x")).replace(b"ABCD", "报表".encode("gb18030"))
    harness, _ = given(("old.zip", content))
    (file,) = run("zip", {"files": "{{ inputs.files }}"}, harness).output["files"]
    assert file["name"] == "报表.csv"


_PROTECTED = archive(("a", b"a"))
_AT = _PROTECTED.rindex(b"PK\x01\x02") + 8

REFUSED: list[tuple[bytes, str]] = [
    (b"no archive", "archive_damaged"),
    (archive(("a", b"a" * 1_000))[:-30], "archive_damaged"),
    (
        archive(("a", b"a" * 1_000)).replace(b"PK\x05\x06", b"PK\x06\x07" + b"\0" * 16 + b"PK\x05\x06"),
        "archive_damaged",
    ),
    (archive(("a", b"a"), method=ZIP_BZIP2), "archive_damaged"),
    (_PROTECTED[:_AT] + b"\x01" + _PROTECTED[_AT + 1 :], "archive_protected"),
    (archive(("zeros", b"\0" * 30_000_000)), "archive_too_large"),
    (archive(*((str(at), b"") for at in range(1_001))), "archive_too_large"),
]


# An archive holds the time of writing: as a name, it would be another one in each process.
@pytest.mark.parametrize(("content", "code"), REFUSED, ids=range(len(REFUSED)))
def test_what_may_not_be_unpacked_is_refused_before_anything_is_stored(content: bytes, code: str) -> None:
    harness, _ = given(("a.zip", content))
    assert failure("zip", {"files": "{{ inputs.files }}"}, harness).code == code
    assert len(harness.files.kept) == 1


_BLOCK = urandom(64 * 1024)
"""Longer than what deflate looks back."""


@dataclass
class _Large:
    """A file of so many bytes that is not in memory."""

    size: int
    name: str = "large.bin"
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.size

    def read(self, count: int) -> bytes:
        piece = min(count, self.left)
        self.left -= piece
        return _BLOCK * (piece // len(_BLOCK))

    def seek(self, _: int) -> None:
        self.left = self.size


@contextmanager
def _peak() -> Iterator[list[int]]:
    peak: list[int] = []
    tracemalloc.start()
    yield peak
    peak.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()


@pytest.mark.exhaustive
def test_a_large_file_is_packed_and_unpacked_with_little_memory() -> None:
    size = 64 * 1024**2
    stored = StoredFile("1", "large.bin", "", size, "")
    with TemporaryFile() as disk, _peak() as peak:
        for chunk in zip_chunks([OpenFile(stored, _Large(size))]):  # type: ignore[arg-type]  # reads and seeks, as much as is needed of a stream
            disk.write(chunk)
        packed = StoredFile("2", "a.zip", "", disk.seek(0, SEEK_END), "")
        with opened(OpenFile(packed, disk)) as made:
            (entry,) = entries_of(made, packed)
            assert sum(len(chunk) for chunk in entry_chunks(made, entry, packed)) == size
    assert peak[0] < 4 * 1024**2
