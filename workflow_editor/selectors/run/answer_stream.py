"""The answer of a run as it is made: text of who writes it, and the output in the end."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

from tools.core.definitions import JsonObject
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import Run, Status
from workflow_editor.run_store import run_store
from workflow_editor.selectors.outside.triggers import response_of
from workflow_editor.selectors.run.answer_nodes import answer_writers
from workflow_editor.selectors.run.stream import TextSoFar, run_news


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """Part of a run that a caller may see."""

    type: Literal["text", "finished", "quiet"]
    """A piece of the text; the end; nothing new for a while."""
    data: JsonObject


async def answer_events(run: Run) -> AsyncIterator[AnswerEvent]:
    """Yield the answer from its beginning, whenever somebody begins to listen, until the run or its right is over."""
    writers = await in_database_thread(answer_writers, run.version_id)
    texts = [TextSoFar(key) for key in writers]
    try:
        async for news in run_news(run.pk):
            if news is None:
                yield AnswerEvent("quiet", {})
                continue
            for piece in (text.take(news) for text in texts):
                if piece:
                    yield AnswerEvent("text", {"text": piece})
    except ForbiddenError:
        # The run ends by itself before its next node.
        yield AnswerEvent("finished", {"status": Status.FAILED})
        return
    yield AnswerEvent("finished", await in_database_thread(_end, run))


def _end(run: Run) -> JsonObject:
    """Say how it ended; why it failed may hold what only members may see."""
    now = run_store.run(run.pk)
    if now is None or now.status != Status.SUCCEEDED:
        return {"status": Status.FAILED if now is None else now.status}
    response = response_of(now)
    return {"status": now.status, "output": now.output or {} if response is None else response["body"]}
