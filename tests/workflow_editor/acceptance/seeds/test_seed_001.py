"""Seed 001: its functions run as they are printed, once the import is the documented one."""

import ast
import importlib.util
import inspect
import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.seeds import block
from tests.workflow_editor.acceptance.api_user import ApiUser, Ran, done
from tools.core import envelope
from tools.core.envelope import ResultCode
from tools.executors.registry import registry

Json = dict[str, Any]
Load = Callable[..., ModuleType]
ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/tools/own-tools.md").read_text().partition("## Code from elsewhere")[2]
IMPORTS = re.findall(r"^\| `(from .+?)` \| (.+?) \|$", PAGE, re.MULTILINE)
"""Replacements in the documentation for printed parts."""


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Import a module of this text, with the documented imports."""

    def loaded(text: str, *before: str) -> ModuleType:
        (tool_import, _), (here, there) = IMPORTS
        text = text.replace(there.strip("`"), here)
        source = "\n".join(["from typing import Any, Dict", tool_import, *before, text])
        path = tmp_path / f"pasted_{uuid.uuid4().hex}.py"
        path.write_text(source)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return loaded


def called(api_user: ApiUser, monkeypatch: pytest.MonkeyPatch, module: ModuleType, param: str) -> Ran:
    """Register the function of a module and call it in a tool node."""
    monkeypatch.setitem(registry._executors, "my:action", module.action)
    # Too little time for what waits before it is tried again.
    config = {"tool": {"id": "t", "type": "my:action"}, "arguments": {"param": param}, "timeout": 900}
    return api_user.run(chain(node("call", "tool", config, type_version=2)))


def result_of(ran: Ran) -> Json:
    (finished,) = ran.payloads("tool_call_finished")
    result: Json = finished["result"]
    return result


FOUND = "def do_something(param): return param.upper()"
LATE = "def do_something(param): raise TimeoutError"
BROKEN = "def do_something(param): raise ValueError('the belt is torn')"
RUNS = [
    # heading, what it calls, param, code; the message or data of the result
    ("成功返回", FOUND, "tea", 0, {"result": "TEA"}),
    ("错误返回", FOUND, "tea", 0, {"result": "TEA"}),
    ("错误返回", FOUND, "", 1002, "Parameter 'param' is required"),
    ("错误返回", LATE, "tea", 2002, "Execution timeout"),
    ("使用 ResultFormatter", FOUND, "tea", 0, {"result": "TEA"}),
    ("使用 ResultFormatter", FOUND, "", 1002, "Parameter required"),
    ("使用 ResultFormatter", BROKEN, "tea", 5000, "the belt is torn"),
]


@pytest.mark.parametrize(("heading", "called_function", "param", "code", "given"), RUNS)
def test_the_printed_functions_are_tools(
    api_user: ApiUser,
    monkeypatch: pytest.MonkeyPatch,
    load: Load,
    heading: str,
    called_function: str,
    param: str,
    code: int,
    given: Any,
) -> None:
    text = block("001", heading)
    ran = called(api_user, monkeypatch, load(text, called_function), param)
    result = result_of(ran)
    assert (result["success"], result["code"]) == (code == 0, code), result
    if code == 0:
        assert (ran.run["status"], ran.run["output"]["data"]) == ("succeeded", given)
    else:
        assert (ran.run["status"], result["message"]) == ("failed", given)
        assert given in text or called_function is BROKEN


def test_a_printed_function_also_works_as_a_method(
    api_user: ApiUser, monkeypatch: pytest.MonkeyPatch, load: Load
) -> None:
    body = "\n".join(f"    {line}" for line in block("001", "成功返回").splitlines())
    module = load(f"class Shop:\n{body}\n\naction = Shop().action", FOUND)
    assert called(api_user, monkeypatch, module, "tea").run["output"]["data"] == {"result": "TEA"}


def test_a_result_in_the_second_form_has_the_printed_fields(api_user: ApiUser) -> None:
    printed = json.loads(block("001", "标准响应格式").replace("{...}", "{}"))
    made = in_second_form(api_user, {"code": 0, "data": {}})
    assert list(made) == list(printed)
    assert {name: made[name] for name in ("code", "message", "data")} == {
        name: printed[name] for name in ("code", "message", "data")
    }
    assert made["meta"].keys() >= printed["meta"].keys()


def test_meta_is_added_as_printed(api_user: ApiUser) -> None:
    returned, final = (
        ast.literal_eval(part.strip())
        for part in re.split(r"^#.*$", block("001", "自动格式化"), flags=re.MULTILINE)
        if part.strip()
    )
    made = in_second_form(api_user, returned)
    assert {name: made[name] for name in ("code", "message", "data")} == {
        name: final[name] for name in ("code", "message", "data")
    }
    assert made["meta"].keys() >= final["meta"].keys()


def in_second_form(api_user: ApiUser, value: Any) -> Json:
    tool = api_user.tool("custom", {"script": repr(value)})
    path = f"/api/tools/configs/{tool['id']}/test/?result_form=code"
    result: Json = done(api_user.api.post(path, {"mode": "live"}))["result"]
    return result


def test_the_printed_helpers_are_ours(load: Load) -> None:
    printed = load(block("001", "辅助函数"))
    for name in ("build_success_response", "build_error_response"):
        theirs, ours = getattr(printed, name), getattr(envelope, name)
        assert [(one.name, one.default) for one in inspect.signature(theirs).parameters.values()] == [
            (one.name, one.default) for one in inspect.signature(ours).parameters.values()
        ]
    assert printed.build_success_response({"a": 1}) == envelope.build_success_response({"a": 1})
    assert printed.build_error_response(1002, "no", [1]) == envelope.build_error_response(1002, "no", [1])


def printed_values(load: Load, heading: str, **names: Any) -> list[Any]:
    """Return what the `return` lines of a block give, with these values for their names."""
    text = block("001", heading)
    lines = re.findall(r"return \{(?:[^{}]|\{[^{}]*\})*\}", text)
    given = ", ".join(names)
    module = load("\n".join(f"def value_{number}({given}):\n    {line}" for number, line in enumerate(lines)))
    return [getattr(module, f"value_{number}")(**names) for number in range(len(lines))]


def test_a_result_without_a_code_is_data(api_user: ApiUser, load: Load) -> None:
    good, bad = printed_values(load, "1. 始终返回 code", result=5)
    assert in_second_form(api_user, good)["data"] == 5
    assert in_second_form(api_user, bad)["data"] == bad


def test_the_printed_message_reaches_the_caller(api_user: ApiUser, load: Load) -> None:
    for value in printed_values(load, "2. 提供有意义的错误信息", size="many"):
        made = in_second_form(api_user, value)
        assert (made["code"], made["message"]) == (ResultCode.BAD_ARGUMENTS, value["message"])


def test_the_printed_codes_are_those_of_their_causes(load: Load) -> None:
    codes = [value["code"] for value in printed_values(load, "3. 使用适当的错误码", e=ValueError("x"))]
    assert codes == [ResultCode.BAD_ARGUMENTS, ResultCode.TIMEOUT, ResultCode.INTERNAL]
