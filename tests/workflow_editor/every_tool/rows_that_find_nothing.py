"""Rows with calls that find nothing: one for each executor that declares an empty value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.doubles import pet_shop
from tests.doubles.http_server import Reply
from tests.servers import dovecot
from tests.workflow_editor.every_tool import rows_of_internal_tools as internal
from tests.workflow_editor.every_tool import rows_of_platforms as platforms
from tests.workflow_editor.every_tool import rows_of_services as services
from tests.workflow_editor.every_tool import rows_of_sources as sources
from tests.workflow_editor.every_tool.row import Json, Place, ToolRow
from tools.executors.openapi.description import read_description


@dataclass(frozen=True)
class FindsNothing:
    """A call that works and finds nothing."""

    row: ToolRow
    value: Any
    """Value for callers that continue; for an object, some of its members."""
    reply: Reply | None = None
    """Answer of the service …"""
    at: str = ""
    """… to requests with this in their path."""

    @property
    def label(self) -> str:
        return self.row.label


def an_empty_mailbox(place: Place) -> Json:
    place.settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    return {"port": place.opened.enter_context(dovecot.dovecot()).port}


NO_ONE = [{"column": "email", "operator": "equals", "value": "nobody@example.com"}]
PETS = {"api": read_description(pet_shop.DOCUMENT, ["list_pets"]).api.model_dump(by_alias=True), "secret": pet_shop.KEY}
NO_TRENDS = Reply(200, b"<div class='blankslate'>It looks like we have no trending repositories</div>")
NO_ENTRIES = b'<feed xmlns="http://www.w3.org/2005/Atom"><title>Tea</title></feed>'
NO_RECORDS = Reply.of_json({"code": 0, "msg": "success", "data": {"items": [], "has_more": False, "total": 0}})
NO_ROWS = {"sql": "SELECT name FROM items WHERE name = :name", "params": {"name": "nobody"}}
LISTING = next(row for row in services.ROWS if row.variant == "list_issues")

FINDING_NOTHING: Sequence[FindsNothing] = (
    FindsNothing(sources.TRENDING, [], NO_TRENDS, "/trending"),
    FindsNothing(
        replace(sources.TREE, arguments={}),
        {"entries": []},
        Reply.of_json({"sha": "x", "tree": [], "truncated": False}),
        "/git/trees",
    ),
    FindsNothing(sources.FILE, {"type": "directory", "entries": []}, Reply.of_json([]), "/contents"),
    FindsNothing(sources.ACTIVITY, [], Reply.of_json([]), "/issues"),
    FindsNothing(sources.FEED, {"title": "Tea", "entries": []}, Reply(200, NO_ENTRIES)),
    FindsNothing(replace(sources.MAILBOX, set_up=an_empty_mailbox), {"messages": []}),
    FindsNothing(replace(sources.DATABASE, arguments=NO_ROWS), {"total": 0, "data": [], "truncated": False}),
    FindsNothing(
        sources.STORAGE, {"text": "", "size": 0, "nextOffset": None}, Reply(200, b"", {"Content-Type": "text/plain"})
    ),
    FindsNothing(sources.FOLDER, {"objects": [], "more": False}, Reply(200, b"<ListBucketResult></ListBucketResult>")),
    FindsNothing(
        replace(
            platforms.FEISHU,
            config={**platforms.FEISHU.config, "operation": "search"},
            arguments={},
        ),
        {"records": []},
        NO_RECORDS,
        "/records/search",
    ),
    FindsNothing(replace(platforms.XIAOHONGSHU, arguments={"keyword": "coffee"}), {"notes": []}),
    FindsNothing(replace(platforms.XIAOHONGSHU_MCP, arguments={"keyword": "coffee"}), {"notes": []}),
    FindsNothing(replace(platforms.DOUYIN, config={"action": "list"}, arguments={}), {"videos": [], "has_more": False}),
    FindsNothing(replace(internal.WORKFLOWS, arguments={"search": "coffee"}), []),
    FindsNothing(
        replace(internal.TABLE, function="query", arguments={"where": NO_ONE}),
        {"rows": [], "total": 0, "has_more": False},
    ),
    FindsNothing(replace(internal.MCP, function="nothing", arguments={}), {"result": []}),
    FindsNothing(
        replace(internal.PETS, config=PETS, function="list_pets", arguments={}), [], Reply.of_json([]), "/pets"
    ),
    FindsNothing(LISTING, [], Reply.of_json([])),
)
