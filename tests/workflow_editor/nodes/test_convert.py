"""The node Convert with each format, both ways, and with hostile content."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.convert import ConvertConfig, ConvertNode
from workflow_editor.nodes.formats.xml_text import parse_xml, to_xml
from workflow_editor.nodes.meanings import NEWEST

ROWS = [{"name": "茶", "price": "3"}, {"name": "fig, dried", "price": "1"}]
CSV = 'name,price\r\n茶,3\r\n"fig, dried",1\r\n'
PAGE = '<ul><li><a href="/1">One <b>茶</b></a><li><a href="/2">Two</a><li><a>Three</a></ul>'
RSS = "<rss><channel><title>News</title><item><title>A &amp; B</title><link>https://example.org/1</link></item></channel></rss>"
XML = '<order id="7"><item>tea</item><item n="2">figs</item><note/>soon</order>'
ORDER = {"order": {"@id": "7", "item": ["tea", {"@n": "2", "#text": "figs"}], "note": "", "#text": "soon"}}

CONVERTED: list[tuple[dict[str, str], Any, Any]] = [
    ({"conversion": "parse_json"}, '{"a": [1, null]}', {"a": [1, None]}),
    ({"conversion": "parse_csv"}, CSV, ROWS),
    ({"conversion": "parse_csv", "delimiter": ";"}, "a;b\n1;2", [{"a": "1", "b": "2"}]),
    ({"conversion": "parse_xml"}, f'<?xml version="1.0" encoding="GB2312"?>{XML}', ORDER),
    (
        {"conversion": "parse_yaml"},
        "a: &x [1, on, 2026-01-31]\nb: *x",
        {"a": [1, "on", "2026-01-31"]} | {"b": [1, "on", "2026-01-31"]},
    ),
    ({"conversion": "select_html", "selector": "li a"}, PAGE, ["One 茶", "Two", "Three"]),
    ({"conversion": "select_html", "selector": "li a", "attribute": "href"}, PAGE, ["/1", "/2"]),
    ({"conversion": "html_to_text"}, "<h1>茶</h1><script>x</script><p>a<br>b", "茶\na\nb"),
    ({"conversion": "markdown_to_html"}, "# 茶\n\n<script>", "<h1>茶</h1>\n<p>&lt;script&gt;</p>\n"),
    ({"conversion": "to_json"}, ROWS[:1], '[\n  {\n    "name": "茶",\n    "price": "3"\n  }\n]'),
    ({"conversion": "to_csv"}, ROWS, CSV),
    ({"conversion": "to_xml"}, {"a": {"@n": 1, "b": [True, None]}}, '<a n="1"><b>true</b><b /></a>'),
    ({"conversion": "to_xml", "root": "list"}, [1, "<"], "<list><item>1</item><item>&lt;</item></list>"),
    ({"conversion": "to_yaml"}, {"b": "茶", "a": ["no", 1]}, "b: 茶\na:\n- 'no'\n- 1\n"),
]

_LAUGHS = "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 12))
_ENTITIES = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>'
REFUSED: list[tuple[dict[str, str], Any, str]] = [
    ({"conversion": "parse_json"}, "[" * 100_000, "conversion_failed"),
    ({"conversion": "parse_xml"}, _ENTITIES, "conversion_failed"),
    ({"conversion": "parse_xml"}, '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "conversion_failed"),
    ({"conversion": "parse_xml"}, "<a>" * 200 + "</a>" * 200, "conversion_failed"),
    ({"conversion": "parse_xml"}, "<a><b></a>", "conversion_failed"),
    ({"conversion": "parse_yaml"}, f"a0: &a0 x\n{_LAUGHS}", "conversion_failed"),
    ({"conversion": "parse_yaml"}, "a: &a [*a]", "conversion_failed"),
    ({"conversion": "parse_yaml"}, "[" * 100_000, "conversion_failed"),
    ({"conversion": "parse_yaml"}, "!!python/object/apply:os.system [id]", "conversion_failed"),
    ({"conversion": "parse_feed"}, "<html>no feed</html>", "conversion_failed"),
    ({"conversion": "select_html", "selector": "a[["}, PAGE, "conversion_failed"),
    ({"conversion": "select_html", "selector": "p"}, "<p>" + "<div>" * 400_000, "conversion_limit"),
    ({"conversion": "to_csv"}, [1], "conversion_failed"),
    ({"conversion": "to_xml"}, {"a b": 1}, "conversion_failed"),
]


def converted(config: dict[str, str], content: Any) -> Any:
    given = ConvertConfig.model_validate({"content": "{{ inputs.content }}", **config})
    return ConvertNode().preview(given, NodeHarness(inputs={"content": content}).variables()).output["result"]


@pytest.mark.parametrize(("config", "content", "result"), CONVERTED)
def test_content_is_converted(config: dict[str, str], content: Any, result: Any) -> None:
    assert converted(config, content) == result


READ_FROM_FILES = [
    ({"conversion": "parse_csv"}, CSV.encode("gb18030"), ROWS),
    ({"conversion": "parse_csv"}, CSV.encode("utf-8-sig"), ROWS),
    ({"conversion": "parse_json"}, b'{"a": 1}', {"a": 1}),
    ({"conversion": "parse_json"}, b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
    ({"conversion": "parse_xml"}, XML.encode(), ORDER),
    ({"conversion": "html_to_text"}, "<p>茶".encode("utf-16"), "茶"),
]


def of_file(config: dict[str, str], content: bytes, version: int = NEWEST) -> Any:
    harness = NodeHarness(version=version)
    harness.inputs["content"] = harness.files.save("a.csv", "text/csv", [content]).to_json()
    given = ConvertConfig.model_validate({"content": "{{ inputs.content }}", **config})
    return ConvertNode().run(given, harness.context()).output["result"]


@pytest.mark.parametrize(("config", "content", "result"), READ_FROM_FILES)
def test_text_files_are_read(config: dict[str, str], content: bytes, result: Any) -> None:
    assert of_file(config, content) == result


def test_a_node_of_before_reads_the_value_that_names_the_file() -> None:
    assert of_file({"conversion": "parse_json"}, b"{}", version=1)["name"] == "a.csv"
    assert '"name": "a.csv"' in of_file({"conversion": "to_json"}, b"{}")


@pytest.mark.parametrize(
    ("content", "code"), [(b"\xff" * 3, "file_without_text"), (bytes(11 * 1024**2), "file_too_large")]
)
def test_other_files_are_refused(content: bytes, code: str) -> None:
    with pytest.raises(NodeError) as refused:
        of_file({"conversion": "parse_csv"}, content)
    assert refused.value.code == code


def test_a_feed_becomes_its_entries() -> None:
    feed = converted({"conversion": "parse_feed"}, RSS)
    assert (feed["title"], [entry["title"] for entry in feed["entries"]]) == ("News", ["A & B"])


@pytest.mark.parametrize(("config", "content", "code"), REFUSED)
def test_what_cannot_be_converted_is_refused(config: dict[str, str], content: Any, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        converted(config, content)
    assert caught.value.code == code
    assert len(caught.value.text.en) < 500


def test_xml_comes_back_as_it_was() -> None:
    assert parse_xml(to_xml(ORDER)) == ORDER


@pytest.mark.parametrize(
    ("config", "content", "place"),
    [
        ({"conversion": "parse_yaml"}, "a: .inf", "无穷大"),
        ({"conversion": "parse_json"}, '{\n  "a": }', "JSON。请检查第 2 行第 8 列"),
        ({"conversion": "parse_xml"}, "<a>\n<b></a>", "XML。请检查第 2 行第 6 列"),
        ({"conversion": "parse_yaml"}, "a: 1\n b: [", "YAML。请检查第 2 行第 3 列"),
        ({"conversion": "parse_json"}, "[" * 200 + "]" * 200, "JSON 嵌套超过 100 层"),
        ({"conversion": "parse_xml"}, "<a>" * 200 + "</a>" * 200, "XML 嵌套超过 100 层"),
        ({"conversion": "parse_yaml"}, "[" * 200, "YAML 嵌套超过 100 层"),
        ({"conversion": "parse_csv"}, 'a\n"b', "没有结束的引号"),
        ({"conversion": "parse_yaml"}, "a: \x00", "这不是有效的 YAML："),
        ({"conversion": "parse_xml"}, _ENTITIES, "请删除 <!DOCTYPE"),
        ({"conversion": "select_html", "selector": "a[["}, PAGE, "不是有效的 CSS 选择器"),
        ({"conversion": "to_xml"}, {"a b": 1}, "“a b”不是有效的 XML 名称"),
    ],
)
def test_what_cannot_be_converted_is_explained_in_every_language(
    config: dict[str, str], content: Any, place: str
) -> None:
    with pytest.raises(NodeError) as refused:
        converted(config, content)
    assert place in refused.value.text.in_language("zh")
