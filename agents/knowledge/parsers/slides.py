"""Text of PowerPoint files, slide by slide in their order, with the notes of the speaker. Pure."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError
from zipfile import BadZipFile

from defusedxml.ElementTree import fromstring

from agents.knowledge.parsers.archives import check_archive
from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError
from tools.core.formats.archives import open_archive

_SLIDE = re.compile(r"ppt/slides/slide([0-9]{1,6})\.xml")
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def read_slides(content: bytes) -> DocumentText:
    """Return the text, a page per slide. Raises UnreadableError with `damaged`, `encrypted`, `bomb` or `too_long`."""
    check_archive(content)
    builder = TextBuilder()
    try:
        with open_archive(BytesIO(content)) as archive:
            names = set(archive.namelist())
            for number in sorted(int(found[1]) for name in names if (found := _SLIDE.fullmatch(name))):
                builder.mark(page=number)
                for part in (f"ppt/slides/slide{number}.xml", f"ppt/notesSlides/notesSlide{number}.xml"):
                    if part in names:
                        for line in _paragraphs(fromstring(archive.read(part))):
                            builder.add(f"{line}\n")
                builder.add("\n")
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, ParseError) as error:
        # `check_archive` cannot see parts that do not unpack, in the first four ways, or are no (harmless) XML.
        raise UnreadableError("damaged") from error
    return builder.built()


def _paragraphs(slide: Element) -> Iterator[str]:
    for paragraph in slide.iter(f"{_DRAWING}p"):
        text = "".join(run.text or "" for run in paragraph.iter(f"{_DRAWING}t")).strip()
        if text:
            yield text
