"""Origins of web pages as people write them in settings: one on each line, or `*` for every page."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem
from workflow_editor.triggers.webhooks.networks import entries

EVERY_PAGE = "*"
_ORIGIN = re.compile(r"https?://[0-9A-Za-z.\[\]:-]+/?")
_NO_ORIGIN = Text("“{line}” is no origin. Write it as https://www.example.com, without a path.", line="")


def read_origins(text: str) -> Sequence[str]:
    """Return the origins in lower case, without what is none."""
    lines = entries(text)
    return [line.rstrip("/").lower() for line in lines if line == EVERY_PAGE or _ORIGIN.fullmatch(line)]


def origin_problems(text: str, pointer: str) -> Iterator[ConfigProblem]:
    for line in entries(text):
        if line != EVERY_PAGE and not _ORIGIN.fullmatch(line):
            yield ConfigProblem("origin_invalid", pointer, _NO_ORIGIN.filled(line=line[:100]))


def framing_pages_field() -> Any:
    """Return the setting that says which pages may show a page of ours in a frame."""
    return form_field(
        "Pages that may show it",
        "Origins such as https://www.example.com, one per line. Without any, every page may.",
        default="",
        max_length=4_000,
        widget="long-text",
        group="more",
    )


def framing_pages(text: str) -> Sequence[str]:
    """Return the origins of the pages that the setting names; none where all that it names is wrong."""
    return read_origins(text) if entries(text) else [EVERY_PAGE]
