"""Whatever unpacks, decodes or takes apart bytes from outside has a row: its container, its bound, and a test of it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

_PACKAGES = ("tools", "agents", "workflow_editor")
_NAMES = {
    "ZipFile", "is_zipfile", "open_archive", "tarfile", "gzip", "bz2", "lzma", "brotli", "zstandard", "decompress",
    "decompressobj", "unpack_archive", "MultiPartParser", "MultipartParser", "getincrementaldecoder", "iter_bytes",
    "aiter_bytes", "iter_raw", "aiter_raw", "iter_text", "aiter_text", "load_workbook", "Presentation", "PdfReader",
    "message_from_bytes", "message_from_binary_file", "BytesParser", "BytesFeedParser", "fromstring", "iterparse",
    "HTMLParser", "LexborHTMLParser",
}  # fmt: skip
"""Names of modules, classes and methods that unpack, decode in pieces, or take files, mails and marked text apart."""
_LINEAR_CODECS = {"utf-8", "utf-8-sig", "utf-16", "ascii", "latin-1", "gb18030"}
"""Codecs that the source may spell out, each of linear time and no larger than a few times its input."""


class Row(NamedTuple):
    """A module's input, its bounds before reading, and the place of the test."""

    container: str
    bound: str
    test: str


_UPLOAD = "16 MB of parts in memory, the rest spooled; sizes are refused while they arrive"
_IN_PROCESS = "in a process that is killed: 1 GB of addresses, a deadline"
_OPERATOR = "a file of whoever runs the command; rows by line, contents in pieces"
_BACKUPS = "tests/workflow_editor/services_backups/test_memory.py"
_ARCHIVES = "tests/hostile/test_archives.py"
_UPLOADS = "tests/workflow_editor/serving/test_upload_limits.py"
_FILES = "tests/hostile/upload_rows.py"
ROWS: dict[str, Row] = {
    "workflow_editor.services.backups.archive": Row("tar, gzip", _OPERATOR, _BACKUPS),
    "workflow_editor.services.backups.restore": Row("text of our own", _OPERATOR, _BACKUPS),
    "tools.core.formats.archives": Row(
        "zip", "stored and deflated only, length of the list, declared sizes", _ARCHIVES
    ),
    "tools.core.formats.file_types": Row("zip, two codecs", "first entry, stored, 100 bytes; 4 kB of text", _ARCHIVES),
    "tools.executors.claude_skill.archive": Row("zip", "entries and bytes of all, by `open_archive`", _ARCHIVES),
    "agents.knowledge.parsers.slides": Row("zip, XML", _IN_PROCESS, _ARCHIVES),
    "tools.core.formats.excel_book": Row("zip, XML", _IN_PROCESS, _ARCHIVES),
    "tools.core.formats.encodings": Row(
        "text in pieces", "a bounded beginning, codecs of our own choice", "tests/tools/api/test_table_files.py"
    ),
    "agents.knowledge.parsers.pdf": Row("PDF with packed streams", _IN_PROCESS, _FILES),
    "agents.knowledge.parsers.mail": Row("MIME", _IN_PROCESS, _FILES),
    "agents.knowledge.parsers.plain": Row("HTML", _IN_PROCESS, _FILES),
    "workflow_editor.nodes.texts.zip_archive": Row(
        "zip", "entries, bytes of all, 64 kB at a time", "tests/workflow_editor/nodes/test_zip.py"
    ),
    "workflow_editor.models.payload": Row("zlib", "packed by this product", "tests/workflow_editor/models"),
    "tools.outbound.content_coding": Row(
        "gzip, deflate", "64 kB at a time", "tests/tools/outbound/test_content_coding.py"
    ),
    "tools.outbound.client": Row(
        "answers", "unpacked bytes, counted while they come", "tests/tools/outbound/test_content_coding.py"
    ),
    "tools.executors.shared.text_content": Row(
        "text in pieces", "`codec_of`, two of our own choice", "tests/tools/core/test_encodings.py"
    ),
    "tools.executors.mail.messages": Row("MIME", "bytes of a mail", "tests/hostile/tool_rows.py"),
    "tools.executors.feed.formats": Row("XML", "bytes of an answer, no DTD", "tests/hostile/tool_rows.py"),
    "tools.executors.object_storage.file_list": Row(
        "XML", "bytes of an answer, no DTD", "tests/hostile/listing_rows.py"
    ),
    "tools.executors.github.trending": Row("HTML", "bytes of an answer", "tests/hostile/listing_rows.py"),
    "workflow_editor.triggers.webhooks.bodies": Row(
        "XML", "512 kB, 10,000 tags, no DTD", "tests/hostile/webhook_rows.py"
    ),
    "workflow_editor.nodes.formats.xml_text": Row("XML", _IN_PROCESS, "tests/workflow_editor/nodes/test_convert.py"),
    "workflow_editor.nodes.formats.conversions": Row(
        "HTML", _IN_PROCESS, "tests/workflow_editor/nodes/test_convert.py"
    ),
    "workflow_editor.nodes.file_writers.html": Row(
        "HTML", _IN_PROCESS, "tests/workflow_editor/nodes/test_make_file.py"
    ),
    "workflow_editor.api.parsing": Row("multipart", _UPLOAD, _UPLOADS),
    "workflow_editor.serving.form_parts": Row("multipart", _UPLOAD, _UPLOADS),
    "tools.api.contract.endpoints": Row("multipart", _UPLOAD, _UPLOADS),
    "tools.api.files": Row("multipart", _UPLOAD, _UPLOADS),
}


def containers(source: str) -> set[str]:
    """Return the names in a module's code that unpack, decode in pieces or take apart."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name | ast.Attribute):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.name.split(".")[0] for alias in node.names}
            found.add((getattr(node, "module", None) or "").split(".")[0])
    return found & _NAMES


def spelled_codecs(source: str) -> set[str]:
    """Return the codecs that a module spells out where it decodes."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "decode":
            given = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "encoding")]
            found |= {str(one.value).lower() for one in given if isinstance(one, ast.Constant)}
    return found


def _sources() -> Iterator[tuple[str, str]]:
    for package in _PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            if "migrations" not in path.parts:
                name = ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
                yield name.removesuffix(".__init__"), path.read_text()


def test_every_container_has_a_row() -> None:
    found = {name for name, source in _sources() if containers(source)}
    assert found - ROWS.keys() == set(), "say what bounds it before it is read, and where that is tested"
    assert ROWS.keys() - found == set(), "takes nothing apart any more"


@pytest.mark.parametrize("row", set(ROWS.values()), ids=lambda row: f"{row.container}-{row.test}")
def test_each_bound_has_its_test(row: Row) -> None:
    assert Path(settings.BASE_DIR, row.test).exists(), row


def test_codecs_in_the_source_take_linear_time() -> None:
    found = {codec for _, source in _sources() for codec in spelled_codecs(source)}
    assert found <= _LINEAR_CODECS


def test_a_new_container_would_be_found() -> None:
    for source in (
        "import tarfile",
        "from gzip import open",
        "from brotli import decompress",
        "import zlib\nzlib.decompressobj().decompress(x)",
        "class A(MultiPartParser): pass",
        "codecs.getincrementaldecoder('big5')",
        "async def f(r): return [p async for p in r.aiter_bytes()]",
        "zipfile.ZipFile(x)",
    ):
        assert containers(source), source
    assert not containers("def f(x): return x.decode()")
    assert spelled_codecs("x.decode('Punycode')") == {"punycode"}
