"""Markdown or HTML as a Word document: headings, paragraphs, lists, quotes, code, tables, links and pictures. Pure."""

from collections.abc import Sequence
from io import BytesIO

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.shared import Pt
from docx.text.paragraph import Paragraph
from markdown_it.token import Token

from workflow_editor.nodes.file_writers.pictures import Picture, Pictures

_MAX_LIST_LEVEL = 3
_CHINESE_FONT = "Microsoft YaHei"
_CODE_FONT = "Courier New"


def word_document(tokens: Sequence[Token], pictures: Pictures) -> bytes:
    """Return the document; missing pictures are replaced by their text."""
    document = Document()
    # Without a font of its own, Chinese text gets whatever the reader's system takes first.
    document.styles["Normal"].element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), _CHINESE_FONT)
    _Writer(document, pictures).write(tokens)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


class _Writer:
    def __init__(self, document: WordDocument, pictures: Pictures) -> None:
        self._document = document
        self._pictures = pictures
        self._lists: list[str] = []
        self._quotes = 0
        self._heading = 0
        self._rows: list[list[Token]] | None = None
        """Rows of the open table."""

    def write(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            self._surround(token)
            self._block(token)

    def _surround(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading = int(token.tag[1])
            case "heading_close":
                self._heading = 0
            case "bullet_list_open":
                self._lists.append("List Bullet")
            case "ordered_list_open":
                self._lists.append("List Number")
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1

    def _block(self, token: Token) -> None:
        match token.type:
            case "table_open":
                self._rows = []
            case "tr_open" if self._rows is not None:
                self._rows.append([])
            case "table_close" if self._rows is not None:
                self._table(self._rows)
                self._rows = None
            case "fence" | "code_block":
                self._document.add_paragraph().add_run(token.content.rstrip("\n")).font.name = _CODE_FONT
            case "hr":
                self._document.add_paragraph("—" * 20)
            case "inline":
                self._inline(token)

    def _inline(self, token: Token) -> None:
        if self._rows is not None:
            self._rows[-1].append(token)
        elif self._heading:
            self._runs(self._document.add_heading(level=self._heading), token)
        else:
            self._runs(self._document.add_paragraph(style=self._style()), token)

    def _style(self) -> str | None:
        if self._lists:
            level = min(len(self._lists), _MAX_LIST_LEVEL)
            return self._lists[-1] if level == 1 else f"{self._lists[-1]} {level}"
        return "Quote" if self._quotes else None

    def _table(self, rows: list[list[Token]]) -> None:
        table = self._document.add_table(len(rows), len(rows[0]), style="Table Grid")
        for written, row in zip(table.rows, rows, strict=True):
            # All cells of a row at once: asking for one counts the cells before it.
            for cell, token in zip(written.cells, row, strict=True):
                self._runs(cell.paragraphs[0], token)

    def _runs(self, paragraph: Paragraph, token: Token) -> None:
        depth = {"strong": 0, "em": 0}
        target = ""
        for part in token.children or ():
            kind = part.type.removesuffix("_open").removesuffix("_close")
            if kind in depth:
                depth[kind] += part.nesting
            elif part.type == "link_open":
                target = str(part.attrs.get("href", ""))
            elif part.type == "link_close":
                # An address that is not the text itself follows it: a document is also printed.
                if target and paragraph.runs and target != paragraph.runs[-1].text:
                    paragraph.add_run(f" ({target})")
            elif part.type == "hardbreak":
                paragraph.add_run().add_break()
            elif picture := self._picture(part):
                drawn = paragraph.add_run().add_picture(BytesIO(picture.content), Pt(picture.width), Pt(picture.height))
                drawn._inline.docPr.set("descr", part.content)
            else:
                run = paragraph.add_run(" " if part.type == "softbreak" else part.content)
                run.bold, run.italic = depth["strong"] > 0 or None, depth["em"] > 0 or None
                if part.type == "code_inline":
                    run.font.name = _CODE_FONT

    def _picture(self, token: Token) -> Picture | None:
        return self._pictures.of(token, in_table=self._rows is not None) if token.type == "image" else None
