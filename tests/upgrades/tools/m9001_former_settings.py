"""Tools of before round integers in JavaScript and send what is null; new ones do neither."""

from typing import Any

from tests.upgrades.installation import Models, api_of

KINDS = {
    "custom": {"exactIntegers": False},
    "http-request": {"skipsNull": False, "pagesByPost": False},
    "openapi": {"skipsNull": False},
}


def insert(models: Models) -> list[Any]:
    create = models["tools.ToolConfig"].create
    owner = models.person("alice")
    return [create(type=kind, name=f"9001: {kind}", owner=owner, config={}).pk for kind in KINDS]


def check(inserted: list[Any]) -> None:
    api = api_of("alice")
    for (kind, former), pk in zip(KINDS.items(), inserted, strict=True):
        assert api.get(f"/api/tools/configs/{pk}/").json()["config"].items() >= former.items(), kind
