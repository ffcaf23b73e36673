"""Tools that call tools: by granted functions, through the gateway, for the same caller."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, ProbeExecutor, loopback_bench
from tools.core.call.inner_calls import MAX_DEPTH
from tools.core.definitions import CallContext, EffectClass, ToolCall, ToolRef
from tools.core.envelope import ToolResult, failure
from tools.core.errors import ToolTimeoutError
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import Invocation
from tools.sandbox.limits import MAX_CALLS

HTTP_GET = [{"name": "http_get", "tool": "http_get"}]
PROBE = [{"name": "say", "tool": "tool:probe"}]


def page(request: Received) -> Reply:
    return Reply.of_json({"path": request.path, "query": dict(request.query)})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(page) as running:
        yield running


@pytest.fixture
def probe() -> ProbeExecutor:
    return ProbeExecutor()


@pytest.fixture
def bench(probe: ProbeExecutor) -> Bench:
    bench = loopback_bench()
    bench.registry.register(probe)
    bench.tools.add("probe", "probe", {})
    return bench


def run(
    bench: Bench,
    script: str,
    functions: list[dict[str, str]],
    arguments: dict[str, Any] | None = None,
    *,
    context: CallContext = ALICE,
    timeout_s: float = 20,
    untrusted: bool = False,
) -> ToolResult:
    parameters = [{"name": name, "type": "string"} for name in arguments or {}]
    bench.tools.add("c", "custom", {"script": script, "functions": functions, "parameters": parameters})
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:c")),), context)
    (tool,) = toolbox.tools()
    call = ToolCall("c1", tool.function.name, arguments or {}, untrusted)
    return toolbox.call(call, timeout_s=timeout_s, cancel=Cancel())


def test_code_gets_pages_and_its_result_is_marked_as_text_from_outside(bench: Bench, server: LoopbackServer) -> None:
    script = "def main(args):\n    return http_get(args['url'], query_params={'q': 'tea'})['data']['query']"
    result = run(bench, script, HTTP_GET, {"url": server.url})
    assert (result.success, result.data) == (True, {"q": "tea"})
    assert result.facts.untrusted is True
    assert result.metadata["tool"] == "custom"


def test_the_mark_stays_when_the_code_fails_with_what_it_read(bench: Bench, server: LoopbackServer) -> None:
    result = run(bench, "raise ValueError(http_get(args['url'])['data']['path'])", HTTP_GET, {"url": server.url})
    assert not result.success
    assert result.facts.untrusted is True


def test_code_without_granted_functions_gives_no_text_from_outside(bench: Bench) -> None:
    assert not run(bench, "1", []).facts.untrusted


def test_every_inner_call_has_a_row_of_its_own_in_the_audit_log(bench: Bench) -> None:
    result = run(bench, "[say('a'), say(word='b', times=2)]", PROBE)
    assert result.data == [{"word": "a", "place": "here"}, {"word": "b", "place": "here"}]
    outer, *inner = bench.audit.records
    assert (outer.tool_id, outer.context.origin, outer.context.within) == ("tool:c", "model", ())
    assert [(row.tool_id, row.call_id, row.arguments) for row in inner] == [
        ("tool:probe", "c1.1", {"word": "a"}),
        ("tool:probe", "c1.2", {"word": "b", "times": 2}),
    ]
    assert {(row.context.origin, row.context.within, row.context.caller) for row in inner} == {
        ("tool", ("tool:c",), ALICE.caller)
    }


def test_inner_calls_carry_keys_that_an_other_attempt_repeats(bench: Bench, probe: ProbeExecutor) -> None:
    for _ in range(2):
        run(bench, "say('a')\nsay('a')", PROBE)
    keys = [invocation.context.idempotency_key for invocation in probe.invocations]
    assert keys[:2] == keys[2:]
    assert keys[0] != keys[1]


DENY = PolicyRule("r1", None, "tool:probe", None, "deny")
REFUSALS = [
    ("a rule forbids it", PROBE, (DENY,), "A rule denies"),
    ("a person would have to approve it", PROBE, (replace(DENY, effect="ask"),), "nobody can be asked here"),
    ("a rule for requests", HTTP_GET, (replace(DENY, tool_pattern="http_request"),), "A rule denies"),
    ("a tool that is gone", [{"name": "say", "tool": "tool:gone"}], (), "missing"),
    ("a tool that never was", [{"name": "say", "tool": "system:nothing"}], (), "does not exist"),
]


@pytest.mark.parametrize(("functions", "rules", "words"), [row[1:] for row in REFUSALS], ids=[r[0] for r in REFUSALS])
def test_what_the_caller_may_not_do_the_code_may_not_do_either(
    bench: Bench,
    probe: ProbeExecutor,
    functions: list[dict[str, str]],
    rules: tuple[PolicyRule, ...],
    words: str,
) -> None:
    bench.policies.current = rules
    name = functions[0]["name"]
    result = run(bench, f"x = 1\n{name}('http://127.0.0.1/')", functions)
    assert (result.success, result.code) == (False, 2001)
    assert "Line 2" in result.message
    assert words in result.message
    assert probe.invocations == []


def test_the_refusal_of_an_inner_call_is_audited_with_its_rule(bench: Bench) -> None:
    bench.policies.current = (DENY,)
    run(bench, "say('a')", PROBE)
    assert [(record.tool_id, rule) for record, _, rule in bench.audit.refusals] == [("tool:probe", "r1")]


def test_the_code_may_catch_a_failure_and_go_on(bench: Bench) -> None:
    result = run(bench, "try:\n    say(nothing=1)\nexcept RuntimeError as error:\n    said = str(error)\nsaid", PROBE)
    assert result.success
    assert "code 1002" in result.data


def test_text_from_outside_is_marked_on_its_way_into_the_next_call(bench: Bench, server: LoopbackServer) -> None:
    bench.policies.current = (replace(DENY, args_untrusted=True),)
    script = "said = say('before')\npage = http_get(args['url'])\nsay(str(page))"
    result = run(bench, script, HTTP_GET + PROBE, {"url": server.url})
    assert "Line 3" in result.message
    assert [row.tool_id for row in bench.audit.records if row.executor == "probe"] == ["tool:probe"]


def test_a_call_with_text_from_outside_makes_calls_with_text_from_outside(bench: Bench) -> None:
    run(bench, "say('a')", PROBE, untrusted=True)
    assert [row.untrusted for row in bench.audit.records if row.executor == "probe"] == [True]


def test_a_tool_that_calls_itself_ends_at_the_depth_limit(bench: Bench) -> None:
    result = run(bench, "again()", [{"name": "again", "tool": "tool:c"}])
    assert not result.success
    assert f"more than {MAX_DEPTH} levels deep" in result.message
    assert [len(row.context.within) for row in bench.audit.records] == list(range(MAX_DEPTH + 1))
    assert [record.code for record, _, _ in bench.audit.refusals] == [1006]


def test_all_calls_share_the_deadline_of_the_outermost(bench: Bench, probe: ProbeExecutor) -> None:
    def take_time(config: object, parameters: object, invocation: Invocation) -> str:
        bench.clock.now += 4
        return "done"

    probe._do = take_time
    result = run(bench, "for n in range(9):\n    say('a')", PROBE, timeout_s=10)
    assert "The time of the whole call is over" in result.message
    assert [invocation.timeout_s for invocation in probe.invocations] == [10, 6, 2]


def test_code_makes_only_so_many_calls(bench: Bench, probe: ProbeExecutor) -> None:
    result = run(bench, f"for n in range({MAX_CALLS + 1}):\n    say('a')", PROBE)
    assert (result.code, result.data["kind"]) == (2001, "calls")
    assert len(probe.invocations) == MAX_CALLS


def test_in_test_mode_nothing_is_called(bench: Bench, probe: ProbeExecutor) -> None:
    result = run(bench, "say('a')", PROBE, context=replace(ALICE, mode="test"))
    assert result.facts.test_mode is True
    assert probe.invocations == []


EFFECTS = [([], EffectClass.PURE), (HTTP_GET, EffectClass.REPEATABLE), (HTTP_GET + PROBE, EffectClass.UNREPEATABLE)]


@pytest.mark.parametrize(("functions", "effect"), EFFECTS)
def test_the_granted_functions_decide_whether_a_call_may_be_repeated(
    bench: Bench, functions: list[dict[str, str]], effect: EffectClass
) -> None:
    bench.tools.add("c", "custom", {"script": "1", "functions": functions})
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:c")),), ALICE)
    assert toolbox.prepare(ToolCall("c1", toolbox.tools()[0].function.name, {})).effect is effect


def test_an_audit_log_that_fails_stops_the_call_and_the_code_learns_nothing(
    bench: Bench, probe: ProbeExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = bench.audit.started

    def only_outer(record: Any) -> str:
        if record.executor == "probe":
            raise OSError("planted-secret disk")
        return write(record)

    monkeypatch.setattr(bench.audit, "started", only_outer)
    result = run(bench, "say('a')", PROBE)
    assert "internal error" in result.message
    assert "planted-secret" not in str(result)
    assert probe.invocations == []


CUT_OFF = [
    ("between two calls", "say('a')\nsay('b')\nraise ValueError('x')", ["done", "done"]),
    ("before the first one", "raise ValueError('x')", []),
    ("by a call that fails", "say('a')\nsay('no')", ["done", "failed"]),
    ("by a call whose outcome is unknown", "say('a')\nsay('lost')\nsay('c')", ["done", "unknown"]),
    ("by its time", "say('a')\nwhile True:\n    pass", ["done"]),
]


@pytest.mark.parametrize(("script", "ends"), [row[1:] for row in CUT_OFF], ids=[row[0] for row in CUT_OFF])
def test_code_that_was_cut_off_reports_which_calls_went_out(
    bench: Bench, probe: ProbeExecutor, script: str, ends: list[str]
) -> None:
    def do(_: Any, parameters: Any, __: Any) -> Any:
        if parameters.word == "lost":
            raise ToolTimeoutError("No answer came.")
        return failure("operation", "no", code=2001) if parameters.word == "no" else {"said": parameters.word}

    probe._do = do
    result = run(bench, script, PROBE, timeout_s=2)
    assert not result.success
    assert [one["end"] for one in result.metadata.get("inner_calls", [])] == ends
    assert result.message.count("say (done)") == ends.count("done")
    assert ("Calls that it had made" in result.message) == bool(ends)


def test_code_that_succeeds_reports_none_of_its_calls(bench: Bench) -> None:
    assert "inner_calls" not in run(bench, "say('a')", PROBE).metadata
