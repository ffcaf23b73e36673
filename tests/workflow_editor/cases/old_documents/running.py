"""Runs documents through the API as their author does. It works in checkouts of before, too."""

from typing import Any

from django.contrib.auth.models import User

from agents.knowledge.models import KnowledgeBase
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tools.selectors.tool_configs import TOOLS
from workflow_editor.models import Wait
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.starters import FOLDER

Json = dict[str, Any]
STARTERS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ANSWERS: dict[str, tuple[str, Json]] = {"approval": ("approve", {}), "form": ("submit", {"price": 900})}
"""Decisions of a person where a ready-made workflow asks, by the kind of the question."""


def outcome(user: ApiUser, document: Json, inputs: Json, owner: User) -> Json:
    """Run a document to its end; a person answers what it asks."""
    body = {"format": "flowloom", "name": "Old", "document": document}
    made = user.api.post("/api/workflows/import/", body)
    if made.status_code == 400:
        return {"status": "refused", "problems": made.json()["errors"]}
    workflow = done(made)["id"]
    start = user.api.post(f"/api/workflows/{workflow}/runs/", {"inputs": inputs})
    if start.status_code == 422:
        return {"status": "refused", "problems": start.json()["problems"]}
    run_id = done(start)["id"]
    user.queue.run_all()
    for wait in Wait.objects.filter(node_run__run=run_id, answered_at__isnull=True):
        decision, values = ANSWERS[wait.kind]
        wait_answer(owner, wait, decision=decision, values=values)
        user.queue.run_all()
    run = done(user.api.get(f"/api/runs/{run_id}/"))
    if run["status"] != "succeeded":
        return {"status": run["status"], "code": (run["error"] or {}).get("code")}
    return {"status": run["status"], "output": run["output"]}


def tools_of(owner: User) -> dict[str, str]:
    """Return marks for the ids of what a ready-made workflow brings along."""
    rows: list[Any] = [*TOOLS.may("list", owner), *KnowledgeBase.objects.filter(owner=owner)]
    return {str(row.pk): f"<{type(row).__name__}:{row.name}>" for row in rows}


def from_template(user: ApiUser, template: str) -> str:
    body = {"name": "From a template", "template": template}
    return str(done(user.api.post("/api/workflows/", body, headers={"Accept-Language": "en"}))["id"])
