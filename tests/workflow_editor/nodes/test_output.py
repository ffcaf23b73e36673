"""The output node: formats, and names that every file system takes."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.output import OutputConfig, OutputNode
from workflow_editor.nodes.fields.file_names import MAX_NAME_BYTES, file_name

JsonObject = dict[str, Any]
NOW = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)
HARNESS = NodeHarness(inputs={"topic": "tea/茶"}, outputs={"a": {"items": [1, "二"]}})


def written(**config: Any) -> JsonObject:
    return OutputNode().evaluate(OutputConfig.model_validate(config), HARNESS.variables()).output


@pytest.mark.parametrize(
    ("format_", "ending"), [("text", ".txt"), ("markdown", ".md"), ("html", ".html"), ("json", ".json")]
)
def test_each_format_has_its_ending(format_: str, ending: str) -> None:
    output = written(content='"{{ inputs.topic }}"', format=format_, fileName="{{ inputs.topic }}")
    assert output == {"content": '"tea/茶"', "format": format_, "fileName": f"tea_茶{ending}"}


def test_a_single_reference_becomes_json_with_its_form_kept() -> None:
    content = written(content="{{ nodes.a }}", format="json")["content"]
    assert json.loads(content) == [1, "二"]
    assert content == '[\n  1,\n  "二"\n]'


def test_a_json_text_is_checked_and_laid_out() -> None:
    assert written(content='{"n": {{ nodes.a.items[0] }}}', format="json")["content"] == '{\n  "n": 1\n}'


@pytest.mark.parametrize("content", ['{"n": }', "Hello {{ inputs.topic }}", '{"n": NaN}', "[" * 100_000])
def test_a_text_that_is_no_json_fails_the_node(content: str) -> None:
    with pytest.raises(NodeError, match="is not JSON") as caught:
        written(content=content, format="json")
    assert caught.value.code == "output_not_json"


def test_the_time_of_the_run_is_in_the_name() -> None:
    assert re.fullmatch(
        r"r-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d-\d{10}\.txt", written(fileName="r-{date}-{time}-{timestamp}")["fileName"]
    )


NAMES = [
    ("report", "report.txt"),
    ("report.txt", "report.txt"),
    ("REPORT.TXT", "REPORT.txt"),
    ("报告-{date}", "报告-2026-11-22.txt"),
    ("{time} {timestamp}", "01-02-03 1795309323.txt"),
    ("", "output.txt"),
    (" . ", "output.txt"),
    ("../../etc/passwd", "_.._etc_passwd.txt"),
    ('a<b>c:d"e/f\\g|h?i*j', "a_b_c_d_e_f_g_h_i_j.txt"),
    ("two\r\nlines\tand\x00more", "twolinesandmore.txt"),
    ("invoice\u202efdp.exe", "invoicefdp.exe.txt"),
    ("nul", "_nul.txt"),
    ("COM1.report", "_COM1.report.txt"),
    (".hidden", "hidden.txt"),
    ("{unknown}", "{unknown}.txt"),
]


@pytest.mark.parametrize(("wanted", "name"), NAMES)
def test_a_name_is_made_legal(wanted: str, name: str) -> None:
    assert file_name(wanted, ".txt", NOW) == name


def test_a_long_name_is_cut_between_letters() -> None:
    name = file_name("茶" * 300, ".html", NOW)
    assert len(name.encode()) <= MAX_NAME_BYTES
    assert re.fullmatch(r"茶+\.html", name)
