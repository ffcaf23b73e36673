"""The front end's remedies of failures are listed by codes that the server has."""

import re

import pytest

from agents.core.errors import AgentError
from tests.catalogue import ROOT, sources
from tests.contracts.test_error_codes import ERRORS
from tools.core.errors import ToolError

TEXT = (ROOT / "frontend/src/runs/remedy.ts").read_text()
REMEDIES = {
    name: set(re.findall(r'"(\w+)"', codes)) for name, codes in re.findall(r"^  (\w+): \[(.*?)\]", TEXT, re.M | re.S)
}
CODES = sorted(code for codes in REMEDIES.values() for code in codes)
TOOL_CODES = {int(code): remedy for code, remedy in re.findall(r'^  (\d+): "(\w+)"', TEXT, re.M)}
SOURCES = "\n".join(path.read_text() for path in sources())


def test_a_code_has_one_remedy() -> None:
    assert len(CODES) == len(set(CODES)) > 50


@pytest.mark.parametrize("code", CODES)
def test_a_listed_code_is_one_of_the_server(code: str) -> None:
    assert f'"{code}"' in SOURCES


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_what_may_pass_by_itself_is_run_again(error: type[AgentError | ToolError]) -> None:
    if error.retryable:
        assert error.code in REMEDIES["again"]


@pytest.mark.parametrize("number", sorted(TOOL_CODES))
def test_a_number_of_a_tool_has_the_remedy_of_its_errors(number: int) -> None:
    codes = {error.code for error in ERRORS if issubclass(error, ToolError) and error.tool_code == number}
    assert codes & REMEDIES[TOOL_CODES[number]]
