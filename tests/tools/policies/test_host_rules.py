"""Rules by host: which hosts they mean, where they rank, and that no way of calling an address passes them by."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.tool_id import ToolId
from tools.outbound.client import OutboundClient
from tools.policies.hosts import host_name, host_patterns, hosts_of, is_host_pattern
from tools.policies.index import PolicyIndex
from tools.policies.tool_patterns import PolicySubject

API, OTHER = "api.example.com", "other.example.net"
URL = f"https://{API}/orders"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("API.Example.COM", API),
        ("api.example.com.", API),
        ("bücher.example", "xn--bcher-kva.example"),
        ("127.1", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("[2001:DB8:0::1]", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_a_host_has_one_name(written: str, name: str) -> None:
    assert host_name(written) == name


def test_patterns_go_from_the_host_to_any() -> None:
    assert list(host_patterns(API)) == ["host:api.example.com", "host:*.example.com", "host:*.com", "host:*"]
    assert list(host_patterns("192.0.2.1")) == ["host:192.0.2.1", "host:*"]
    assert list(host_patterns("2001:db8::1")) == ["host:2001:db8::1", "host:*"]


@pytest.mark.parametrize(
    ("pattern", "is_one"),
    [("host:a.example", True), ("host:*.a.example", True), ("host:*", True), ("host:2001:db8::1", True),
     ("host:", False), ("host:*.", False), ("host:a*.example", False), ("host:a.*", False), ("tool:1", False)],
)  # fmt: skip
def test_what_a_pattern_of_hosts_is(pattern: str, is_one: bool) -> None:
    assert is_host_pattern(pattern) is is_one


def test_hosts_of_addresses() -> None:
    addresses = [URL, "https://API.example.com:8443/x?y", "{{ inputs.url }}", "", "http://[", "http://127.1/"]
    assert hosts_of(addresses) == (API, "127.0.0.1")


def rule(pattern: str, effect: PolicyEffect, **more: Any) -> PolicyRule:
    return PolicyRule(f"{pattern} {effect}", None, pattern, None, effect, **more)


def subject(*hosts: str, requires_permission: bool = False) -> PolicySubject:
    return PolicySubject(ToolId("tool:a1"), "http_request", "http-request", requires_permission, hosts)


RANKS: list[tuple[str, PolicySubject, list[PolicyRule], str]] = [
    ("the host", subject(API), [rule(f"host:{API}", "deny")], "deny"),
    ("another host", subject(OTHER), [rule(f"host:{API}", "deny")], "allow"),
    ("a domain", subject(API), [rule("host:*.example.com", "deny")], "deny"),
    ("a domain is not what ends like it", subject("evilexample.com"), [rule("host:*.example.com", "deny")], "allow"),
    ("a domain is not itself below it", subject("example.com"), [rule("host:*.example.com", "deny")], "allow"),
    ("any host", subject(API), [rule("host:*", "deny")], "deny"),
    ("no host is known", subject(), [rule("host:*", "deny")], "allow"),
    ("the host beats its domain", subject(API), [rule("host:*.example.com", "deny"), rule(f"host:{API}", "allow")],
     "allow"),
    ("the domain beats any", subject(API), [rule("host:*", "deny"), rule("host:*.example.com", "ask")], "ask"),
    ("the host beats the kind", subject(API), [rule("http_request", "deny"), rule(f"host:{API}", "allow")], "allow"),
    ("the tool beats the host", subject(API), [rule(f"host:{API}", "deny"), rule("tool:a1", "allow")], "allow"),
    ("deny beats allow", subject(API), [rule(f"host:{API}", "allow"), rule(f"host:{API}", "deny")], "deny"),
    ("the strictest of several hosts", subject(OTHER, API), [rule(f"host:{API}", "deny")], "deny"),
    ("an allowed host is no permission", subject(API, requires_permission=True), [rule(f"host:{API}", "allow")],
     "deny"),
    ("a permission and a host", subject(API, requires_permission=True),
     [rule("http_request", "allow"), rule(f"host:{API}", "deny")], "deny"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "rules", "effect"), [row[1:] for row in RANKS], ids=[row[0] for row in RANKS])
def test_where_rules_by_host_rank(asked: PolicySubject, rules: list[PolicyRule], effect: str) -> None:
    assert PolicyIndex(rules).decide(asked, ALICE).effect == effect


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Both hosts; `/away` at the other one redirects to the API."""

    def answer(request: Received) -> Reply:
        if request.path == "/away":
            return Reply(302, b"", {"Location": URL})
        return Reply.of_json({"ok": True})

    with serving(answer) as server:
        yield server


@pytest.fixture
def bench(web: LoopbackServer) -> Iterator[Bench]:
    transport = StandInTransport({API: web.url, f"{API}.": web.url, OTHER: web.url})
    yield loopback_bench(OutboundClient(transport=transport))
    transport.close()


def call(bench: Bench, ref: ToolRef, arguments: dict[str, Any] | None = None) -> ToolResult | None:
    """Return the result; None when the tool is not even offered."""
    tools = bench.gateway().offer((ref,), ALICE)
    if not tools.tools():
        return None
    name = tools.tools()[0].function.name
    return tools.call(ToolCall("c1", name, arguments or {}), timeout_s=20, cancel=Cancel())


def configured(bench: Bench) -> ToolResult | None:
    bench.tools.add("a1", "http-request", {"method": "GET", "url": URL})
    return call(bench, ToolRef(ToolId("tool:a1")))


def inline(bench: Bench) -> ToolResult | None:
    return call(
        bench, ToolRef(ToolId("inline:n1"), ui_type="http-request", name="N", config={"method": "GET", "url": URL})
    )


def spelled_otherwise(bench: Bench) -> ToolResult | None:
    config = {"method": "GET", "url": "https://API.EXAMPLE.com./orders"}
    return call(bench, ToolRef(ToolId("inline:n1"), ui_type="http-request", name="N", config=config))


def named_by_the_model(bench: Bench) -> ToolResult | None:
    bench.tools.add("a1", "http-request", {})
    return call(bench, ToolRef(ToolId("tool:a1")), {"url": URL})


def redirected(bench: Bench) -> ToolResult | None:
    bench.tools.add("a1", "http-request", {"method": "GET", "url": f"https://{OTHER}/away"})
    return call(bench, ToolRef(ToolId("tool:a1")))


def by_code(bench: Bench) -> ToolResult | None:
    functions = [{"name": "http_get", "tool": "http_get"}]
    bench.tools.add("c1", "custom", {"script": f"http_get(url={URL!r})", "functions": functions, "parameters": []})
    return call(bench, ToolRef(ToolId("tool:c1")))


def by_a_vendors_tool(bench: Bench) -> ToolResult | None:
    bench.tools.add("g1", "github-file-content", {"apiUrl": f"https://{API}"})
    return call(bench, ToolRef(ToolId("tool:g1")), {"repo": "a/b", "path": "c"})


def by_mcp(bench: Bench) -> ToolResult | None:
    bench.tools.add("m1", "mcp-server", {"transport": "http", "url": f"https://{API}/mcp"})
    return call(bench, ToolRef(ToolId("tool:m1")))


WAYS = [configured, inline, spelled_otherwise, named_by_the_model, redirected, by_code, by_a_vendors_tool, by_mcp]
PERMITTED = (rule("custom", "allow"), rule("http_get", "allow"))


@pytest.mark.parametrize("pattern", [f"host:{API}", "host:*.example.com"])
@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_a_host_passes_its_rule(
    bench: Bench, web: LoopbackServer, way: Callable[[Bench], ToolResult | None], pattern: str
) -> None:
    bench.policies.current = (*PERMITTED, rule(pattern, "deny"))
    result = way(bench)
    assert result is None or not result.success
    assert [request.path for request in web.received if request.path != "/away"] == []


@pytest.mark.parametrize("way", [way for way in WAYS if way not in {by_mcp, by_a_vendors_tool}])
def test_without_the_rule_each_of_them_arrives(
    bench: Bench, web: LoopbackServer, way: Callable[[Bench], ToolResult | None]
) -> None:
    bench.policies.current = PERMITTED
    result = way(bench)
    assert result is not None
    assert result.success, result.message
    assert web.received[-1].path == "/orders"


def test_a_rule_for_the_tool_alone_is_passed_by_a_node(bench: Bench, web: LoopbackServer) -> None:
    """The purpose of rules by host, and the panel's advice on making one."""
    bench.policies.current = (rule("tool:a1", "deny"),)
    assert configured(bench) is None
    found = inline(bench)
    assert found is not None
    assert found.success


@pytest.mark.parametrize("effect", ["ask", "mock"])
def test_a_redirect_is_too_late_to_ask_or_pretend(bench: Bench, web: LoopbackServer, effect: PolicyEffect) -> None:
    bench.policies.current = (rule(f"host:{API}", effect),)
    result = redirected(bench)
    assert result is not None
    assert (result.success, result.code, API in result.message) == (False, 1006, True)
    assert [request.path for request in web.received] == ["/away"]


def test_a_call_that_a_host_allowed_does_not_go_on_elsewhere(bench: Bench, web: LoopbackServer) -> None:
    bench.policies.current = (rule("http_request", "deny"), rule(f"host:{OTHER}", "allow"))
    result = redirected(bench)
    assert result is not None
    assert (result.success, [request.path for request in web.received]) == (False, ["/away"])
