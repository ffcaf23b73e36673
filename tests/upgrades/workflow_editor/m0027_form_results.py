"""Forms of before go on showing the whole output of their run, which new ones do not."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> Any:
    workflow = models["workflow_editor.Workflow"].create(
        name="0027: forms", slug="forms-0027", owner=models.person("alice")
    )
    for key, config in {"silent": {}, "chosen": {"showResult": False}}.items():
        models["workflow_editor.ProcessNode"].create(
            workflow=workflow, key=key, name=key, type="form_trigger", config=config, x=0, y=0
        )
    return workflow.pk


def check(inserted: Any) -> None:
    nodes = api_of("alice").get(f"/api/workflows/{inserted}/graph/").json()["nodes"]
    assert {node["key"]: node["config"] for node in nodes} == {
        "silent": {"showResult": True},
        "chosen": {"showResult": False},
    }
