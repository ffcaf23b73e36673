"""Shared knowledge bases stay in the lists of people with models that searched them."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> None:
    alice, bob, carol, dave = (models.person(name) for name in ("alice", "bob", "carol", "dave"))
    for name, shared in (("house", True), ("garden", True), ("diary", False)):
        models["knowledge.KnowledgeBase"].create(slug=name, name=f"0003: {name}", owner=alice, shared=shared)
    for user, tool_id in ((bob, "kb:house"), (bob, "kb:diary"), (carol, "kb:Query"), (dave, "http_request")):
        models["tools.ToolInvocation"].create(
            user=user, tool_id=tool_id, stage="call", origin="model", mode="live", decision="allow"
        )


def check(inserted: Any) -> None:
    found = {
        name: [one["slug"] for one in api_of(name).get("/api/knowledge-bases/").json()]
        for name in ("alice", "bob", "carol", "dave")
    }
    assert found == {
        "alice": ["diary", "garden", "house"],
        "bob": ["house"],
        "carol": ["garden", "house"],
        "dave": [],
    }
