"""HTTP tools of before send a JSON body with a repeated name; those made after it refuse it."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> Any:
    config = {"url": "https://example.com/", "method": "POST"}
    owner = models.person("alice")
    return models["tools.ToolConfig"].create(type="http-request", name="9000: post", owner=owner, config=config).pk


def check(inserted: Any) -> None:
    api = api_of("alice")
    config = api.get(f"/api/tools/configs/{inserted}/").json()["config"]
    assert (config["method"], config["namesOnce"]) == ("POST", False)
    made = api.post("/api/tools/configs/", {"type": "http-request", "name": "9000: new", "config": {}}, format="json")
    assert made.json()["config"].get("namesOnce", True) is True
