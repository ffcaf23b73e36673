"""The services: one row each. The paths and names are those of each service's own reference."""

from tools.core.text import Text
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.signing.security import Security

_SEARCH = Text("Search the web")
_SEARCH_HELP = Text("Return titles, addresses and excerpts of pages that fit a query.")
_QUERY = Text("Search for")
_COUNT = Text("Number of results")
_TEXT = Text("Text")
_PAGE_SIZE = Text("Items per page")
_NEEDED = {"minLength": 1, "maxLength": 2_000}


def _count(most: int) -> dict[str, int]:
    return {"minimum": 1, "maximum": most}


BRAVE = ServicePreset(
    "brave-search",
    Text.verbatim("Brave"),
    Text("Search the web with an index of its own."),
    "search",
    "https://api.search.brave.com/res/v1",
    (
        ServiceOperation(
            "search_the_web",
            _SEARCH,
            _SEARCH_HELP,
            "GET",
            "/web/search",
            {
                "query": Argument(_QUERY, name="q", required=True, limits={"minLength": 1, "maxLength": 400}),
                "count": Argument(_COUNT, "integer", limits=_count(20)),
                "country": Argument(Text("Country"), help=Text("Two letters, such as DE or CN.")),
                "freshness": Argument(
                    Text("Not older than"),
                    limits={"enum": ["pd", "pw", "pm", "py"]},
                    help=Text("Day, week, month, year."),
                ),
            },
        ),
    ),
    Security(kind="header", name="X-Subscription-Token"),
)
TAVILY = ServicePreset(
    "tavily-search",
    Text.verbatim("Tavily"),
    Text("Search the web and read pages, prepared for models."),
    "zoom-question",
    "https://api.tavily.com",
    (
        ServiceOperation(
            "search_the_web",
            _SEARCH,
            _SEARCH_HELP,
            "POST",
            "/search",
            {
                "query": Argument(_QUERY, place="field", required=True, limits=_NEEDED),
                "max_results": Argument(_COUNT, "integer", "field", limits=_count(20)),
                "topic": Argument(Text("Topic"), place="field", limits={"enum": ["general", "news", "finance"]}),
                "include_answer": Argument(Text("With an answer"), "boolean", "field"),
            },
            reads=True,
        ),
        ServiceOperation(
            "read_web_pages",
            Text("Read web pages"),
            Text("Return the text of pages by their addresses."),
            "POST",
            "/extract",
            {
                "urls": Argument(
                    Text("Addresses"),
                    "array",
                    "field",
                    required=True,
                    limits={"items": {"type": "string"}, "minItems": 1, "maxItems": 20},
                )
            },
            reads=True,
        ),
    ),
)
BOCHA = ServicePreset(
    "bocha-search",
    Text("Bocha Search"),
    Text("Search the web, Chinese pages above all."),
    "map-search",
    "https://api.bochaai.com/v1",
    (
        ServiceOperation(
            "search_the_web",
            _SEARCH,
            _SEARCH_HELP,
            "POST",
            "/web-search",
            {
                "query": Argument(_QUERY, place="field", required=True, limits=_NEEDED),
                "count": Argument(_COUNT, "integer", "field", limits=_count(50)),
                "summary": Argument(Text("With a summary of each page"), "boolean", "field"),
                "freshness": Argument(
                    Text("Not older than"),
                    place="field",
                    limits={"enum": ["oneDay", "oneWeek", "oneMonth", "oneYear", "noLimit"]},
                ),
            },
            reads=True,
        ),
    ),
    success={"code": 200},
)
SEARXNG = ServicePreset(
    "searxng",
    Text.verbatim("SearXNG"),
    Text("Search the web with an instance of your own, which must offer JSON."),
    "input-search",
    "",
    (
        ServiceOperation(
            "search_the_web",
            _SEARCH,
            _SEARCH_HELP,
            "GET",
            "/search?format=json",
            {
                "query": Argument(_QUERY, name="q", required=True, limits=_NEEDED),
                "language": Argument(Text("Language"), help=Text("Such as en or zh-CN.")),
                "pageno": Argument(Text("Page"), "integer", limits={"minimum": 1}),
            },
        ),
    ),
)
SLACK = ServicePreset(
    "slack",
    Text.verbatim("Slack"),
    Text("Post messages, and read channels and what was written in them."),
    "logo-slack",
    "https://slack.com/api",
    (
        ServiceOperation(
            "post_a_message",
            Text("Post a message"),
            Text("Write to a channel, or to a person by the ID of their conversation."),
            "POST",
            "/chat.postMessage",
            {
                "channel": Argument(Text("Channel"), place="field", required=True, limits={"minLength": 1}),
                "text": Argument(_TEXT, place="field", required=True, limits={"minLength": 1, "maxLength": 40_000}),
                "thread_ts": Argument(
                    Text("Answer to"), place="field", help=Text("Time stamp of the message that is answered.")
                ),
            },
        ),
        ServiceOperation(
            "list_channels",
            Text("List channels"),
            Text("Return the channels that the account sees."),
            "GET",
            "/conversations.list",
            {"limit": Argument(_PAGE_SIZE, "integer", limits=_count(1_000)), "cursor": Argument(Text("Next page"))},
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="channels"),
        ),
        ServiceOperation(
            "read_a_channel",
            Text("Read a channel"),
            Text("Return the newest messages of a channel."),
            "GET",
            "/conversations.history",
            {
                "channel": Argument(Text("Channel"), required=True, limits={"minLength": 1}),
                "limit": Argument(_PAGE_SIZE, "integer", limits=_count(999)),
                "oldest": Argument(Text("Since"), help=Text("Time stamp; only what is newer.")),
                "cursor": Argument(Text("Next page")),
            },
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="messages"),
        ),
    ),
    success={"ok": True},
)
_NOTION_ID = Argument(Text("ID"), place="path", required=True, limits={"minLength": 1, "maxLength": 100})
NOTION = ServicePreset(
    "notion",
    Text.verbatim("Notion"),
    Text("Search pages, read them, and add pages and rows."),
    "logo-notion",
    "https://api.notion.com/v1",
    (
        ServiceOperation(
            "search_pages",
            Text("Search pages"),
            Text("Return pages and databases whose title fits, as far as they are shared with the integration."),
            "POST",
            "/search",
            {
                "query": Argument(_QUERY, place="field", limits={"maxLength": 500}),
                "page_size": Argument(_PAGE_SIZE, "integer", "field", limits=_count(100)),
                "start_cursor": Argument(Text("Next page"), place="field"),
            },
            reads=True,
        ),
        ServiceOperation(
            "get_a_page",
            Text("Get a page"),
            Text("Return the properties of a page."),
            "GET",
            "/pages/{id}",
            {"id": _NOTION_ID},
        ),
        ServiceOperation(
            "read_a_page",
            Text("Read a page"),
            Text("Return the content of a page, block by block."),
            "GET",
            "/blocks/{id}/children",
            {
                "id": _NOTION_ID,
                "page_size": Argument(_PAGE_SIZE, "integer", limits=_count(100)),
                "start_cursor": Argument(Text("Next page")),
            },
            paging=Paging(kind="cursor", argument="start_cursor", next="next_cursor", items="results"),
        ),
        ServiceOperation(
            "create_a_page",
            Text("Create a page"),
            Text("Add a page below another, or a row to a database."),
            "POST",
            "/pages",
            {
                "parent": Argument(
                    Text("Parent"),
                    "object",
                    "field",
                    required=True,
                    help=Text("Such as {example}.", example='{"page_id": "…"}'),
                ),
                "properties": Argument(Text("Properties"), "object", "field", required=True),
                "children": Argument(Text("Content"), "array", "field", limits={"items": {"type": "object"}}),
            },
        ),
    ),
    headers={"Notion-Version": "2022-06-28"},
)
_BASE = Argument(Text("Base"), place="path", required=True, limits={"minLength": 1, "maxLength": 100})
_TABLE = Argument(Text("Table"), place="path", required=True, limits={"minLength": 1, "maxLength": 200})
AIRTABLE = ServicePreset(
    "airtable",
    Text.verbatim("Airtable"),
    Text("Read and write records of a table."),
    "logo-airtable",
    "https://api.airtable.com/v0",
    (
        ServiceOperation(
            "list_records",
            Text("List records"),
            Text("Return records of a table, filtered by a formula of Airtable."),
            "GET",
            "/{base}/{table}",
            {
                "base": _BASE,
                "table": _TABLE,
                "formula": Argument(Text("Filter"), name="filterByFormula"),
                "page_size": Argument(_PAGE_SIZE, "integer", name="pageSize", limits=_count(100)),
                "offset": Argument(Text("Next page")),
            },
            paging=Paging(kind="cursor", argument="offset", next="offset", items="records"),
        ),
        ServiceOperation(
            "create_a_record",
            Text("Create a record"),
            Text("Add a record to a table."),
            "POST",
            "/{base}/{table}",
            {
                "base": _BASE,
                "table": _TABLE,
                "fields": Argument(Text("Fields"), "object", "field", required=True),
            },
        ),
    ),
)
PRESETS: tuple[ServicePreset, ...] = (BRAVE, TAVILY, BOCHA, SEARXNG, SLACK, NOTION, AIRTABLE)
