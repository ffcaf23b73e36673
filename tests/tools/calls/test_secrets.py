"""A secret of a configuration leaves the gateway in no form."""

import json
import logging
from typing import Any

import pytest

from tests.doubles.probe_bench import SECRET, call, offer
from tests.doubles.tool_ports import Bench, ProbeExecutor
from tools.core.definitions import ToolCall
from tools.core.envelope import ToolResult, failure, message_text
from tools.core.text import Text


def test_planted_secrets_never_appear(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bench.debug = True
    answers = iter(
        [
            {"echo": f"key={SECRET}", "list": [SECRET], SECRET: 1},
            failure("operation", f"bad key {SECRET}", data={"sent": SECRET}),
        ]
    )

    def leak(*_: object) -> Any:
        try:
            return next(answers)
        except StopIteration as error:
            raise RuntimeError(f"with {SECRET}") from error

    toolbox = offer(bench, ProbeExecutor(leak))
    arguments = {"word": f"my {SECRET}"}
    results = [call(toolbox, arguments) for _ in range(3)]
    shown = json.dumps([result.to_json() for result in results])
    stored = repr((bench.audit.records, bench.audit.outcomes, bench.audit.refusals))
    offered = repr(toolbox.tools())
    prepared = repr(toolbox.prepare(ToolCall("c", toolbox.tools()[0].function.name, arguments)).shown)
    for text in (shown, stored, offered, prepared, caplog.text):
        assert SECRET not in text
    assert "***" in shown


def test_no_language_of_a_message_holds_a_secret(bench: Bench) -> None:
    answer = failure("operation", Text.of(en=f"bad key {SECRET}", zh=f"密钥 {SECRET} 无效"))
    result = call(offer(bench, ProbeExecutor(lambda *_: answer)))
    assert message_text(ToolResult.model_validate(result.model_dump(mode="json", by_alias=True))) == Text.of(
        en="bad key ***", zh="密钥 *** 无效"
    )
    assert "密钥" not in json.dumps(result.to_json(), ensure_ascii=False)


def test_redacted_arguments_of_malformed_text_come_back_raw(bench: Bench) -> None:
    toolbox = offer(bench, ProbeExecutor())
    name = toolbox.tools()[0].function.name
    shown = toolbox.prepare(ToolCall("c", name, f'{{"word": "{SECRET}')).shown
    assert shown == {"raw": '{"word": "***'}
