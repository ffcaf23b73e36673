"""Parses GitHub's trending page, since there is no API. Pure.

Every part but the name may be missing, and an empty list is distinguished from a changed layout.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MOST_ROWS = 200
"""Nested ones would be looked through again and again."""
MAX_PAGE = 2_000_000
"""In characters, some times the size of the real page; a longer one is not GitHub's."""
_NUMBER = re.compile(r"\d[\d,]*")
_NAME = re.compile(r"/([A-Za-z0-9_-]+/[A-Za-z0-9._-]+)")


@dataclass(frozen=True, slots=True)
class TrendingRepository:
    """One row of the page; numbers are None where the page shows none."""

    name: str
    description: str
    language: str | None
    stars: int | None
    forks: int | None
    stars_gained: int | None
    """Within the asked period."""
    built_by: tuple[str, ...]


def trending_repositories(page: str) -> list[TrendingRepository] | None:
    """Return the rows in order; None when this is not the page as we know it."""
    if len(page) > MAX_PAGE or page.count("<article") > _MOST_ROWS:
        return None
    from selectolax.lexbor import LexborHTMLParser

    parsed = LexborHTMLParser(page)
    rows = parsed.css("article.Box-row")
    if not rows:
        # For a rare language the page says so in a box of its own.
        return [] if parsed.css_first(".blankslate") is not None else None
    found = [repository for row in rows if (repository := _repository(row)) is not None]
    return found or None


def _repository(row: "LexborNode") -> TrendingRepository | None:
    link = row.css_first("h2 a[href]")
    name = _NAME.fullmatch(unquote((link.attributes.get("href") if link else None) or ""))
    if name is None:
        return None
    faces = (image.attributes.get("alt") or "" for image in row.css("a img[alt^='@']"))
    return TrendingRepository(
        name=name[1],
        description=_text(row, "p") or "",
        language=_text(row, "[itemprop='programmingLanguage']"),
        stars=_number(_text(row, "a[href$='/stargazers']")),
        forks=_number(_text(row, "a[href$='/forks']")),
        stars_gained=_number(_text(row, "span.float-sm-right")),
        built_by=tuple(face.removeprefix("@") for face in faces),
    )


def _text(row: "LexborNode", selector: str) -> str | None:
    found = row.css_first(selector)
    return " ".join(found.text().split()) or None if found is not None else None


def _number(text: str | None) -> int | None:
    found = _NUMBER.search(text or "")
    return int(found[0].replace(",", "")) if found else None
