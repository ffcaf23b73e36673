"""A zip of a few bytes never takes much memory, whichever reader it reaches."""

import ast
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, ZipFile

import pytest

import tools
from agents.knowledge.parsers.archives import check_archive
from agents.knowledge.parsers.content import UnreadableError
from agents.knowledge.parsers.excel import read_excel
from agents.knowledge.parsers.slides import read_slides
from agents.knowledge.parsers.word import read_word
from tools.core.formats.archives import LongListError, MethodError, open_archive
from tools.core.formats.file_types import ZIP, shown_type, type_of
from tools.executors.claude_skill.archive import read_archive
from tools.executors.claude_skill.skill_md import SkillFormError
from tools.executors.shared.media import kind_of

ROOT = Path(tools.__file__).parent.parent
ZEROS = bytes(60 * 1024**2)
MOST_BYTES = 8 * 1024**2
READERS: dict[str, Callable[[bytes], object]] = {
    "type of a file": lambda content: type_of("a.docx", "", BytesIO(content)),
    "type by content": lambda content: shown_type(BytesIO(content)),
    "media": kind_of,
    "skill": read_archive,
    "office": check_archive,
    "word": read_word,
    "excel": read_excel,
    "slides": read_slides,
    "archive": lambda content: open_archive(BytesIO(content)),
}
REFUSALS = (BadZipFile, SkillFormError, UnreadableError)


def packed(*entries: tuple[str, bytes, int]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, content, method in entries:
            archive.writestr(name, content, method)
    return out.getvalue()


@pytest.fixture(scope="module")
def bombs() -> dict[str, bytes]:
    """Zips with entries that unpack to 60 MB, where readers look first."""
    odf = "application/vnd.oasis.opendocument.text"
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = packed(("mimetype", odf.encode(), ZIP_STORED), ("mimetype", ZEROS, ZIP_BZIP2))
    return {
        "mimetype twice": twice,
        "mimetype": packed(("mimetype", ZEROS, ZIP_BZIP2)),
        "deflated mimetype": packed(("mimetype", ZEROS, ZIP_DEFLATED)),
        "skill": packed(("skill/SKILL.md", ZEROS, ZIP_BZIP2)),
        "content types": packed(("[Content_Types].xml", ZEROS, ZIP_BZIP2), ("word/document.xml", ZEROS, ZIP_BZIP2)),
        "slide": packed(("ppt/slides/slide1.xml", ZEROS, ZIP_LZMA)),
    }


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_takes_little_memory_for_a_small_archive(reader: str, bombs: dict[str, bytes]) -> None:
    for name, bomb in bombs.items():
        tracemalloc.start()
        try:
            READERS[reader](bomb)
        except REFUSALS:
            pass
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert len(bomb) < 70_000
        assert peak < MOST_BYTES, (name, peak)


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
def test_an_entry_that_is_neither_stored_nor_deflated_is_refused(method: int) -> None:
    archive = packed(("a", b"a", ZIP_STORED), ("b", b"b", method))
    with pytest.raises(MethodError):
        open_archive(BytesIO(archive))
    assert shown_type(BytesIO(archive)) == ZIP


def test_a_list_that_is_too_long_is_not_read() -> None:
    archive = packed(*((f"{number}", b"", ZIP_STORED) for number in range(20_001)))
    with pytest.raises(LongListError):
        open_archive(BytesIO(archive))


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ([("mimetype", b"application/epub+zip", ZIP_STORED), ("a", b"a", ZIP_DEFLATED)], "application/epub+zip"),
        ([("mimetype", b"application/epub+zip", ZIP_DEFLATED)], ZIP),
        ([("mimetype", b"a/" + b"b" * 99, ZIP_STORED)], ZIP),
        ([("a", b"a", ZIP_STORED), ("mimetype", b"application/epub+zip", ZIP_STORED)], ZIP),
    ],
)
def test_the_first_entry_names_the_type_where_it_is_stored_as_it_is(
    entries: list[tuple[str, bytes, int]], kind: str
) -> None:
    assert shown_type(BytesIO(packed(*entries))) == kind


def test_nothing_else_opens_an_archive_for_reading() -> None:
    opened = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for package in ("tools", "agents", "workflow_editor")
        for path in (ROOT / package).rglob("*.py")
        if "ZipFile" in (source := path.read_text())
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == "ZipFile"
        if not (len(call.args) > 1 and ast.unparse(call.args[1]) == "'w'")
    ]
    assert [place.partition(":")[0] for place in opened] == ["tools/core/formats/archives.py"]
