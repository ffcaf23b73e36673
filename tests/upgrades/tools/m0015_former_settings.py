"""Tools of before keep what they did: rounding in JavaScript, sending null, giving data whatever it looks like."""

from typing import Any

from tests.upgrades.installation import Models, api_of

SCRIPT = {"description": "Counts.", "script": '{"success": False, "message": "No stock"}'}
SQLITE = {"engine": "sqlite", "path": "shop.db"}
KINDS = [
    ("custom", SCRIPT, {"exactIntegers": False, "readsResults": False}),
    ("code-runner", {}, {"readsResults": False}),
    ("database-query", SQLITE, {"exactValues": False}),
    ("database-write", SQLITE, {"exactValues": False}),
    ("http-request", {"method": "GET"}, {"skipsNull": False, "pagesByPost": False}),
    ("openapi", {}, {"skipsNull": False}),
]


def insert(models: Models) -> list[Any]:
    create = models["tools.ToolConfig"].create
    owner = models.person("alice")
    return [create(type=kind, name=f"0015: {kind}", owner=owner, config=config).pk for kind, config, _ in KINDS]


def check(inserted: list[Any]) -> None:
    api = api_of("alice")
    for (kind, config, former), pk in zip(KINDS, inserted, strict=True):
        assert api.get(f"/api/tools/configs/{pk}/").json()["config"].items() >= (config | former).items(), kind
    answer = api.post(f"/api/tools/configs/{inserted[0]}/test/", {"arguments": {}, "mode": "live"}, format="json")
    result = answer.json()["result"]
    assert (result["success"], result["data"]) == (True, {"success": False, "message": "No stock"})
