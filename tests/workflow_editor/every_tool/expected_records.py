"""Expected requests of services with pages and rows."""

from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused

RECORDS = {
    "notion": ExpectedService(
        "api.notion.com",
        refused(404, {"object": "error", "status": 404, "code": "object_not_found", "message": "Could not find page"}),
        "Could not find page",
        {
            "search_pages": ExpectedCall(
                "POST /v1/search", body={"query": "query", "page_size": 1, "start_cursor": "start_cursor"}
            ),
            "get_a_page": ExpectedCall("GET /v1/pages/id"),
            "read_a_page": ExpectedCall(
                "GET /v1/blocks/id/children", {"page_size": "1", "start_cursor": "start_cursor"}
            ),
            "get_a_database": ExpectedCall("GET /v1/databases/id"),
            "query_a_data_source": ExpectedCall(
                "POST /v1/data_sources/id/query",
                body={
                    "filter": {"filter": "text"},
                    "sorts": [{"sorts": "text"}],
                    "page_size": 1,
                    "start_cursor": "start_cursor",
                },
            ),
            "create_a_page": ExpectedCall(
                "POST /v1/pages",
                body={
                    "parent": {"parent": "text"},
                    "properties": {"properties": "text"},
                    "children": [{"children": "text"}],
                },
            ),
            "update_a_page": ExpectedCall(
                "PATCH /v1/pages/id", body={"properties": {"properties": "text"}, "in_trash": True}
            ),
            "append_text": ExpectedCall(
                "PATCH /v1/blocks/id/children",
                body={
                    "children": [
                        {
                            "object": "block",
                            "type": "paragraph",
                            "paragraph": {"rich_text": [{"type": "text", "text": {"content": "text"}}]},
                        }
                    ]
                },
            ),
        },
        {"authorization": f"Bearer {KEY}", "notion-version": "2026-03-11"},
        2004,
    ),
    "airtable": ExpectedService(
        "api.airtable.com",
        refused(422, {"error": {"type": "UNKNOWN_FIELD_NAME", "message": "Unknown field name"}}),
        "Unknown field name",
        {
            "list_records": ExpectedCall(
                "GET /v0/base/table", {"filterByFormula": "formula", "pageSize": "1", "offset": "offset"}
            ),
            "create_a_record": ExpectedCall("POST /v0/base/table", body={"fields": {"fields": "text"}}),
            "update_a_record": ExpectedCall("PATCH /v0/base/table/record", body={"fields": {"fields": "text"}}),
            "upsert_records": ExpectedCall(
                "PATCH /v0/base/table",
                body={"records": [{"records": "text"}], "performUpsert": {"fieldsToMergeOn": ["match"]}},
            ),
            "delete_a_record": ExpectedCall("DELETE /v0/base/table/record", answer={"deleted": True, "id": "rec1"}),
        },
    ),
}
