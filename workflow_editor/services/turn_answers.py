"""What a conversation keeps of a run when it ends: runs are pruned, talks are not."""

import json

from tools.core.definitions import JsonObject
from workflow_editor.models import NodeRun, Run, Status, Turn
from workflow_editor.selectors.turn_text import written_so_far

CHAT = "chat"
"""Trigger of the runs that are turns."""
SUMMARY_NODE = "summary"
"""Key of the node that sums up what was said before."""


def turn_keep_answer(run: Run) -> None:
    """Write the end of a run into its turn, in the caller's transaction; what was written before it failed stays."""
    answer = answer_of(run.output) if run.status == Status.SUCCEEDED else written_so_far(run.id).text
    turns = Turn.objects.filter(run_id=run.id, status="")
    turns.update(status=run.status, answer=answer, error=run.error)
    summed_up = Turn.objects.filter(run_id=run.id, summary_until__isnull=False, summary__isnull=True)
    if summed_up.exists():
        summed_up.update(summary=_summary(run))


def answer_of(output: JsonObject | None) -> str:
    """Return the answer in a run's output as text."""
    answer = (output or {}).get("answer")
    if isinstance(answer, str):
        return answer
    return "" if answer is None else json.dumps(answer, ensure_ascii=False, indent=2)


def _summary(run: Run) -> str | None:
    found = NodeRun.objects.filter(run_id=run.id, node_key=SUMMARY_NODE, status=Status.SUCCEEDED).first()
    return None if found is None or found.output is None else str(found.output.get("result", ""))
