"""Database tools that were there read values as they did."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> list[Any]:
    owner = models.person("alice")
    sqlite = {"engine": "sqlite", "path": "shop.db"}
    made = [("database-query", sqlite), ("database-write", sqlite), ("web-page-read", {})]
    return [
        models["tools.ToolConfig"].create(type=kind, name=kind, owner=owner, config=config).pk for kind, config in made
    ]


def check(inserted: list[Any]) -> None:
    api = api_of("alice")
    query, write, page = (api.get(f"/api/tools/configs/{pk}/").json()["config"] for pk in inserted)
    for config in (query, write):
        assert config.items() >= {"engine": "sqlite", "path": "shop.db", "exactValues": False}.items()
    assert "exactValues" not in page
