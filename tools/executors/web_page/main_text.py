"""The main text of an HTML page, found in a process: `python -m tools.executors.web_page.main_text <address>`."""

import json
from dataclasses import asdict, dataclass

from tools.core.formats.encodings import page_text
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process


@dataclass(frozen=True, slots=True)
class MainText:
    title: str
    text: str
    """In Markdown; empty when nothing was found."""
    author: str
    site: str
    published: str
    """A date in ISO 8601, or empty."""


def main_text(html: bytes, address: str, encoding: str, *, deadline_s: float) -> MainText | None:
    """Return a page's main text without menus, advertisements and scripts; None if it exceeds time or memory.

    Relative links start at `address`; an empty `encoding` leaves it to the page.
    """
    try:
        found = call_in_process(__name__, address, encoding, content=html, deadline_s=deadline_s)
    except (TimeoutError, ProcessFailedError):
        return None
    return MainText(**json.loads(found))


def _found(arguments: list[str], content: bytes) -> bytes:
    from trafilatura import extract
    from trafilatura.metadata import extract_metadata

    address, named = arguments
    html = page_text(content, named)
    about = extract_metadata(html, default_url=address)
    text = extract(html, url=address, output_format="markdown", include_links=True, include_tables=True) or ""
    found = MainText(about.title or "", text, about.author or "", about.sitename or "", about.date or "")
    return json.dumps(asdict(found)).encode()


if __name__ == "__main__":
    answer_once(_found)
