"""Shared tools stay in the lists of those who called them, shared tables in everybody's."""

from typing import Any

from tests.upgrades.installation import Models, api_of


def insert(models: Models) -> None:
    alice, bob, carol = (models.person(name) for name in ("alice", "bob", "carol"))
    called, server, unused, own = (
        models["tools.ToolConfig"].create(type="http-request", name=f"0014: {name}", owner=alice, shared=shared)
        for name, shared in (("called", True), ("server", True), ("unused", True), ("own", False))
    )
    for user, tool_id, stage in (
        (bob, f"tool:{called.pk}", "call"),
        (bob, f"mcp:{server.pk}:search", "call"),
        (bob, f"tool:{own.pk}", "call"),
        (bob, "http_request", "call"),
        (bob, f"tool:{unused.pk}", "offer"),
        (alice, f"tool:{unused.pk}", "call"),
        (None, f"tool:{unused.pk}", "call"),
    ):
        models["tools.ToolInvocation"].create(
            user=user, tool_id=tool_id, stage=stage, origin="mcp", mode="live", decision="allow"
        )
    for name, shared in (("shared", True), ("private", False)):
        models["tools.DataTable"].create(name=f"0014: {name}", owner=carol, shared=shared)


def check(inserted: Any) -> None:
    tools = {name: _names(name, "tools/configs") for name in ("alice", "bob", "carol")}
    everything = ["0014: called", "0014: own", "0014: server", "0014: unused"]
    assert tools == {"alice": everything, "bob": ["0014: called", "0014: server"], "carol": []}
    tables = {name: _names(name, "tables") for name in ("bob", "carol")}
    assert tables == {"bob": ["0014: shared"], "carol": ["0014: private", "0014: shared"]}


def _names(username: str, path: str) -> list[str]:
    return [one["name"] for one in api_of(username).get(f"/api/{path}/").json() if one["name"].startswith("0014")]
