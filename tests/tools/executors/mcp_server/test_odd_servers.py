"""MCP servers that are odd: one part of an answer costs that part, never the server, the result or the run."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.mcp_everything import PROGRAM
from tests.doubles.mcp_odd import ANY, OddServer, error, tool
from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.calls.attempts import Runner
from tools.calls.gateway import ToolGateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.registered.files import MARK, MARKER
from tools.core.tool_id import ToolId
from tools.executors.mcp_server.executor import McpServerExecutor
from tools.mcp.clients import McpClients

SERVER = ToolRef(ToolId("tool:m1"))
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 600).decode()
WAV = base64.b64encode(b"RIFF0000WAVE" + bytes(500)).decode()
Offer = Callable[..., GatewayToolbox]


@pytest.fixture
def bench() -> Bench:
    bench = Bench(mcp=McpClients(["127.0.0.1"]))
    bench.registry.register(McpServerExecutor())
    return bench


@pytest.fixture
def offer(bench: Bench) -> Iterator[Offer]:
    """Serve an odd server, and offer its tools."""
    servers: list[Any] = []
    toolboxes: list[GatewayToolbox] = []

    def offer(odd: OddServer, **config: Any) -> GatewayToolbox:
        servers.append(serving(odd))
        server: LoopbackServer = servers[-1].__enter__()
        bench.tools.add("m1", "mcp-server", {"url": f"{server.url}/mcp", **config}, name="Odd")
        toolboxes.append(bench.gateway().offer([SERVER], ALICE))
        return toolboxes[-1]

    yield offer
    for toolbox in toolboxes:
        toolbox.close()
    for server in servers:
        server.__exit__(None, None, None)


def call(toolbox: GatewayToolbox, name: str = "fine", arguments: dict[str, Any] | None = None) -> ToolResult:
    (function,) = [one.function.name for one in toolbox.tools() if one.tool_id == f"mcp:m1:{name}"]
    return toolbox.call(ToolCall("c1", function, arguments or {}), timeout_s=20, cancel=Cancel())


WITHOUT_SCHEMA = {"name": "odd", "description": "Does odd."}
BAD_TOOLS = [
    ("inputSchema null", tool("odd", inputSchema=None), "inputSchema"),
    ("inputSchema missing", WITHOUT_SCHEMA, "inputSchema"),
    ("inputSchema without a type", tool("odd", inputSchema={"properties": {}}), "inputSchema"),
    ("inputSchema of another type", tool("odd", inputSchema={"type": "array"}), "inputSchema"),
    ("properties that are a list", tool("odd", inputSchema={"type": "object", "properties": []}), "inputSchema"),
    ("required that is no list", tool("odd", inputSchema={**ANY, "required": "x"}), "inputSchema"),
    ("annotations that are a list", tool("odd", annotations=["readOnly"]), "annotations"),
    ("a hint that is a text", tool("odd", annotations={"readOnlyHint": "yes"}), "annotations"),
    ("a description that is an object", tool("odd", description={"en": "x"}), "description"),
    ("a name that is far too long", tool("odd" * 100), "too large"),
    ("a schema of absurd size", tool("odd", inputSchema={**ANY, "title": "x" * 70_000}), "too large"),
    ("no name", {"inputSchema": ANY}, "name"),
    ("no object", "odd", "name"),
]


@pytest.mark.parametrize(("bad", "part"), [row[1:] for row in BAD_TOOLS], ids=[row[0] for row in BAD_TOOLS])
def test_a_bad_definition_leaves_out_that_tool_and_names_it(offer: Offer, bad: Any, part: str) -> None:
    toolbox = offer(OddServer([tool("fine"), bad, tool("other")]))
    assert [one.tool_id for one in toolbox.tools()] == ["mcp:m1:fine", "mcp:m1:other"]
    ((skipped),) = toolbox.skipped()
    assert (skipped.code, part in skipped.text.en) == ("invalid", True), skipped
    assert "odd" in skipped.title or part == "name"
    assert call(toolbox).success


FINE_TOOLS = [
    ("nulls for what may be missing", tool("fine", title=None, annotations=None, outputSchema=None, icons=None)),
    ("unknown fields", tool("fine", execution={"taskSupport": 7}, icons="none", x=[1])),
    ("an output schema that is none", tool("fine", outputSchema="any")),
    ("unknown hints", tool("fine", annotations={"readOnlyHint": None, "priority": "high"})),
]


@pytest.mark.parametrize("fine", [row[1] for row in FINE_TOOLS], ids=[row[0] for row in FINE_TOOLS])
def test_oddities_that_nobody_needs_are_passed_over(offer: Offer, fine: Any) -> None:
    toolbox = offer(OddServer([fine]))
    assert toolbox.skipped() == []
    assert call(toolbox).data == {"text": "fine"}


@pytest.mark.parametrize(("cursor", "requests"), [("", 1), (None, 1), (7, 1), ("same", 2)])
def test_a_cursor_that_leads_nowhere_ends_the_listing(offer: Offer, cursor: Any, requests: int) -> None:
    odd = OddServer([tool("fine"), tool("fine")], cursor=cursor)
    toolbox = offer(odd)
    assert ([one.tool_id for one in toolbox.tools()], odd.lists) == (["mcp:m1:fine"], requests)


def text_of(result: ToolResult) -> str:
    return str(result.to_json())


def files_in(value: Any) -> list[Any]:
    if isinstance(value, list):
        return [file for one in value for file in files_in(one)]
    if isinstance(value, dict):
        found = [value] if value.get(MARKER) == MARK else [file for one in value.values() for file in files_in(one)]
        return found
    return []


PICTURE = {"type": "image", "data": PNG, "mimeType": "image/png"}
MEDIA = [
    ("a picture", {"content": [PICTURE]}, ["image/png"]),
    ("a sound", {"content": [{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]}, ["audio/wav"]),
    (
        "a blob",
        {"content": [{"type": "resource", "resource": {"uri": "file:///a.bin", "blob": PNG, "mimeType": "image/png"}}]},
        ["image/png"],
    ),
    ("repeated as structure", {"content": [PICTURE], "structuredContent": {"picture": PNG}}, ["image/png"] * 2),
    ("repeated within a text", {"content": [PICTURE, {"type": "text", "text": f"see {PNG} there"}]}, ["image/png"]),
    (
        "as a data URL in the structure",
        {"content": [], "structuredContent": {"url": f"data:image/png;base64,{PNG}"}},
        ["image/png"],
    ),
    ("as a block in the structure", {"content": [], "structuredContent": {"images": [PICTURE]}}, ["image/png"]),
    ("without a type", {"content": [{"type": "image", "data": PNG}]}, ["application/octet-stream"]),
]


@pytest.mark.parametrize(("sent", "types"), [row[1:] for row in MEDIA], ids=[row[0] for row in MEDIA])
def test_pictures_sounds_and_blobs_are_files(
    bench: Bench, offer: Offer, sent: dict[str, Any], types: list[str]
) -> None:
    result = call(offer(OddServer(answer=lambda _: sent)))
    assert result.success
    assert [file["type"] for file in files_in(result.data)] == types
    assert len({file["id"] for file in files_in(result.data)}) == 1
    assert all(content not in text_of(result) for content in (PNG[:200], WAV[:200]))
    assert len(text_of(result)) < 5_000
    (kept,) = bench.files.kept.values()
    assert base64.b64encode(kept.content).decode() in (PNG, WAV)


def test_what_is_no_base64_is_reported_in_its_place(offer: Offer) -> None:
    sent = {"content": [{"type": "image", "data": "!!", "mimeType": "image/png"}, {"type": "text", "text": "done"}]}
    data = call(offer(OddServer(answer=lambda _: sent))).data
    assert data["text"] == "done"
    assert "base64" in data["content"][0]["problem"]


ODD_RESULTS = [
    ("nothing at all", {}, {"text": ""}),
    ("content that is null", {"content": None, "structuredContent": None, "isError": None}, {"text": ""}),
    ("content that is one block", {"content": {"type": "text", "text": "one"}}, {"text": "one"}),
    ("a text for a block", {"content": ["bare"]}, {"text": "bare"}),
    ("a text that is a number", {"content": [{"type": "text", "text": 7}]}, {"text": "7"}),
    ("a list as structure", {"content": [], "structuredContent": [1, 2]}, [1, 2]),
    (
        "a block of a kind that nobody knows",
        {"content": [{"type": "hologram", "x": 1}]},
        {"text": "", "content": [{"type": "hologram", "x": 1}]},
    ),
    (
        "odd annotations of a block",
        {"content": [{"type": "text", "text": "fine", "annotations": {"priority": "high"}}]},
        {"text": "fine"},
    ),
]


@pytest.mark.parametrize(("sent", "data"), [row[1:] for row in ODD_RESULTS], ids=[row[0] for row in ODD_RESULTS])
def test_an_odd_result_is_kept(offer: Offer, sent: dict[str, Any], data: Any) -> None:
    odd = OddServer(answer=lambda _: sent)
    result = call(offer(odd))
    assert (result.success, result.data, len(odd.calls)) == (True, data, 1), result.message


NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
OUTPUTS: list[tuple[str, Any, Any, str]] = [
    ("that fits", NUMBER, {"n": 1}, ""),
    ("of another type", NUMBER, {"n": "one"}, "does not fit"),
    ("that is missing", NUMBER, None, "sent none"),
    ("judged by a schema that is none", {"type": "thing"}, {"n": 1}, ""),
    ("with a pattern that never ends", {"properties": {"n": {"pattern": "^(a+)+$"}}}, {"n": "a" * 40 + "!"}, ""),
]


@pytest.mark.parametrize(
    ("schema", "structured", "warning"), [row[1:] for row in OUTPUTS], ids=[row[0] for row in OUTPUTS]
)
def test_a_result_that_breaks_its_output_schema_is_kept_with_a_warning(
    offer: Offer, schema: Any, structured: Any, warning: str
) -> None:
    sent = {"content": [{"type": "text", "text": "kept"}], "structuredContent": structured}
    odd = OddServer([tool("fine", outputSchema=schema)], answer=lambda _: sent)
    result = call(offer(odd))
    assert (result.success, len(odd.calls)) == (True, 1)
    assert result.data == ({"text": "kept"} if structured is None else structured)
    assert warning in result.message
    assert ("warning" in result.metadata) == bool(warning)


FORGETS: list[tuple[str, Callable[[Any], Reply]]] = [
    ("404 alone", lambda id_: Reply(404)),
    ("404 with an error", lambda id_: error(id_, -32001, "Session not found", 404)),
    ("404 with an error without an id", lambda id_: error(None, -32600, "Session expired", 404)),
    ("404 with a page", lambda id_: Reply(404, b"<html>", {"Content-Type": "text/html"})),
    ("400 without a session", lambda id_: error(None, -32000, "Bad Request: No valid session ID provided", 400)),
    ("400 not initialized", lambda id_: error(None, -32000, "Bad Request: Server not initialized", 400)),
]


@pytest.mark.parametrize("forgets", [row[1] for row in FORGETS], ids=[row[0] for row in FORGETS])
def test_a_session_that_was_forgotten_is_opened_again_and_the_call_made_once(
    offer: Offer, forgets: Callable[[Any], Reply]
) -> None:
    odd = OddServer()
    toolbox = offer(odd)
    assert call(toolbox).success
    for _ in range(2):
        odd.sessions.clear()
        odd.forgets = forgets
        result = call(toolbox)
        assert result.data == {"text": "fine"}, result.message
    assert len(odd.calls) == 3


ERRORS: list[tuple[str, Callable[[Any], Reply], str]] = [
    ("code -32000 of a meaning of its own", lambda id_: error(id_, -32000, "The oven is cold."), "The oven is cold."),
    ("the same with status 400", lambda id_: error(id_, -32000, "The oven is cold.", 400), "The oven is cold."),
    ("an answer over 5 MB", lambda id_: Reply(200, b" " * 6_000_000, {"Content-Type": "application/json"}), "larger"),
    (
        "an event over 5 MB",
        lambda id_: Reply(200, b"data: " + b"x" * 6_000_000 + b"\n\n", {"Content-Type": "text/event-stream"}),
        "larger",
    ),
]


@pytest.mark.parametrize(("reply", "words"), [row[1:] for row in ERRORS], ids=[row[0] for row in ERRORS])
@pytest.mark.parametrize("trusted", [False, True])
def test_an_error_is_named_for_what_it_is_and_not_repeated(
    offer: Offer, reply: Callable[[Any], Reply], words: str, trusted: bool
) -> None:
    odd = OddServer([tool("fine", annotations={"readOnlyHint": True})], reply)
    toolbox = offer(odd, trustsHints=trusted)
    result = call(toolbox)
    assert (result.success, result.code) == (False, 2001), result.message
    assert words in result.message
    assert "lost" not in result.message
    assert len(odd.calls) == 1
    odd.answer = lambda _: {"content": [{"type": "text", "text": "again"}]}
    assert call(toolbox).data == {"text": "again"}


def test_a_listing_of_a_forgotten_session_is_asked_for_again(bench: Bench, offer: Offer) -> None:
    odd = OddServer()
    toolbox = offer(odd)
    odd.sessions.clear()
    odd.forgets = lambda id_: error(id_, -32001, "Session not found", 404)
    odd.tools = [tool("fine"), tool("new")]
    bench.mcp._forget(next(iter(bench.mcp._listings)))
    assert {one.tool_id for one in toolbox.tools()} == {"mcp:m1:fine", "mcp:m1:new"}


def test_a_changed_list_is_usable_in_the_same_conversation(bench: Bench, offer: Offer) -> None:
    odd = OddServer()
    toolbox = offer(odd)
    odd.tools = [tool("new")]
    bench.mcp._forget(next(iter(bench.mcp._listings)))
    assert call(toolbox, "new").data == {"text": "fine"}
    gone = call(toolbox)
    assert (gone.code, "no longer offers" in gone.message) == (1001, True)


def test_progress_starts_the_time_limit_again(bench: Bench) -> None:
    bench.mcp = McpClients(programs={PROGRAM.name: PROGRAM})
    bench.tools.add("m1", "mcp-server", {"transport": "stdio", "program": PROGRAM.name, "timeout": 1000}, name="Slow")
    runtime = bench.runtime()
    gateway = ToolGateway(
        policies=bench.policies,
        tools=bench.tools,
        audit=bench.audit,
        runtime=runtime,
        registry=bench.registry,
        runner=Runner(),
    )
    ref = ToolRef(ToolId("mcp:m1:trigger-long-running-operation"))
    toolbox = gateway.offer([ref], ALICE)
    try:
        (tool_,) = toolbox.tools()
        steps = {"duration": 3, "steps": 6}
        result = toolbox.call(ToolCall("c1", tool_.function.name, steps), timeout_s=1, cancel=Cancel())
        assert result.success, result.message
        still = {"duration": 3, "steps": 1}
        assert toolbox.call(ToolCall("c2", tool_.function.name, still), timeout_s=1, cancel=Cancel()).code == 2002
    finally:
        toolbox.close()
