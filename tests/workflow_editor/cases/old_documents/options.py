"""One document for each option of each node type, with values of which the meaning is easily changed by mistake."""

import base64
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from workflow_editor.nodes.templates.filter_help import FILTER_HELP

Json = dict[str, Any]
ROWS = [
    {"id": 1, "name": "Ada", "amount": "-12.50", "tags": ["a", "b"], "at": {"city": "Wien"}},
    {"id": "007", "name": "Bo", "amount": 3, "tags": [], "at": {"city": None}},
    {"id": 7, "name": "bo", "amount": None, "tags": ["a"], "at": {}},
    {"id": None, "name": "", "amount": 0.5, "tags": None},
]
OTHERS = [{"id": "1", "price": 2}, {"id": "7", "price": "1e3"}, {"id": "", "price": None}]
VALUES: Json = {
    "rows": ROWS,
    "others": OTHERS,
    "people": [{"name": "Ada", "age": 36}, {"name": "Bob", "age": 29}],
    "nested": [[1, [2]], [], [3]],
    "nothing": None,
    "seven": 7,
    "padded": "007",
    "price": 2.5,
    "text": "a,\"b\" 'c' {x} 压缩",
    "flag": True,
    "empty": "",
}
PAIRS = (
    ("seven", "007"),
    ("seven", "7"),
    ("seven", "7.0"),
    ("padded", "7"),
    ("nothing", ""),
    ("text", "a"),
    ("rows", ""),
)
OPERATORS = (
    "equals notEquals greaterThan lessThan greaterOrEqual lessOrEqual contains notContains startsWith endsWith isEmpty "
    "isNotEmpty"
).split()
SUMMARIES = "count sum average minimum maximum first last texts".split()
EXPRESSIONS = (
    "inputs.seven == 7",
    "inputs.seven / 2 == 3",
    "inputs.nothing == null",
    "inputs.padded == '7'",
    "size(inputs.rows) > 3",
)
CASES = {
    "exact": ["007", "7", "true", "True", ""],
    "contains": ["A,", "c", "7"],
    "regex": ["^a", "[0-9]+", "^$"],
    "range": ["0-6", "7-9", ">=1000"],
    "condition": ["inputs.seven > 7", "inputs.seven == 7", "true"],
}
STEPS: dict[str, list[Json]] = {
    "sort": [{"field": name, "descending": down} for name in ("id", "name", "amount") for down in (False, True)],
    "unique": [{"field": name} for name in ("id", "name", "at.city", "")],
    "limit": [{"count": 2, "offset": 1}],
    "pick": [{"fields": "name, at.city as city, missing"}],
    "group": [{"field": name} for name in ("id", "name", "at.city")],
    "summarize": [{"field": "amount", "summary": kind, "by": by} for kind in SUMMARIES for by in ("", "name")],
    "join": [
        {"field": "id", "other": "{{ inputs.others }}", "otherField": "id", "joining": way}
        for way in ("both", "left", "all")
    ],
    "append": [{"other": "{{ inputs.others }}"}],
    "split": [{"count": 3}],
    "flatten": [{"field": "tags"}, {"field": ""}],
    "filter": [
        {"field": name, "operator": operator, "value": value}
        for operator in OPERATORS
        for name, value in (("id", "7"), ("amount", "0"), ("amount", ""))
    ],
}
TAGS = (
    "{% for row in inputs.rows %}{{ forloop.index }}:{{ row.name }},{% endfor %}",
    "{% if inputs.nothing == null %}null{% endif %}{% if inputs.empty == '' %}empty{% endif %}",
    "{% if inputs.padded == 7 %}seven{% endif %}{% if inputs.seven == '7' %}text{% endif %}",
    "{% assign x = inputs.seven | plus: 1 %}{{ x }}",
    "{% case inputs.seven %}{% when '7' %}text{% when 7 %}number{% endcase %}",
    "{{ inputs.rows[1].amount }}{{ inputs.missing }}{{ inputs.rows.size }}",
)
CSV = 'name,amount,phone\nAda,-12.50,+49 30\n"=1+1",007,@x\n'
CONTENTS = {
    "parse_json": '{"a": 1, "b": [null, "x"], "c": 1.50}',
    "parse_csv": CSV,
    "parse_xml": '<o id="7"><item>tea</item><item>figs</item></o>',
    "parse_yaml": "a: 12\nb: [yes, '007', 2026-01-02]\nc:\n",
    "parse_feed": "<rss version='2.0'><channel><title>T</title><item><title>One</title></item></channel></rss>",
    "select_html": "<article><h2><a href='/a'>One</a></h2><h2><a href='/b'>Two &amp; 3</a></h2></article>",
    "html_to_text": "<p>One<br>two</p><ul><li>a</li></ul>",
    "markdown_to_html": "# One\n\n* **two** | 3 <b>\n",
    "to_json": "{{ inputs.rows }}",
    "to_csv": "{{ inputs.rows }}",
    "to_xml": "{{ inputs.people }}",
    "to_yaml": "{{ inputs.rows }}",
}
MORE_CONVERSIONS: dict[str, list[Json]] = {
    "select_html": [{"selector": "h2 a", "attribute": "href"}, {"selector": "a"}],
    "to_xml": [{"root": "people"}, {}],
    "parse_csv": [{}, {"delimiter": ";"}],
}
PROGRAMS = {
    "python": [
        "seven",
        "rows",
        "nothing",
        "price * 2",
        "str(flag)",
        "[row['id'] for row in rows]",
        "{'a': padded, 1: 2}",
    ],
    "javascript": [
        "seven",
        "rows",
        "nothing",
        "price * 2",
        "String(flag)",
        "rows.map((row) => row.id)",
        "({a: padded})",
    ],
}
BODIES = (
    "{{ inputs.rows }}",
    "{{ inputs.nothing }}",
    "{{ inputs.text }}",
    '{"a": {{ inputs.seven }}, "b": {{ inputs.text | json }}, "c": "{{ inputs.padded }}"}',
)
ANSWERS = {
    "application/json": b'{"a": [1, null]}',
    "text/plain": b"a\nb\n",
    "application/octet-stream": b"\x00\xff",
}
LOOP_WAYS: list[Json] = [
    {"keepResults": True},
    {"maxPasses": 1, "onLimit": "fail"},
    {"maxPasses": 1, "onLimit": "continue"},
]
ECHO = "${ECHO}"
ECHOED = {
    name: f"{{{{ nodes.n.body.{place} }}}}"
    for name, place in {
        "method": "method",
        "query": "query",
        "sent": "body",
        "type": "headers.content-type",
        "x": "headers.x-a",
    }.items()
}
TRIPLE = [
    {"key": "a", "value": "{{ inputs.nothing }}"},
    {"key": "b", "value": "{{ inputs.seven }}"},
    {"key": "c", "value": "{{ inputs.rows }}"},
]


def node(key: str, kind: str, config: Json, parent: str | None = None) -> Json:
    made = {"key": key, "name": key, "type": kind, "type_version": 1, "config": config}
    return made | ({"parent": parent} if parent else {})


def edge(source: str, port: str, target: str) -> Json:
    return {"id": f"{source}-{port}-{target}", "source": source, "source_port": port, "target": target}


def case(
    name: str, kind: str, configs: Sequence[Json], *more: Json, ports: Sequence[str] = ("out",), **outputs: str
) -> Json:
    """Return a document in which nodes `n0`, `n1` … of a type work on the values; one that fails stops no other.

    Args:
        more: further nodes; those without a parent come before, one after the other.
        outputs: what the run gives out for each node `n`; all of its output unless there is any.
    """
    written = json.dumps([configs, more, outputs])
    used = {field: value for field, value in VALUES.items() if f"inputs.{field}" in written}
    fields = [{"name": field, "type": "json", "title": field} for field in used]
    before = [one["key"] for one in more if "parent" not in one]
    edges = [edge(source, "out", target) for source, target in pairwise(["start", *before])]
    nodes, rows = [node("start", "start", {"fields": fields}), *more], []
    for number, config in enumerate(configs):
        key = f"n{number}"
        policy = {"onError": "default", "defaultOutput": {"failed": True}}
        nodes.append({**node(key, kind, config), "policy": policy})
        edges += [edge(before[-1] if before else "start", "out", key), *(edge(key, port, "end") for port in ports)]
        for field, value in (outputs or {"all": "{{ nodes.n }}"}).items():
            rows.append({"name": f"{key}_{field}", "value": value.replace("nodes.n", f"nodes.{key}")})
    nodes.append(node("end", "end", {"outputs": rows}))
    return {"id": name, "document": {"schema_version": 1, "nodes": nodes, "edges": edges}, "inputs": used}


def documents() -> Iterator[Json]:
    yield from _conditions()
    yield from _lists()
    yield from _texts()
    yield from _filters()
    yield from _containers()
    yield from _values()
    yield from _requests()


def _conditions() -> Iterator[Json]:
    ports = ("true", "false")
    for operator in OPERATORS:
        rows = [{"variable": f"{{{{ inputs.{left} }}}}", "operator": operator, "value": right} for left, right in PAIRS]
        yield case(f"condition {operator}", "condition", [{"rows": [row]} for row in rows], ports=ports)
    both = [{"variable": "{{ inputs.seven }}", "value": "7"}, {"variable": "{{ inputs.flag }}", "value": "True"}]
    yield case("condition match", "condition", [{"match": way, "rows": both} for way in ("all", "any")], ports=ports)
    expressions = [{"mode": "expression", "expression": text} for text in EXPRESSIONS]
    yield case("condition expression", "condition", expressions, ports=ports)
    for kind, values in CASES.items():
        branches = [{"id": f"c{number}", "label": f"L{number}", "value": value} for number, value in enumerate(values)]
        configs = [
            {"variable": f"{{{{ inputs.{name} }}}}", "matchType": kind, "caseSensitive": sensitive, "cases": branches}
            for name in ("seven", "padded", "nothing", "text", "flag")
            for sensitive in (True, False)
        ]
        yield case(f"switch {kind}", "switch", configs, ports=(*(one["id"] for one in branches), "default"))


def _lists() -> Iterator[Json]:
    for operation, ways in STEPS.items():
        steps = [[{"operation": operation, **step}] for step in ways]
        yield case(f"list {operation}", "list", [{"items": "{{ inputs.rows }}", "steps": step} for step in steps])
    flat = [{"operation": "flatten"}]
    items = [{"items": f"{{{{ inputs.{name} }}}}", "steps": flat} for name in ("nested", "nothing", "empty", "seven")]
    yield case("list of others", "list", items)


def _texts() -> Iterator[Json]:
    for conversion, content in CONTENTS.items():
        ways: list[Json] = MORE_CONVERSIONS.get(conversion, [{}])
        yield case(
            f"convert {conversion}", "convert", [{"conversion": conversion, "content": content, **way} for way in ways]
        )
    for template in (
        "{{ V }}",
        "{{ V | json }}",
        "{{ V | default: 'd' }}",
        "{{ V | size }}",
        "{{ V | join: '-' }}",
        "{{ V | plus: 1 }}",
    ):
        texts = [{"template": f"<{template.replace('V', f'inputs.{name}')}>"} for name in VALUES]
        yield case(f"template {template}", "template", texts)
    yield case("template tags", "template", [{"template": text} for text in TAGS])
    contents = ("{{ inputs.rows }}", "{{ inputs.text }}", '{"a": {{ inputs.seven }}, "b": "{{ inputs.padded }}"}')
    for kind in ("text", "json", "markdown", "html"):
        named = [{"content": text, "format": kind, "fileName": "{{ inputs.seven }}"} for text in contents]
        yield case(f"output {kind}", "output", named)
    for kind in ("json", "text", "html", "redirect", "empty"):
        given = {"kind": kind, "location": "https://example.com/{{ inputs.seven }}", "headers": TRIPLE[1:2]}
        yield case(f"respond {kind}", "respond", [{**given, "body": text, "status": "202"} for text in contents])
    for kind in ("csv", "xlsx", "docx", "pdf"):
        content = "{{ inputs.rows }}" if kind in ("csv", "xlsx") else "# {{ inputs.text }}"
        file = node("file", "make_file", {"format": kind, "content": content, "name": "{{ inputs.seven }}"})
        read: list[Json] = [{"file": "{{ nodes.file.file }}"}, {"file": "{{ nodes.file.file }}", "maxCharacters": 100}]
        yield case(f"make_file {kind}", "extract_text", read, file, text="{{ nodes.n.text }}")
    for encoding in ("utf-8-sig", "utf-8", "gb18030"):
        file = node("file", "make_file", {"format": "csv", "content": "{{ inputs.rows }}", "encoding": encoding})
        read = [{"file": "{{ nodes.file.file }}"}]
        yield case(f"make_file {encoding}", "extract_text", read, file, text="{{ nodes.n.text }}")
    file = node("file", "make_file", {"format": "csv", "content": "{{ inputs.people }}", "name": "p"})
    packed = node("packed", "zip", {"operation": "pack", "files": "{{ nodes.file.file }}", "name": "z"})
    names = [{"operation": "unpack", "files": "{{ nodes.packed.file }}"}]
    yield case(
        "zip", "zip", names, file, packed, first="{{ nodes.n.files[0].name }}", of="{{ nodes.packed.file.name }}"
    )


def _filters() -> Iterator[Json]:
    """Yield each filter on the value of its example."""
    names = list(FILTER_HELP)
    for some in (names[start : start + 20] for start in range(0, len(names), 20)):
        uses = {name: FILTER_HELP[name] for name in some}
        texts = [
            {"template": f"<{{{{ inputs.v_{name} | {name}{f': {use.arguments}' if use.arguments else ''} }}}}>"}
            for name, use in uses.items()
        ]
        made = case(f"filters {some[0]}", "template", texts)
        given = {f"v_{name}": use.value for name, use in uses.items()} | {"more": ["b"]}
        made["document"]["nodes"][0]["config"]["fields"] = [
            {"name": name, "type": "text" if isinstance(value, str) else "json", "title": name}
            for name, value in given.items()
        ]
        yield made | {"inputs": given}


def _containers() -> Iterator[Json]:
    for strategy in ("fail_fast", "continue", "collect"):
        inner = node("inner", "template", {"template": "{{ 6 | divided_by: nodes.n0.item.id }}"}, "n0")
        config: Json = {
            "items": "{{ inputs.rows }}",
            "output": "{{ nodes.inner.text }}",
            "onItemError": strategy,
            "width": 2,
        }
        yield case(f"iteration {strategy}", "iteration", [config], inner)
    for name in ("rows", "nothing", "empty", "nested", "seven"):
        inner = node("inner", "template", {"template": "{{ nodes.n0.index }}{{ nodes.n0.item }}"}, "n0")
        yield case(f"iteration {name}", "iteration", [{"items": f"{{{{ inputs.{name} }}}}"}], inner)
    text = "{% if nodes.n0.index == 0 %}x{% else %}{{ nodes.n0.last }}x{% endif %}"
    for mode, condition in (("times", ""), ("while", "nodes.n0.index < 2"), ("until", "nodes.n0.last == 'xx'")):
        for way in LOOP_WAYS:
            inner = node("inner", "template", {"template": text}, "n0")
            config = {"mode": mode, "condition": condition, "times": 2, "output": "{{ nodes.inner.text }}", **way}
            yield case(f"loop {mode} {json.dumps(way)}", "loop", [config], inner)

    adds = node("inner", "template", {"template": "x"}, "n0")
    stops = node("stops", "break", {}, "n0")
    way = {"mode": "times", "times": 3, "output": "{{ nodes.inner.text }}", "keepResults": True}
    made = case("loop break", "loop", [way], adds, stops)
    made["document"]["edges"].append(edge("inner", "out", "stops"))
    yield made


def _values() -> Iterator[Json]:
    rows = [{"name": name, "value": f"{{{{ inputs.{name} }}}}"} for name in VALUES]
    mixed = {"name": "joined", "value": "{{ inputs.seven }}-{{ inputs.nothing }}-{{ inputs.rows }}"}
    yield case("set", "set", [{"assignments": [*rows, mixed]}])
    for operation in ("set", "increment", "append", "remove"):
        changes = [
            {"assignments": [{"name": f"v{name}", "operation": operation, "value": f"{{{{ inputs.{name} }}}}"}]}
            for name in ("seven", "nothing", "padded", "rows")
        ]
        yield case(f"assign {operation}", "assign", changes)
    for strategy in ("all", "any", "first", "count"):
        ways = [{"strategy": strategy, "count": 1, "outputMode": mode} for mode in ("auto", "merge", "array", "first")]
        yield case(f"merge {strategy}", "merge", ways, node("before", "template", {"template": "t"}))
    for language, programs in PROGRAMS.items():
        codes = [{"inputs": rows, "language": language, "code": program} for program in programs]
        yield case(f"code {language}", "code", codes, result="{{ nodes.n.result }}")


def _requests() -> Iterator[Json]:
    def asked(name: str, *ways: Json, **outputs: str) -> Json:
        return case(
            f"http {name}", "http_request", [{"url": f"{ECHO}/a", **way} for way in ways], **(outputs or ECHOED)
        )

    headers = [
        [{"key": "X-A", "value": value}] for value in ("{{ inputs.seven }}{{ inputs.nothing }}", "{{ inputs.nothing }}")
    ]
    yield asked("rows", {"query": TRIPLE}, *({"headers": rows} for rows in headers))
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"):
        yield asked(method, {"method": method, "bodyType": "json", "body": '{"a": 1}'})
    for kind in ("none", "json", "raw"):
        yield asked(kind, *({"method": "POST", "bodyType": kind, "body": body} for body in BODIES))
    yield asked("form", {"method": "POST", "bodyType": "form", "form": TRIPLE})
    for response in ("auto", "json", "text", "lines", "blob"):
        ways = [
            {"url": f"{ECHO}/raw?b64={quote(base64.b64encode(body))}&ct={kind}", "responseType": response}
            for kind, body in ANSWERS.items()
        ]
        yield asked(f"answer {response}", *ways, body="{{ nodes.n.body }}")
    signed = [
        {"authType": "basic", "authUsername": "{{ inputs.seven }}", "authSecret": "{{ inputs.padded }}"},
        {"authType": "bearer", "authSecret": "{{ inputs.padded }}"},
        {"authType": "apikey", "authName": "X-A", "authPlace": "header", "authSecret": "{{ inputs.padded }}"},
        {"authType": "apikey", "authName": "k", "authPlace": "query", "authSecret": "{{ inputs.padded }}"},
    ]
    yield asked("auth", *signed, **ECHOED, signed="{{ nodes.n.body.headers.authorization }}")
    yield asked(
        "multipart", {"method": "POST", "bodyType": "multipart", "form": TRIPLE}, method="{{ nodes.n.body.method }}"
    )
    at = f"{ECHO}/raw?b64=e30%3D&ct=application/json&status=404"
    yield asked("404", *({"url": at, "onErrorStatus": way} for way in ("fail", "continue")), body="{{ nodes.n.body }}")
    pages = {"url": f"{ECHO}/pages", "followsPages": True}
    by = {"pagesBy": "cursor", "pageArgument": "cursor", "pageNext": "meta.next", "pageItems": "data"}
    yield asked(
        "pages",
        pages,
        pages | by,
        pages | by | {"maxPages": 2},
        pages | by | {"maxItems": 3},
        body="{{ nodes.n.body }}",
    )
