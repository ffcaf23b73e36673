"""Renders Markdown or HTML as PDF with Typst and fonts for Latin and Chinese. Pure.

The text is passed to the template `markdown.typ` as data, never as Typst code. The template only opens the pictures, in
a private folder under our own names.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pylopdf_fonts_zh_cn
import typst
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from agents.core.language import language_of
from workflow_editor.nodes.file_writers.pictures import Pictures

_TEMPLATE = Path(__file__).with_name("markdown.typ")
_FONTS = pylopdf_fonts_zh_cn.sans_path().parent


def pdf_document(tokens: Sequence[Token], text: str, pictures: Pictures) -> bytes:
    """Return the document on numbered A4 pages; `text` determines its language, and replaces missing pictures."""
    with TemporaryDirectory() as name:
        writer = _Writer(pictures, Path(name))
        blocks = [writer.node(one, in_table=False) for one in SyntaxTreeNode(tokens).children]
        template = Path(name, "main.typ")
        template.write_bytes(_TEMPLATE.read_bytes())
        return typst.compile(
            template,
            font_paths=[_FONTS],
            ignore_system_fonts=True,
            sys_inputs={"document": json.dumps({"language": language_of(text), "blocks": blocks})},
        )


class _Writer:
    def __init__(self, pictures: Pictures, folder: Path) -> None:
        self._pictures = pictures
        self._folder = folder
        self._names: dict[bytes, str] = {}

    def node(self, node: SyntaxTreeNode, *, in_table: bool) -> dict[str, Any]:
        in_table = in_table or node.type == "table"
        found: dict[str, Any] = {
            "type": node.type,
            "tag": node.tag,
            "text": node.content,
            "start": node.attrs.get("start", 1),
            "target": node.attrs.get("href", ""),
            "nodes": [self.node(one, in_table=in_table) for one in node.children],
        }
        return found | self._drawn(node, in_table) if node.type == "image" else found

    def _drawn(self, node: SyntaxTreeNode, in_table: bool) -> dict[str, Any]:
        picture = self._pictures.of(node.token, in_table=in_table) if node.token else None
        if picture is None:
            return {"type": "text"}
        if picture.content not in self._names:
            self._names[picture.content] = f"{len(self._names)}.{picture.format}"
            (self._folder / self._names[picture.content]).write_bytes(picture.content)
        return {"picture": f"/{self._names[picture.content]}", "width": picture.width, "height": picture.height}
