"""Markdown or HTML as a PDF file, set by Typst with fonts for Latin and Chinese text. Pure.

The text reaches the template `markdown.typ` as data: nothing of it is read as Typst, and the template opens no file.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pylopdf_fonts_zh_cn
import typst
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from agents.core.language import language_of

_TEMPLATE = Path(__file__).with_name("markdown.typ")
_FONTS = pylopdf_fonts_zh_cn.sans_path().parent


def pdf_document(tokens: Sequence[Token], text: str) -> bytes:
    """Return the document on numbered A4 pages; pictures are left out as such, their text stays.

    Args:
        tokens: of `parsed_markdown` or `parsed_html`.
        text: what they were read from, for its language.
    """
    tree = SyntaxTreeNode(tokens)
    data = {"language": language_of(text), "blocks": [_node(one) for one in tree.children]}
    return typst.compile(
        _TEMPLATE,
        font_paths=[_FONTS],
        ignore_system_fonts=True,
        sys_inputs={"document": json.dumps(data)},
    )


def _node(node: SyntaxTreeNode) -> dict[str, Any]:
    return {
        "type": node.type,
        "tag": node.tag,
        "text": node.content,
        "start": node.attrs.get("start", 1),
        "target": node.attrs.get("href", ""),
        "nodes": [_node(one) for one in node.children],
    }
