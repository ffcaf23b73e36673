"""Search engines. Pure."""

from tools.core.text import Text
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import QUERY, count
from tools.executors.signing.security import Security

_SEARCH = Text("Search the web")
_SEARCH_HELP = Text("Return titles, addresses and excerpts of pages that fit a query.")
_COUNT = Text("Number of results")
_NEEDED = {"minLength": 1, "maxLength": 2_000}


BRAVE = ServicePreset(
    "brave-search",
    Text.verbatim("Brave"),
    Text("Search the web with an index of its own."),
    "logo-brave",
    "https://api.search.brave.com/res/v1",
    (
        ServiceOperation(
            _SEARCH,
            _SEARCH_HELP,
            "GET /web/search",
            {
                "query": Argument(QUERY, name="q", required=True, limits={"minLength": 1, "maxLength": 400}),
                "count": Argument(_COUNT, "integer", limits=count(20)),
                "country": Argument(Text("Country"), help=Text("Two letters, such as DE or CN.")),
                "freshness": Argument(
                    Text("Not older than"),
                    limits={"enum": ["pd", "pw", "pm", "py"]},
                    help=Text("Day, week, month, year."),
                ),
            },
        ),
    ),
    Text("web search, internet"),
    security=Security(kind="header", name="X-Subscription-Token"),
)
TAVILY = ServicePreset(
    "tavily-search",
    Text.verbatim("Tavily"),
    Text("Search the web and read pages, prepared for models."),
    "logo-tavily",
    "https://api.tavily.com",
    (
        ServiceOperation(
            _SEARCH,
            _SEARCH_HELP,
            "POST /search",
            {
                "query": Argument(QUERY, place="field", required=True, limits=_NEEDED),
                "max_results": Argument(_COUNT, "integer", "field", limits=count(20)),
                "topic": Argument(Text("Topic"), place="field", limits={"enum": ["general", "news", "finance"]}),
                "include_answer": Argument(Text("With an answer"), "boolean", "field"),
            },
            reads=True,
        ),
        ServiceOperation(
            Text("Read web pages"),
            Text("Return the text of pages by their addresses."),
            "POST /extract",
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
    Text("web search, internet"),
)
BOCHA = ServicePreset(
    "bocha-search",
    Text("Bocha Search"),
    Text("Search the web, Chinese pages above all."),
    "logo-bocha",
    "https://api.bochaai.com/v1",
    (
        ServiceOperation(
            _SEARCH,
            _SEARCH_HELP,
            "POST /web-search",
            {
                "query": Argument(QUERY, place="field", required=True, limits=_NEEDED),
                "count": Argument(_COUNT, "integer", "field", limits=count(50)),
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
    Text("web search, internet"),
    success={"code": 200},
)
SEARXNG = ServicePreset(
    "searxng",
    Text.verbatim("SearXNG"),
    Text("Search the web with an instance of your own, which must offer JSON."),
    "logo-searxng",
    "",
    (
        ServiceOperation(
            _SEARCH,
            _SEARCH_HELP,
            "GET /search?format=json",
            {
                "query": Argument(QUERY, name="q", required=True, limits=_NEEDED),
                "language": Argument(Text("Language"), help=Text("Such as en or zh-CN.")),
                "pageno": Argument(Text("Page"), "integer", limits={"minimum": 1}),
            },
        ),
    ),
    Text("web search, internet"),
)
