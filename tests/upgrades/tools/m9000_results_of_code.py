"""Scripts and code runners of before give data, whatever it looks like; other tools are left alone."""

from typing import Any

from tests.upgrades.installation import Models, api_of

SCRIPT = {"description": "Counts.", "script": '{"success": False, "message": "No stock"}'}


def insert(models: Models) -> list[Any]:
    tools = models["tools.ToolConfig"]
    owner = models.person("alice")
    return [
        tools.create(type=kind, name=kind, owner=owner, config=config).pk
        for kind, config in (("custom", SCRIPT), ("code-runner", {}), ("http-request", {"method": "GET"}))
    ]


def check(inserted: list[Any]) -> None:
    api = api_of("alice")
    script, runner, page = (api.get(f"/api/tools/configs/{pk}/").json() for pk in inserted)
    assert [tool["config"].get("readsResults") for tool in (script, runner, page)] == [False, False, None]
    assert script["config"] == SCRIPT | {"readsResults": False}
    answer = api.post(f"/api/tools/configs/{script['id']}/test/", {"arguments": {}, "mode": "live"}, format="json")
    result = answer.json()["result"]
    assert (result["success"], result["data"]) == (True, {"success": False, "message": "No stock"})
