"""Members of before have taken up what they work with."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> Any:
    workflow = models["workflow_editor.Workflow"].create(
        name="0026: shared", slug="shared-0026", owner=models.person("alice")
    )
    models["workflow_editor.WorkflowMember"].create(workflow=workflow, user=models.person("bob"), role="editor")
    return workflow.pk


def check(inserted: Any) -> None:
    found = api_of("bob").get("/api/workflows/", {"search": "0026"}).json()["results"]
    assert [(one["id"], one["role"], one["taken_up"]) for one in found] == [(str(inserted), "editor", True)]
