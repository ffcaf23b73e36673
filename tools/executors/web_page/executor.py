"""Reads a page through the guarded client. Pure."""

from dataclasses import asdict
from email.message import Message
from typing import Annotated

from tools.core.envelope import ToolResult, query_success
from tools.core.errors import ToolNothingFoundError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.shared.one_address import OneAddressConfig, OneAddressExecutor, OneAddressParameters, WebAddress
from tools.executors.web_page.main_text import MainText, main_text
from tools.outbound.client import OutboundResponse

MAX_CHARACTERS = 200_000
_MAX_BYTES = 5 * 1024**2
_ACCEPT = "text/html, application/xhtml+xml, text/plain;q=0.8, text/markdown;q=0.8"
_PAGES = ("text/html", "application/xhtml+xml")
_DEADLINE_S = 30.0


class WebPageConfig(OneAddressConfig):
    url: WebAddress = form_field("URL", "The model fills it in if you do not.", default="", destination=True)
    max_characters: int = form_field(
        "Characters at most", "500 to 200,000. The rest is left out.", default=20_000, ge=500, le=MAX_CHARACTERS
    )


class WebPageParameters(OneAddressParameters):
    url: Annotated[WebAddress, form_field("URL", "The page to read.", min_length=1)]


class WebPageExecutor(OneAddressExecutor[WebPageConfig, WebPageParameters]):
    """`web_page_read`: the main text of a page as Markdown."""

    name = "web_page_read"
    title = Text("Read web page")
    help = Text("Read the main text of a page as Markdown, without menus and advertisements.")
    keywords = Text("scrape, crawl, article, html, url, browse, fetch, content, reader")
    icon = "browser"
    would = Text("read a web page")
    gone = Text("The page does not exist any more. Check its address.")
    server = Text("The page's server")
    ui_tools = (UiTool("web-page", title, help, icon, WebPageConfig),)

    def execute(self, config: WebPageConfig, parameters: WebPageParameters, invocation: Invocation) -> ToolResult:
        """Return title, text, author, site and date of the page, and whether its text was cut."""
        response = self.fetched(parameters, invocation, {"Accept": _ACCEPT}, _MAX_BYTES)
        page = _page(response, parameters.url)
        text = page.text[: config.max_characters]
        data = asdict(page) | {"url": parameters.url, "text": text, "is_cut": len(text) < len(page.text)}
        return query_success(data, Text("The page has {count:,} characters of text.", count=len(page.text)))


def _page(response: OutboundResponse, url: str) -> MainText:
    named = Message()
    named["content-type"] = response.headers.get("content-type", "text/html")
    kind = named.get_content_type()
    if kind in _PAGES:
        found = main_text(response.content, url, named.get_content_charset(""), deadline_s=_DEADLINE_S)
        if found is None:
            raise ToolUpstreamError(Text("The page takes too long to read. Fetch it with the HTTP request tool."))
    elif kind.startswith("text/"):
        found = MainText("", response.text, "", "", "")
    else:
        raise ToolUpstreamError(
            Text("The address leads to {kind}, not to a page. Fetch it with the HTTP request tool.", kind=kind)
        )
    if not found.text.strip():
        raise ToolNothingFoundError(
            Text("The page has no text that can be read. It may be built by scripts, or ask for signing in.")
        )
    return found
