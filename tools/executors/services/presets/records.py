"""Services that hold pages and rows. Pure."""

from tools.core.text import Text
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    ID,
    NEXT_PAGE,
    PAGE_SIZE,
    QUERY,
    TEXT,
    count,
    part_of_body,
    part_of_path,
)

_IN_PAGES = Paging(kind="cursor", argument="start_cursor", next="next_cursor", items="results")
_RICH_TEXT = [{"type": "text", "text": {"content": "{text[]}"}}]
_PARAGRAPH = {"object": "block", "type": "paragraph", "paragraph": {"rich_text": _RICH_TEXT}}
NOTION = ServicePreset(
    "notion",
    Text.verbatim("Notion"),
    Text("Search pages, read them, add pages and rows, and change them."),
    "logo-notion",
    "https://api.notion.com/v1",
    (
        ServiceOperation(
            Text("Search pages"),
            Text("Return pages and data sources whose title fits, as far as they are shared with the integration."),
            "POST /search",
            {
                "query": Argument(QUERY, place="field", limits={"maxLength": 500}),
                "page_size": Argument(PAGE_SIZE, "integer", "field", limits=count(100)),
                "start_cursor": Argument(NEXT_PAGE, place="field"),
            },
            reads=True,
            paging=_IN_PAGES,
        ),
        ServiceOperation(
            Text("Get a page"),
            Text("Return the properties of a page."),
            "GET /pages/{id}",
            {"id": ID},
        ),
        ServiceOperation(
            Text("Read a page"),
            Text("Return the content of a page, block by block."),
            "GET /blocks/{id}/children",
            {
                "id": ID,
                "page_size": Argument(PAGE_SIZE, "integer", limits=count(100)),
                "start_cursor": Argument(NEXT_PAGE),
            },
            paging=_IN_PAGES,
        ),
        ServiceOperation(
            Text("Get a database"),
            Text("Return a database with the IDs of its data sources, which hold the rows."),
            "GET /databases/{id}",
            {"id": ID},
        ),
        ServiceOperation(
            Text("Query a data source"),
            Text("Return rows of a data source, filtered and sorted as Notion describes it."),
            "POST /data_sources/{id}/query",
            {
                "id": ID,
                "filter": Argument(Text("Filter"), "object", "field"),
                "sorts": Argument(Text("Sort by"), "array", "field", limits={"items": {"type": "object"}}),
                "page_size": Argument(PAGE_SIZE, "integer", "field", limits=count(100)),
                "start_cursor": Argument(NEXT_PAGE, place="field"),
            },
            reads=True,
            paging=_IN_PAGES,
        ),
        ServiceOperation(
            Text("Create a page"),
            Text("Add a page below another, or a row to a data source."),
            "POST /pages",
            {
                "parent": Argument(
                    Text("Parent"),
                    "object",
                    "field",
                    required=True,
                    help=Text(
                        "Such as {page} or {row}.",
                        page='{"page_id": "…"}',
                        row='{"type": "data_source_id", "data_source_id": "…"}',
                    ),
                ),
                "properties": Argument(Text("Properties"), "object", "field", required=True),
                "children": Argument(Text("Content"), "array", "field", limits={"items": {"type": "object"}}),
            },
        ),
        ServiceOperation(
            Text("Update a page"),
            Text("Change properties of a page or row; the others stay as they are."),
            "PATCH /pages/{id}",
            {
                "id": ID,
                "properties": Argument(Text("Properties"), "object", "field", required=True),
                "in_trash": Argument(Text("In the trash"), "boolean", "field"),
            },
        ),
        ServiceOperation(
            Text("Append text"),
            Text("Write at the end of a page, a paragraph for each line, up to 100 of them."),
            "PATCH /blocks/{id}/children",
            {"id": ID, "text": part_of_body(TEXT, 50_000)},
            body={"children": [_PARAGRAPH]},
        ),
    ),
    Text("page, database, wiki"),
    "notion",
    headers={"Notion-Version": "2026-03-11"},
)
_TABLE = {"base": part_of_path(Text("Base")), "table": part_of_path(Text("Table"))}
_RECORD = part_of_path(Text("Record"), help=Text("Its ID."))
AIRTABLE = ServicePreset(
    "airtable",
    Text.verbatim("Airtable"),
    Text("Read and write records of a table."),
    "logo-airtable",
    "https://api.airtable.com/v0",
    (
        ServiceOperation(
            Text("List records"),
            Text("Return records of a table, filtered by a formula of Airtable."),
            "GET /{base}/{table}",
            {
                **_TABLE,
                "formula": Argument(Text("Filter"), name="filterByFormula"),
                "page_size": Argument(PAGE_SIZE, "integer", name="pageSize", limits=count(100)),
                "offset": Argument(NEXT_PAGE),
            },
            paging=Paging(kind="cursor", argument="offset", next="offset", items="records"),
            scopes=("data.records:read",),
        ),
        ServiceOperation(
            Text("Create a record"),
            Text("Add a record to a table."),
            "POST /{base}/{table}",
            {
                **_TABLE,
                "fields": Argument(Text("Fields"), "object", "field", required=True),
            },
            scopes=("data.records:write",),
        ),
        ServiceOperation(
            Text("Update a record"),
            Text("Change fields of a record; the others stay as they are."),
            "PATCH /{base}/{table}/{record}",
            {
                **_TABLE,
                "record": _RECORD,
                "fields": Argument(Text("Fields"), "object", "field", required=True),
            },
            scopes=("data.records:write",),
        ),
        ServiceOperation(
            Text("Upsert records"),
            Text("Change the records whose fields match and add the others, up to 10 at once."),
            "PATCH /{base}/{table}",
            {
                **_TABLE,
                "records": Argument(
                    Text("Records"),
                    "array",
                    "field",
                    required=True,
                    help=Text("A list of objects such as {example}.", example='{"fields": {"Name": "Tea"}}'),
                    limits={"items": {"type": "object"}, "minItems": 1, "maxItems": 10},
                ),
                "match": Argument(
                    Text("Fields that match"),
                    "array",
                    "field",
                    required=True,
                    limits={"items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 3},
                ),
            },
            scopes=("data.records:write",),
            body={"records": "{records}", "performUpsert": {"fieldsToMergeOn": "{match}"}},
        ),
        ServiceOperation(
            Text("Delete a record"),
            Text("Remove a record from a table."),
            "DELETE /{base}/{table}/{record}",
            {**_TABLE, "record": _RECORD},
            scopes=("data.records:write",),
        ),
    ),
    Text("table, spreadsheet, database"),
    "airtable",
)
