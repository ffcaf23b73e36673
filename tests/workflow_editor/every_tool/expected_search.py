"""Expected requests of search engines."""

from tests.doubles.http_server import Reply
from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused

SEARCH = {
    "brave-search": ExpectedService(
        "api.search.brave.com",
        refused(422, {"type": "ErrorResponse", "error": {"code": "VALIDATION", "detail": "Unable to validate"}}),
        "Unable to validate",
        {
            "search_the_web": ExpectedCall(
                "GET /res/v1/web/search", {"q": "query", "count": "1", "country": "country", "freshness": "pd"}
            )
        },
        {"x-subscription-token": KEY},
    ),
    "tavily-search": ExpectedService(
        "api.tavily.com",
        refused(432, {"detail": {"error": "This request exceeds your plan's set usage limit."}}),
        "usage limit",
        {
            "search_the_web": ExpectedCall(
                "POST /search", body={"query": "query", "max_results": 1, "topic": "general", "include_answer": True}
            ),
            "read_web_pages": ExpectedCall("POST /extract", body={"urls": ["urls"]}),
        },
    ),
    "bocha-search": ExpectedService(
        "api.bochaai.com",
        refused(200, {"code": 403, "msg": "no credit"}),
        "no credit",
        {
            "search_the_web": ExpectedCall(
                "POST /v1/web-search", body={"query": "query", "count": 1, "summary": True, "freshness": "oneDay"}
            )
        },
        answer={"code": 200, "data": {"webPages": {"value": [{"name": "茶"}]}}},
    ),
    "searxng": ExpectedService(
        "search.example.com",
        Reply(403, b"<html>Forbidden</html>", {"Content-Type": "text/html"}),
        "may do",
        {
            "search_the_web": ExpectedCall(
                "GET /search", {"q": "query", "format": "json", "language": "language", "pageno": "1"}
            )
        },
        config={"url": "https://search.example.com"},
    ),
}
