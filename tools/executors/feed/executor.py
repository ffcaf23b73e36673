"""Reads a feed through the guarded client. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

from pydantic import AfterValidator, Field

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, query_success
from tools.core.errors import ToolNothingFoundError, ToolUpstreamError
from tools.core.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Listing, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import ui
from tools.executors.feed.formats import MAX_BYTES, read_feed
from tools.executors.feed.versions import MAX_VERSION, conditions_of, version_of
from tools.executors.shared.address_field import callable_address
from tools.outbound.client import OutboundRequest
from tools.outbound.service_unavailable import busy_error, is_busy

MAX_ENTRIES = 200
_ACCEPT = "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"
_GONE = frozenset({404, 410})
_NOT_MODIFIED = 304


def _address(url: str) -> str:
    return callable_address(url, allow_http=True)


Address = Annotated[str, Field(max_length=2000), AfterValidator(_address)]


class FeedConfig(ToolModel):
    """Which feed."""

    url: Address = Field(
        default="",
        json_schema_extra=ui("URL", "Of an RSS, Atom or JSON feed. Empty: the model fills it in.", destination=True),
    )
    max_entries: int = Field(
        default=50, ge=1, le=MAX_ENTRIES, json_schema_extra=ui("Max entries", "The first ones of the feed, up to 200.")
    )


class FeedParameters(ToolParameters):
    """What the model fills in."""

    url: Address = Field(min_length=1, json_schema_extra=ui("URL", "Of an RSS, Atom or JSON feed."))
    version: str = Field(
        default="",
        max_length=MAX_VERSION,
        json_schema_extra=ui("Version", "As an earlier call returned it: no entries when nothing has changed since."),
    )


class FeedExecutor(Executor[FeedConfig, FeedParameters]):
    """`feed_read`: the entries of a feed in one form, whatever the format."""

    name = "feed_read"
    title = Text("Feed")
    help = Text("Read the entries of an RSS, Atom or JSON feed.")
    keywords = Text("rss, atom, news, blog, podcast, subscribe")
    summary = ((SummaryText(Text.verbatim("{url|host}")),),)
    icon = "rss"
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.QUERY
    effect_class = EffectClass.REPEATABLE
    parameters_model = FeedParameters
    listing = Listing(items="entries", key="id", version="version")
    ui_tools = (UiTool("feed", title, help, icon, FeedConfig),)

    def bound(self, config: FeedConfig) -> JsonObject:
        """Return the address, when the person filled it in."""
        return {"url": config.url} if config.url else {}

    def addresses(self, config: FeedConfig) -> Mapping[str, str]:
        """Return the fixed address."""
        return {"/url": config.url} if config.url else {}

    def destinations(self, config: FeedConfig, parameters: FeedParameters) -> Sequence[str]:
        """Return the address, whoever fills it in."""
        return [parameters.url]

    def rehearse(self, config: FeedConfig, parameters: FeedParameters, invocation: Invocation) -> JsonObject:
        """Check the address."""
        invocation.runtime.outbound.check(parameters.url)
        return {"would": "read a feed", "url": parameters.url}

    def execute(self, config: FeedConfig, parameters: FeedParameters, invocation: Invocation) -> ToolResult:
        """Return title and link of the feed, its first entries in the feed's order, and its version."""
        conditions = conditions_of(parameters.version, parameters.url)
        response = invocation.runtime.outbound.send(
            OutboundRequest("GET", parameters.url, {"Accept": _ACCEPT, **conditions}),
            timeout_s=invocation.timeout_s,
            max_bytes=MAX_BYTES,
        )
        if response.status == _NOT_MODIFIED and conditions:
            unchanged: JsonObject = {"title": "", "link": "", "entries": [], "version": parameters.version}
            return query_success(unchanged, Text("The feed has not changed."))
        if response.status in _GONE:
            raise ToolNothingFoundError(Text("The feed does not exist any more. Check its address."))
        if is_busy(response.status):
            raise busy_error(Text("The feed's server"), response)
        if response.status != 200:
            raise ToolUpstreamError(Text("The feed's server returned status {status}.", status=response.status))
        feed = read_feed(response.content, response.encoding, config.max_entries)
        entries = [asdict(entry) | {"categories": list(entry.categories)} for entry in feed.entries]
        version = version_of(response.headers, parameters.url)
        data = {"title": feed.title, "link": feed.link, "entries": entries, "version": version}
        return query_success(data, Text("The feed has {count} entries.", count=len(entries)))
