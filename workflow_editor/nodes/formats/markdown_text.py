"""Markdown as HTML. Pure."""


def markdown_to_html(text: str) -> str:
    """Return HTML of CommonMark with tables; HTML within it is shown as text."""
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
