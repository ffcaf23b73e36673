"""Input from tools, services, uploads and rules: answers, cookies, statements, scripts, schemas, archives."""

import json
from typing import Any

from tests.hostile.measuring import Row, refusing, repeated
from tools.core.call.arguments import parse_arguments
from tools.core.call.returned_values import read_returned
from tools.core.definitions import OperationType
from tools.core.envelope import query_success
from tools.core.errors import BilingualError, ToolError
from tools.core.formats.decimal_json import decimal_json
from tools.core.formats.json_comments import without_comments
from tools.core.naming.names import function_name
from tools.core.naming.visible_name import shown_name, visible_name
from tools.core.tool_id import ToolId
from tools.evaluation.linear_patterns import PatternError, pattern_found
from tools.executors.claude_skill.skill_md import read_skill_md
from tools.executors.contract.json_schema import schema_mismatch, schema_problem
from tools.executors.contract.secret_places import take_secrets
from tools.executors.database.statement import reading_statement
from tools.executors.github.trending import MAX_PAGE, trending_repositories
from tools.executors.http_request.curl import read_curl
from tools.executors.http_request.key_move import move_key
from tools.executors.http_request.paging import next_link
from tools.executors.shared.notification import json_size, split_text
from tools.executors.wechat.executor import _IMG_SRC
from tools.outbound.client import MAX_BYTES
from tools.outbound.cookies import Cookies
from tools.policies.tool_patterns import fits
from tools.sandbox.code_findings import findings, suspicions
from tools.secrets.redaction import redact
from workflow_editor.nodes.evaluation.switch_cases import MAX_MATCHED_CHARACTERS, MatchError, matches

_SQL = 20_000
_SCRIPT = 50_000
_FILE = 16_000_000
_HEADERS = 64 * 1024
_SETTING = 200_000
_MODEL = 200_000


def _take_cookies(line: str) -> None:
    Cookies().take("https://x.example/", [line])


def _nested(opening: str, middle: str, closing: str) -> Any:
    return lambda size: opening * (size // 2) + middle + closing * (size // 2)


def _deep(size: int) -> Any:
    value: Any = 1
    for _ in range(size):
        value = [value]
    return value


def _branching_schema(size: int) -> dict[str, Any]:
    """Each level is tried twice: a value that fits none is held against 2^size schemas."""
    levels = {f"l{at}": {"anyOf": [{"$ref": f"#/$defs/l{at + 1}"}] * 2} for at in range(size)}
    return {"$defs": {**levels, f"l{size}": {"type": "integer"}}, "$ref": "#/$defs/l0"}


def _without_comments(text: str) -> bytes:
    return without_comments(text.encode())


def _column(text: str) -> str:
    """Return what a database keeps of a text of JSON, and of the same text as a string of it."""
    return decimal_json(f"[1e5,{text}]") + decimal_json(json.dumps(f"1e5 {text}"))


def _returned(value: Any) -> Any:
    return read_returned(value, OperationType.QUERY)


def _statement(engine: Any) -> Any:
    return refusing(lambda sql: reading_statement(sql, engine), ToolError)


def _pattern(pattern: str) -> Any:
    return refusing(lambda text: pattern_found(pattern, text), PatternError)


ROWS = [
    Row("arguments: nested lists", refusing(parse_arguments, ToolError), _nested('{"a":[', "1", "]"), _MODEL),
    Row(
        "result: nested lists",
        refusing(_returned, ToolError),
        _deep,
        1_000,
    ),
    Row("redact: nested lists", refusing(redact, RecursionError), _deep, 900),
    *(
        Row(f"comments: {piece * 2}", _without_comments, repeated(piece), _FILE)
        for piece in ('"\\', "/*", "//", "*/", '""')
    ),
    *(
        Row(f"JSON of columns: {piece * 2}", _column, repeated(piece), _FILE)
        for piece in ('"', "\\", '"1e5",', "1", "1e5,", "-0.0", ".1e+5")
    ),
    Row("cookies: long date", _take_cookies, repeated(" ", before="a=b; expires=Mon, 01", after="x"), _HEADERS),
    Row("cookies: many attributes", _take_cookies, repeated("; a=b", before="a=b"), _HEADERS),
    Row("cookies: quotes", _take_cookies, repeated('"\\', before="a="), _HEADERS),
    Row("cookies: date of digits", _take_cookies, repeated("1", before="a=b; expires="), _HEADERS),
    Row(
        "SQL: $a$ $b$ …",
        _statement("postgresql"),
        lambda n: "select " + " ".join(f"$a{at}$" for at in range(n // 6)),
        _SQL,
    ),
    Row("SQL: [[[[", _statement("sqlite"), repeated("[", before="select "), _SQL),
    Row("SQL: ''''", _statement("mysql"), repeated("''", before="select ", after="'"), _SQL),
    Row("SQL: /*/*/*", _statement("postgresql"), repeated("/*", before="select "), _SQL),
    Row("script: ((((", refusing(findings, ToolError), repeated("("), _SCRIPT),
    Row("script: ----1", refusing(findings, ToolError), repeated("-", after="1"), _SCRIPT),
    Row("script: [{[{", refusing(findings, ToolError), repeated("[{"), _SCRIPT),
    Row("script: a.a.a", refusing(suspicions, ToolError), repeated("a."), _SCRIPT),
    Row("script: 1+1+1", refusing(suspicions, ToolError), repeated("1+", after="1"), _SCRIPT),
    Row(
        "script: if x: if x:",
        refusing(findings, ToolError),
        lambda n: "\n".join(" " * at + "if x:" for at in range(int(n**0.5))),
        _SCRIPT,
    ),
    Row("script: f-strings", refusing(findings, ToolError), repeated("f'{", after="1"), _SCRIPT),
    Row("script: lambda:lambda:", refusing(findings, ToolError), repeated("lambda:", after="1"), _SCRIPT),
    Row("script: many lines", refusing(suspicions, ToolError), repeated("while True:\n    eval('1')\n"), _SCRIPT),
    Row("trending page: <<<<", trending_repositories, repeated("<"), MAX_PAGE),
    Row("trending page: <article", trending_repositories, repeated("<article><h2><a href='/a/b'>"), MAX_BYTES // 4),
    Row("trending page: <a a a", trending_repositories, repeated(" a=", before="<a"), MAX_PAGE),
    Row("article: <img <img", _IMG_SRC.findall, repeated("<img "), 1_000_000),
    Row("article: <img src='", _IMG_SRC.findall, repeated("<img src='a\""), 1_000_000),
    Row("article: <img and spaces", _IMG_SRC.findall, repeated(" src ", before="<img"), 1_000_000),
    Row("article: src= and spaces", _IMG_SRC.findall, repeated("<img src" + " " * 900), 1_000_000),
    Row(
        "message: one long line",
        refusing(lambda text: split_text(text, 18_000, size=json_size), ToolError),
        repeated("é\\"),
        170_000,
    ),
    Row("schema: $ref that branches", lambda n: schema_mismatch("x", _branching_schema(n)), lambda n: n, 40),
    Row("schema: nested", lambda n: schema_problem(_deep_schema(n)), lambda n: n, 200),
    Row("schema: uniqueItems", lambda n: schema_mismatch(list(range(n)), {"uniqueItems": True}), lambda n: n, 20_000),
    Row(
        "schema: uniqueItems of objects",
        lambda n: schema_mismatch([{"a": at} for at in range(n)], {"uniqueItems": True}),
        lambda n: n,
        2_000,
    ),
    Row("schema: enum", lambda n: schema_mismatch("x", {"enum": [f"{at}" for at in range(n)]}), lambda n: n, 50_000),
    Row("pattern: (a+)+b", _pattern("(a+)+b"), repeated("a"), 1_000_000),
    Row("pattern: (a{100}){100}b", _pattern("(a{100}){100}b"), repeated("a"), 1_000_000),
    Row("pattern: long", refusing(lambda text: pattern_found(text, "a"), PatternError), repeated("(a|b)*"), 20_000),
    Row(
        "switch: pattern",
        refusing(lambda text: matches("regex", text, r"(\w{50}){3}x"), MatchError),
        repeated("a"),
        MAX_MATCHED_CHARACTERS,
    ),
    Row(
        "switch: range of digits",
        refusing(lambda text: matches("range", 1, text), MatchError, ValueError),
        repeated("1"),
        200_000,
    ),
    Row(
        "switch: range of spaces",
        refusing(lambda text: matches("range", 1, text), MatchError),
        repeated(" ", "1", "x"),
        200_000,
    ),
    Row("curl: options", refusing(read_curl, ToolError), repeated("-d a=b ", before="curl https://a.example "), 90_000),
    Row("curl: quotes", refusing(read_curl, ToolError), repeated("'\\''", before="curl "), 90_000),
    Row("curl: carets", refusing(read_curl, ToolError), repeated('^"', before="curl "), 90_000),
    Row("link header: targets", next_link, repeated('<a>;a="', before="<"), 20_000),
    Row("link header: quotes", next_link, repeated('"a,"', before="<a>;"), 20_000),
    Row("link header: spaces", next_link, repeated(" ", before="<a>;rel="), 20_000),
    Row("rule: *a*a*a", lambda n: fits("*a" * 50 + "b", "a" * n), lambda n: n, 20_000),
    Row("function name", lambda text: function_name(ToolId("tool:x"), text), repeated("é "), _SETTING),
    Row("moved key: a URL", lambda text: move_key({"url": text}), repeated("/bot1:a", before="http://a"), _SETTING),
    Row("moved key: a body", lambda text: move_key({"body": text}), repeated('"token":"\\u0061",'), _SETTING),
    Row("settings: quotes", lambda text: take_secrets(None, {"a": text}), repeated('"a" : '), _SETTING),
    Row(
        "settings: ://a/a/a", lambda text: take_secrets(None, {"a": text}), repeated("/a", before="http://a"), _SETTING
    ),
    Row("settings: ://://", lambda text: take_secrets(None, {"a": text}), repeated("://a"), _SETTING),
    Row("settings: ????", lambda text: take_secrets(None, {"a": text}), repeated("?"), _SETTING),
    Row("settings: backslashes", lambda text: take_secrets(None, {"a": text}), repeated('"a":"\\'), _SETTING),
    Row("name: accents", refusing(visible_name, BilingualError), repeated("\u0301", before="a"), 1_000_000),
    Row("name: spaces", refusing(visible_name, BilingualError), repeated(" ", before="a", after="\u0301"), 1_000_000),
    Row("name: joiners", lambda text: shown_name(text, "x"), repeated("\u200da"), 1_000_000),
    Row("skill: ----", refusing(read_skill_md, BilingualError), repeated("\n--- ", before="---\n"), _SETTING),
    Row("skill: [[[[", refusing(read_skill_md, BilingualError), lambda n: f"---\na: {'[' * n}\n---\nx", 9_000),
    Row(
        "skill: aliases",
        refusing(read_skill_md, BilingualError),
        lambda n: (
            "---\n"
            + "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9) if at else 1}]\n" for at in range(n))
            + "---\nx"
        ),
        200,
    ),
    Row("audit: long message", lambda text: query_success(text).beginning(40_000), repeated("a"), MAX_BYTES),
]


def _deep_schema(size: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(size):
        schema = {"items": schema}
    return schema
