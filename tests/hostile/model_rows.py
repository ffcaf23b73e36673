"""Input from models, people and documents: answers, prompts, references, conditions, names, paths."""

import json
from datetime import UTC, datetime
from typing import Any

from agents.core.model_text import AnswerStream, read_text
from agents.core.tokens import estimated_tokens
from agents.knowledge.parsers.content import DocumentText
from agents.knowledge.parsers.plain import read_csv, read_html
from agents.knowledge.text.chunking import chunks_of
from agents.knowledge.text.terms import query_terms, stored_terms
from agents.loop.untrusted_text import UntrustedText
from agents.providers.answer_body import WholeEvents
from agents.providers.call_pieces import StreamedCalls
from agents.providers.offline_rules import fill_schema
from agents.providers.openai_chunks import CallPiece, FunctionPiece
from agents.providers.text_protocol import read_calls
from tests.hostile.measuring import Row, refusing, repeated
from tools.core.envelope import query_success
from workflow_editor.cassettes.json_path import parse_path
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.ai_knowledge import _MEDIA
from workflow_editor.nodes.evaluation.condition_operators import holds
from workflow_editor.nodes.evaluation.expressions import MAX_SOURCE_CHARACTERS as EXPRESSION
from workflow_editor.nodes.evaluation.expressions import compile_expression
from workflow_editor.nodes.evaluation.numbers import with_functions
from workflow_editor.nodes.fields.file_names import file_name
from workflow_editor.nodes.fields.json_field import within_quotes
from workflow_editor.nodes.lookup import NodeNames, json_in
from workflow_editor.nodes.templates.templating import MAX_SOURCE_CHARACTERS as TEMPLATE
from workflow_editor.nodes.templates.templating import compile_template
from workflow_editor.nodes.texts.json_answer import parse_answer
from workflow_editor.nodes.variables import RunVariables

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_ANSWER = 1_000_000
_DOCUMENT = 10_000_000


def _compiled(text: str) -> Any:
    compile_template.cache_clear()
    return compile_template(text)


def _expression(text: str) -> Any:
    compile_expression.cache_clear()
    return compile_expression(text)


def _variables(**inputs: Any) -> RunVariables:
    return RunVariables(inputs, NodeNames({}), dict[str, Any]().get)


def _chunks(text: str) -> int:
    return sum(1 for _ in chunks_of(DocumentText(text, ()), size=8_000, overlap=3_000))


def _stream(piece: int) -> Any:
    def read(raw: bytes) -> None:
        events = WholeEvents()
        for at in range(0, len(raw), piece):
            events.feed(raw[at : at + piece])
        events.finish()

    return refusing(read, ValueError)


def _parse_answer(text: str) -> Any:
    return parse_answer(text, None)


def _read_in_pieces(text: str) -> None:
    stream = AnswerStream()
    for letter in text:
        stream.feed(letter)


def _call_in_pieces(text: str) -> None:
    calls = StreamedCalls(["record"])
    for at in range(0, len(text), 2):
        calls.add([CallPiece(index=0, function=FunctionPiece(arguments=text[at : at + 2]))])


def _is_foreign(text: str) -> Any:
    conversation = UntrustedText(["a" * len(text)], is_present=True)
    conversation.read([query_success("x")])
    return conversation.may_reach({"a": text + "b"})


def _many_texts_are_foreign(count: int) -> Any:
    return UntrustedText(["a" * 1_000_000], is_present=True).may_reach({"a": [f"a{at}" for at in range(count)]})


def _contains(count: int) -> Any:
    return holds("contains", [{"n": at} for at in range(count)], {"n": ["x"] * count})


def _render(text: str, **inputs: Any) -> Any:
    return refusing(lambda _: _variables(**inputs).render(text), NodeError)


_REFUSED = (NodeError,)
_compile = refusing(_compiled, *_REFUSED)
_check = refusing(_expression, *_REFUSED)
_path = refusing(parse_path, Exception)

ROWS = [
    Row("template: {{{{…{%", _compile, repeated("{{", after="{%"), TEMPLATE),
    Row("template: {{{{…}}", _compile, repeated("{{", after="}}"), TEMPLATE),
    Row("template of JSON: {{{{", within_quotes, repeated("{{", before='"'), TEMPLATE),
    Row("template of JSON: {%{%", within_quotes, repeated("{%", before='"'), TEMPLATE),
    Row("template of JSON: {{a}}", within_quotes, repeated("{{a}}", before='"'), TEMPLATE),
    Row("template: {{ a.a.a", _compile, repeated("a.", before="{{ ", after="}}"), TEMPLATE),
    Row("template: {{ and spaces }}", _compile, repeated(" ", before="{{", after="}}"), TEMPLATE),
    Row("template: {{ a and spaces", _compile, repeated(" ", before="{{ a", after="x }}"), TEMPLATE),
    Row("template: {{a['{{a['", _compile, repeated("{{a['"), TEMPLATE),
    Row("template: {% raw %}{% raw %}", _compile, repeated("{% raw %}"), TEMPLATE),
    Row("template: {% comment %}", _compile, repeated("{% comment %}"), TEMPLATE),
    Row("template: {% if a %}{% if a %}", _compile, repeated("{% if a %}"), TEMPLATE),
    Row("template: filters", _compile, repeated("| upcase ", before="{{ a ", after="}}"), TEMPLATE),
    Row("template: 'and' without end", _compile, repeated(" and a", before="{% if a", after="%}{% endif %}"), TEMPLATE),
    Row("template: plain references", lambda text: _variables(a=1).render(text), repeated("{{ inputs.a }}"), TEMPLATE),
    Row(
        "template: fields of JSON text",
        lambda text: _render("{{ inputs.t.a }}" * 900, t=text)(0),
        lambda n: json.dumps({"b": ["x"] * (n // 5)}),
        _ANSWER,
    ),
    Row("template: sorts a range", _render("{{ (1..20000000) | sort }}"), lambda n: n, 2),
    Row(
        "template: join",
        lambda text: _render("{{ inputs.t | split: '' | join: '' }}", t=text)(0),
        repeated("ab"),
        _ANSWER,
    ),
    Row(
        "template: uniq",
        lambda n: _render("{{ inputs.l | uniq }}", l=[{"a": at} for at in range(n)])(0),
        lambda n: n,
        20_000,
    ),
    Row("template: strip_html", lambda text: _render("{{ inputs.t | strip_html }}", t=text)(0), repeated("<"), _ANSWER),
    Row(
        "template: loops in loops",
        _render("{% for i in (1..999) %}{% for j in (1..999) %}x{% endfor %}{% endfor %}"),
        lambda n: n,
        2,
    ),
    Row("template: date", lambda text: _render("{{ inputs.t | date: '%Y' }}", t=text)(0), repeated("1 "), _ANSWER),
    Row("expression: a+a+a", _check, repeated("a+", after="a"), EXPRESSION),
    Row("expression: \\\\\\\\", _check, repeated("\\"), EXPRESSION),
    Row("expression with functions: sums", with_functions, repeated("a+1.5*", after="a"), EXPRESSION),
    Row("expression with functions: quotes", with_functions, repeated("'\\'", before="a+"), EXPRESSION),
    Row("expression with functions: raw quotes", with_functions, repeated('r"""', before="a+"), EXPRESSION),
    Row("expression: ((((", _check, repeated("("), EXPRESSION),
    Row("expression: quotes", _check, repeated("'\\'", before="nodes."), EXPRESSION),
    Row("expression: references", _check, repeated("nodes['a'] + ", after="1"), EXPRESSION),
    Row(
        "expression: text + text",
        refusing(lambda text: _variables(v=text).evaluate("size(" + "+".join(["inputs.v"] * 1_000) + ")"), NodeError),
        repeated("a"),
        100_000,
    ),
    Row(
        "expression: map in map",
        refusing(
            lambda n: _variables(v=list(range(n))).evaluate("inputs.v.map(a, inputs.v.map(b, inputs.v.map(c, a)))"),
            NodeError,
        ),
        lambda n: n,
        1_000,
    ),
    Row(
        "expression: matches",
        refusing(lambda text: _variables(v=text).evaluate("inputs.v.matches('(a{100}){100}b')"), NodeError),
        repeated("a"),
        100_000,
    ),
    Row("condition: list contains an object", _contains, lambda n: n, 5_000),
    Row("condition: number of digits", lambda text: holds("greaterThan", text, 1), repeated("1"), _ANSWER),
    Row("reference: JSON text in a fence", json_in, repeated(" ", before="```json\n1", after="x"), _ANSWER),
    Row("reference: [[[[", json_in, repeated("["), _ANSWER),
    Row(
        "answer: fence and spaces",
        refusing(lambda text: parse_answer(text, None), NodeError),
        repeated(" ", before="```\nx", after="x"),
        _ANSWER,
    ),
    Row(
        "answer: ``` without end",
        refusing(lambda text: parse_answer(text, None), NodeError),
        repeated("```a\n "),
        _ANSWER,
    ),
    Row("answer: {{{{", refusing(lambda text: parse_answer(text, None), NodeError), repeated('{"a":'), _ANSWER),
    Row("answer: objects in words", refusing(_parse_answer, NodeError), repeated('a {"b":1} '), _ANSWER),
    Row("answer: lists in words", refusing(_parse_answer, NodeError), repeated("[ "), _ANSWER),
    Row("thoughts: <think><think>", read_text, repeated("<think>"), _ANSWER),
    Row("thoughts: <think></think>", read_text, repeated("<think></think>"), _ANSWER),
    Row("thoughts: spaces", read_text, repeated(" ", after="x"), _ANSWER),
    Row("thoughts: spaces, letter by letter", _read_in_pieces, repeated(" "), _ANSWER // 10),
    Row("thoughts: < in thoughts, letter by letter", _read_in_pieces, repeated("<", before="<think>"), _ANSWER // 10),
    Row("calls: pieces of one", _call_in_pieces, repeated('{"a":'), _ANSWER // 10),
    Row("calls: objects behind one another", _call_in_pieces, repeated("{}"), _ANSWER // 10),
    Row("text protocol: <tool_call>…", read_calls, repeated("<tool_call>"), _ANSWER // 2),
    Row("text protocol: spaces", read_calls, repeated(" ", before="<tool_call>x", after="x"), _ANSWER),
    Row("text protocol: nested", read_calls, repeated('{"a":', before="<tool_call>"), _ANSWER),
    Row("text protocol: commas", read_calls, repeated(",  ", before="<tool_call>{"), _ANSWER),
    Row("text protocol: names", read_calls, repeated('"name":', before="<tool_call>"), _ANSWER),
    Row("untrusted text: aaab", _is_foreign, repeated("a"), _ANSWER),
    Row("untrusted text: many arguments", _many_texts_are_foreign, lambda n: n, 100_000),
    Row("event stream: no end of line", _stream(100), lambda n: b"data: " + b"a" * n, 4_000_000),
    Row("event stream: data lines", _stream(10_000), lambda n: b"data: a\n" * (n // 8), 4_000_000),
    Row("event stream: CR", _stream(100), lambda n: b"\r" * n, 1_000_000),
    Row("event stream: white space", _stream(100), lambda n: b" " * n, 4_000_000),
    Row("plain answer: no end", _stream(100), lambda n: b'{"' + b"a" * n, 4_000_000),
    Row("document: .......", _chunks, repeated("."), _DOCUMENT),
    Row("document: empty lines", _chunks, repeated("\n "), _DOCUMENT),
    Row("document: spaces", _chunks, repeated(" "), _DOCUMENT),
    Row("document: # #", _chunks, repeated("\n# "), _DOCUMENT),
    Row("HTML: <<<<", refusing(read_html, Exception), lambda n: b"<" * n, 500_000),
    Row("HTML: <a <a", refusing(read_html, Exception), lambda n: b"<a " * (n // 3), 500_000),
    Row("HTML: <!--", refusing(read_html, Exception), lambda n: b"<!--" * (n // 4), 500_000),
    Row("CSV: quotes", refusing(read_csv, Exception), lambda n: b'"a""' * (n // 4), 1_000_000),
    Row("terms: combining marks", stored_terms, repeated("\u0316\u0301", before="a"), 8_000),
    Row("terms: one word", stored_terms, repeated("a"), 8_000),
    Row("question: combining marks", query_terms, repeated("\u0316\u0301", before="a"), 8_000),
    Row("tokens", estimated_tokens, repeated("é a"), _ANSWER),
    Row("prompt: ![![", lambda text: _MEDIA.sub(" ", text), repeated("!["), _ANSWER),
    Row("prompt: ![](![](", lambda text: _MEDIA.sub(" ", text), repeated("![]("), _ANSWER),
    Row("prompt: data:", lambda text: _MEDIA.sub(" ", text), repeated("data:a"), _ANSWER),
    Row("file name", lambda text: file_name(text, ".md", _NOW), repeated(" ."), _ANSWER),
    Row("path: $.a.a", _path, repeated(".a", before="$"), 100_000),
    Row("path: unclosed", _path, repeated('\\"', before='$["'), 100_000),
    Row("offline model", lambda text: fill_schema({"type": "number"}, text), repeated("-1"), _ANSWER),
]
