"""The text of an answer as far as it is written, from the events of its run, and the passages that it cites.

Passages are kept with the turn since runs are pruned. Visitors of a link see them, too: no passage that the answer
does not cite, and nothing that opens its document.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.core.events import NodeTextAppended
from tools.core.definitions import JsonObject
from workflow_editor.adapters.events.run_frames import TextPiece
from workflow_editor.models import NodeRun, Run, RunEvent
from workflow_editor.models.events import events_of
from workflow_editor.selectors.run.answer_nodes import answer_writers, citing_nodes

MAX_PASSAGE_CHARS = 600
_MARK = re.compile(r"\[(\d{1,3}(?:, ?\d{1,3}){0,19})\]")
"""`[1]` or `[1, 2]`, as in `frontend/src/lib/markdown.ts`."""


class Written(NamedTuple):
    """`stream` names the node and its round; empty where nothing was written."""

    stream: str
    text: str


def stream_name(piece: TextPiece) -> str:
    """Return the name of what a node writes in one round, within its run."""
    return f"{piece.node_key}/{piece.stream}"


def written_so_far(run: Run) -> Written:
    """Return the newest text of those who write the answer: that of the last round of who wrote last."""
    writers = answer_writers(run.version_id)
    pieces: list[str] = []
    source = ""
    for event in events_of(RunEvent.objects.filter(run_id=run.pk), NodeTextAppended):
        if event.scope or event.node_key not in writers:
            continue
        if (name := stream_name(event)) != source:
            source, pieces = name, []
        pieces.append(event.text)
    return Written(source, "".join(pieces))


def cited_passages(run: Run, answer: str) -> list[JsonObject]:
    """Return [{number, document, page, sheet, text}] by number, with `text` cut and `page` null without pages.

    Only nodes with their whole text in the answer count. A number that two of them give to different passages is
    left out.
    """
    keys = citing_nodes(run.version_id)
    numbers = {int(number) for match in _MARK.finditer(answer) for number in match[1].split(",")}
    if not keys or not numbers:
        return []
    found: dict[int, JsonObject] = {}
    unclear: set[int] = set()
    for passage in _passages(run, keys, answer):
        shown = _shown(passage)
        if found.setdefault(shown["number"], shown) != shown:
            unclear.add(shown["number"])
    return [found[number] for number in sorted(numbers & found.keys() - unclear)]


def _passages(run: Run, keys: frozenset[str], answer: str) -> Iterator[JsonObject]:
    for node in NodeRun.objects.filter(run_id=run.pk, node_key__in=keys, output__isnull=False).order_by("pk"):
        output = node.output if isinstance(node.output, dict) else {}
        text = output.get("result")
        cited = output.get("citations")
        # A person may have put any output in the place of the node's.
        if isinstance(text, str) and text and text in answer and isinstance(cited, list):
            yield from (one for one in cited if isinstance(one, dict) and isinstance(one.get("number"), int))


def _shown(passage: JsonObject) -> JsonObject:
    text, page = str(passage.get("text", "")), passage.get("page")
    return {
        "number": passage["number"],
        "document": str(passage.get("document", "")),
        "page": page if isinstance(page, int) else None,
        "sheet": str(passage.get("sheet", "")),
        "text": text if len(text) <= MAX_PASSAGE_CHARS else f"{text[:MAX_PASSAGE_CHARS]}…",
    }
