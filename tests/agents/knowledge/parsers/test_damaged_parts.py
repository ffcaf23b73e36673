"""Office files with an intact archive and a part that does not unpack."""

from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from agents.knowledge.parsers.content import DocumentText, UnreadableError
from agents.knowledge.parsers.excel import read_excel
from agents.knowledge.parsers.slides import read_slides
from agents.knowledge.parsers.word import read_word


def damaged(part: str) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr(part, "<a>" + "x" * 5000 + "</a>")
    content = bytearray(out.getvalue())
    begin = content.index(part.encode()) + len(part)
    content[begin : begin + 6] = b"\xff" * 6
    return bytes(content)


@pytest.mark.parametrize(
    ("read", "part"),
    [
        (read_slides, "ppt/slides/slide1.xml"),
        (read_word, "[Content_Types].xml"),
        (read_excel, "[Content_Types].xml"),
    ],
)
def test_a_part_that_does_not_unpack_is_damage(read: Callable[[bytes], DocumentText], part: str) -> None:
    with pytest.raises(UnreadableError, match="damaged"):
        read(damaged(part))
