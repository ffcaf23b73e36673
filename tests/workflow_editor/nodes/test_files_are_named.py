"""Whatever is wrong with a file, the sentence names it in each language, and shows no path of this machine."""

import inspect
import tempfile
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4
from zipfile import ZIP_BZIP2, ZIP_DEFLATED

import pytest
from django.contrib.auth.models import User
from PIL import Image

from agents.knowledge.parsers import file_types, subprocess_parser
from tests.doubles.node_harness import NodeHarness
from tests.workflow_editor.nodes.test_zip import archive
from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.errors import BilingualError
from tools.core.formats.file_types import DOCX, PDF
from tools.core.text import LANGUAGES
from workflow_editor.adapters.node.call_context import CallSource
from workflow_editor.adapters.node.ports import StoredFiles
from workflow_editor.nodes.base import EffectNode
from workflow_editor.nodes.builtin import convert, edit_image, extract_text
from workflow_editor.nodes.file_writers import document
from workflow_editor.nodes.registry import builtin_registry

NAME = "茶叶 报价.bin"
FIELDS = {
    "convert": {"conversion": "parse_csv", "content": "{{ inputs.file }}"},
    "edit_image": {"file": "{{ inputs.file }}"},
    "extract_text": {"file": "{{ inputs.file }}"},
    "zip": {"files": "{{ inputs.file }}"},
    "process": {"userPrompt": "p", "files": "{{ inputs.file }}"},
}
"""Ways to give a file to each node that takes one."""
WRITTEN: dict[str, list[tuple[JsonObject, str]]] = {
    "make_file": [
        ({"format": "xlsx", "content": "no rows"}, "no_rows"),
        ({"format": "csv", "content": "no rows"}, "no_rows"),
        ({"format": "pdf", "content": "{{ inputs.list }}"}, "no_text"),
        ({"format": "docx", "content": "# Tea"}, "document_too_large"),
    ]
}
"""Values that each file-writing node cannot write."""

_PROTECTED = archive(("a", b"a"))
_FLAGS = _PROTECTED.rindex(b"PK\x01\x02") + 8
_PLAIN = bytes(range(1, 128))


def _wide_png() -> bytes:
    out = BytesIO()
    Image.new("1", (10_000, 7_000)).save(out, "PNG")
    return out.getvalue()


def _cut_png() -> bytes:
    out = BytesIO()
    Image.effect_noise((64, 64), 90).save(out, "PNG")
    return out.getvalue()[:500]


def _word(content: bytes) -> bytes:
    return archive(("[Content_Types].xml", b"<Types/>"), ("word/document.xml", content))


HOSTILE: list[tuple[str, str, bytes, str]] = [
    ("convert", "", b"\xff\x00\x01", "file_without_text"),
    ("convert", "text/csv", b"x" * 2_000, "file_too_large"),
    ("edit_image", "", _PLAIN, "not_an_image"),
    ("edit_image", "image/png", _cut_png(), "image_damaged"),
    ("edit_image", "image/png", _wide_png(), "image_too_large"),
    ("edit_image", "", b"x" * 2_000, "file_too_large"),
    ("extract_text", "", b"\0\1\2", "file_without_text"),
    ("extract_text", PDF, b"%PDF-1.7 broken", "document_unreadable"),
    ("extract_text", DOCX, _word(b"<w"), "document_unreadable"),
    ("extract_text", DOCX, _word(b" " * 300_000_000), "document_unreadable"),
    ("extract_text", "text/plain", b"  \n ", "document_unreadable"),
    ("extract_text", "text/plain", b"x" * 2_000, "file_too_large"),
    ("zip", "", b"no archive", "archive_damaged"),
    ("zip", "", archive(("a", b"a"), method=ZIP_BZIP2), "archive_damaged"),
    ("zip", "", _PROTECTED[:_FLAGS] + b"\x01" + _PROTECTED[_FLAGS + 1 :], "archive_protected"),
    ("zip", "", archive(("zeros", b"\0" * 30_000_000), method=ZIP_DEFLATED), "archive_too_large"),
    ("zip", "", archive(*((str(at), b"") for at in range(1_001))), "archive_too_large"),
    ("zip", "", archive(("a", b"a" * 9_000)).replace(b"PK\x03\x04", b"PK\x00\x00", 1), "archive_damaged"),
    ("process", "", b"\0\1\2", "file_refused"),
    ("process", "text/plain", b"x" * 10_500_000, "file_refused"),
]


@pytest.fixture
def files(alice: User) -> StoredFiles:
    context = CallContext(Caller(alice.pk, alice.username, frozenset()))
    return StoredFiles(cast(CallSource, SimpleNamespace(context=context)))


def error_of(files: StoredFiles, type_id: str, config: JsonObject, inputs: JsonObject) -> BilingualError:
    node = builtin_registry().get(type_id)
    assert isinstance(node, EffectNode)
    with pytest.raises(BilingualError) as caught:
        node.run(node.config_model.model_validate(config), NodeHarness(inputs=inputs).context(files=files))
    return caught.value


def assert_named(error: BilingualError, name: str) -> None:
    for language in LANGUAGES:
        sentence = error.text.in_language(language)
        assert f"“{name}”" in sentence, sentence
        for path in (tempfile.gettempdir(), str(Path.cwd()), "planted-folder"):
            assert path not in sentence


def test_the_table_has_every_node_that_works_on_files() -> None:
    modules = {node.id: inspect.getmodule(type(node)) for node in builtin_registry().node_types()}
    on_files = {node for node, module in modules.items() if module and "context.files" in inspect.getsource(module)}
    assert on_files == set(FIELDS) | set(WRITTEN)
    assert {row[0] for row in HOSTILE} == set(FIELDS)


@pytest.mark.parametrize(("type_id", "declared", "content", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_cannot_be_used_is_named(
    type_id: str,
    declared: str,
    content: bytes,
    code: str,
    files: StoredFiles,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if code == "file_too_large":
        monkeypatch.setattr(edit_image, "MAX_BYTES", 1_000)
        monkeypatch.setattr(extract_text, "MAX_DOCUMENT_BYTES", 1_000)
        monkeypatch.setattr(convert, "MAX_FILE_BYTES", 1_000)
    given = files.save(NAME, declared, [content]).to_json()
    error = error_of(files, type_id, FIELDS[type_id], {"file": given})
    assert error.code == code  # type: ignore[attr-defined]  # each class of errors has one
    assert_named(error, NAME)


@pytest.mark.parametrize("type_id", FIELDS)
def test_a_file_that_is_gone_is_named_as_the_value_names_it(type_id: str, files: StoredFiles) -> None:
    gone = {"$type": "file", "id": str(uuid4()), "name": f"/planted-folder/{NAME}", "type": "image/png", "size": 3}
    assert_named(error_of(files, type_id, FIELDS[type_id], {"file": gone}), NAME)


@pytest.mark.parametrize(
    ("type_id", "config", "code"), [(type_id, *row) for type_id, rows in WRITTEN.items() for row in rows]
)
def test_a_file_that_cannot_be_written_is_named(
    type_id: str, config: JsonObject, code: str, files: StoredFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "DEADLINE_S", 0.001)
    error = error_of(files, type_id, config | {"name": "茶叶"}, {"list": [1]})
    assert error.code == code  # type: ignore[attr-defined]  # each class of errors has one
    assert_named(error, f"茶叶.{config['format']}")


def test_a_file_that_is_too_large_to_be_kept_is_named(files: StoredFiles, settings: Any) -> None:
    settings.MAX_FILE_MB = 0
    config = {"format": "csv", "content": "{{ inputs.rows }}", "name": "茶叶"}
    assert_named(error_of(files, "make_file", config, {"rows": [["a"]]}), "茶叶.csv")


@pytest.mark.parametrize("text", subprocess_parser._REASONS.values(), ids=subprocess_parser._REASONS)
def test_whatever_a_reader_finds_has_a_place_for_the_name(text: Any) -> None:
    for language in LANGUAGES:
        assert NAME in text.filled(name=NAME).in_language(language)


@pytest.mark.parametrize(
    ("name", "start"),
    [("{}.mp4", b"\0"), ("{}.txt", b""), ("{}.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), ("{}.pdf", b"\x89PNG")],
)
def test_a_document_that_is_not_what_it_is_called_is_named(name: str, start: bytes) -> None:
    called = name.format("茶叶")
    with pytest.raises(BilingualError) as caught:
        file_types.document_kind(f"/planted-folder/{called}", start)
    assert_named(caught.value, called)
