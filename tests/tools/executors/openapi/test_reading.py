"""Documents are read in a process that can be killed, and come back as they would be read here."""

import resource
from pathlib import Path
from time import process_time

import orjson
import pytest

from tests.doubles.pet_shop import DOCUMENT
from tests.tools.executors.openapi.test_public_documents import DOCUMENTS
from tools.core.errors import ToolArgumentsError
from tools.executors.openapi.description import read_description
from tools.executors.openapi.document import MAX_BYTES, read_document
from tools.executors.openapi.operation import MAX_OPERATIONS
from tools.executors.openapi.reading import ChoiceError, described

FILES = sorted(DOCUMENTS.glob("*.json"))
HEAD = b"openapi: 3.0.0\npaths: {}\nx: "
HOSTILE = {
    "many values": HEAD + b"[" + b"a," * 490_000 + b"]",
    "many fields": HEAD + b"{" + b",".join(b"k%d: 1" % n for n in range(90_000)) + b"}",
    "many lines": HEAD + b"\n" + b"  - a\n" * 160_000,
}
"""A megabyte each; the first took the web process 2.8 seconds."""


@pytest.mark.parametrize("path", FILES[:3], ids=lambda path: path.stem)
def test_a_document_comes_back_as_it_is_read_here(path: Path) -> None:
    content = path.read_bytes()
    here = read_description(read_document(content))
    ids = [one.id for one in here.operations][:3]
    assert described(content, ids, "") == read_description(read_document(content), ids)


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.everyday_rows(1)
def test_a_document_that_takes_long_takes_nothing_of_this_process(content: bytes) -> None:
    began, peak = process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert described(content, [], "").operations == []
    assert process_time() - began < 0.25
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 50_000


def test_a_document_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(ToolArgumentsError, match="took too long"):
        described(HOSTILE["many values"], [], "", deadline_s=0.01)


def test_what_is_refused_has_its_reason() -> None:
    with pytest.raises(ToolArgumentsError, match="neither JSON nor YAML"):
        described(b"[" * 1_000, [], "")
    with pytest.raises(ToolArgumentsError, match="larger than"):
        described(b" " * (MAX_BYTES + 1), [], "")
    with pytest.raises(ChoiceError, match="Choose at most"):
        described(orjson.dumps(DOCUMENT), [f"op{n}" for n in range(MAX_OPERATIONS + 1)], "")
