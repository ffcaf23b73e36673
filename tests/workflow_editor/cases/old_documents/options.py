"""One document for each option of each node type, with values of which the meaning is easily changed by mistake."""

import base64
import json
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

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
CSV = 'name,amount,phone\nAda,-12.50,+49 30\n"=1+1",007,@x\n'
CONTENTS = {
    "parse_json": '{"a": 1, "b": [null, "x"], "c": 1.50}',
    "parse_csv": CSV,
    "parse_xml": '<o id="7"><item>tea</item><item>figs</item></o>',
    "parse_yaml": "a: 12\nb: [yes, '007', 2026-01-02]\nc:\n",
    "parse_feed": "<rss version='2.0'><channel><title>T</title><item><title>One</title><guid>1</guid></item></channel></rss>",
    "select_html": "<article><h2><a href='/a'>One</a></h2><h2><a href='/b'>Two &amp; 3</a></h2></article>",
    "html_to_text": "<p>One<br>two</p><ul><li>a</li></ul>",
    "markdown_to_html": "# One\n\n* **two** | 3 <b>\n",
    "to_json": "{{ inputs.rows }}",
    "to_csv": "{{ inputs.rows }}",
    "to_xml": "{{ inputs.people }}",
    "to_yaml": "{{ inputs.rows }}",
}
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


def case(name: str, kind: str, config: Json, *more: Json, ports: Sequence[str] = ("out",), **outputs: str) -> Json:
    """Return a document in which one node `n` of the type works on the values.

    Args:
        more: further nodes; those without a parent come before `n`, one after the other.
        outputs: what the run gives out; all of the node unless there is any.
    """
    written = json.dumps([config, more, outputs])
    used = {name: value for name, value in VALUES.items() if f"inputs.{name}" in written}
    fields = [{"name": name, "type": "json", "title": name} for name in used]
    rows = [{"name": field, "value": value} for field, value in (outputs or {"n": "{{ nodes.n }}"}).items()]
    before = [one["key"] for one in more if "parent" not in one]
    way = ["start", *before, "n"]
    edges = [edge(source, "out", target) for source, target in zip(way, way[1:])]
    nodes = [node("start", "start", {"fields": fields}), *more, node("n", kind, config)]
    if kind != "end":
        nodes.append(node("end", "end", {"outputs": rows}))
        edges += [edge("n", port, "end") for port in ports]
    return {"id": name, "document": {"schema_version": 1, "nodes": nodes, "edges": edges}, "inputs": used}


def documents() -> Iterator[Json]:
    yield from _conditions()
    yield from _lists()
    yield from _texts()
    yield from _containers()
    yield from _values()
    yield from _requests()


def _conditions() -> Iterator[Json]:
    ports = ("true", "false")
    for operator in OPERATORS:
        for left, right in PAIRS:
            row = {"variable": f"{{{{ inputs.{left} }}}}", "operator": operator, "value": right}
            yield case(f"condition {operator} {left} {right!r}", "condition", {"rows": [row]}, ports=ports)
    both = [{"variable": "{{ inputs.seven }}", "value": "7"}, {"variable": "{{ inputs.flag }}", "value": "True"}]
    for match in ("all", "any"):
        yield case(f"condition match {match}", "condition", {"match": match, "rows": both}, ports=ports)
    for text in (
        "inputs.seven == 7",
        "inputs.seven / 2 == 3",
        "inputs.nothing == null",
        "inputs.padded == '7'",
        "size(inputs.rows) > 3",
    ):
        yield case(f"condition expression {text}", "condition", {"mode": "expression", "expression": text}, ports=ports)
    cases = {
        "exact": ["007", "7", "true", "True", ""],
        "contains": ["A,", "c", "7"],
        "regex": ["^a", "[0-9]+", "^$"],
        "range": ["0-6", "7-9", "1000-"],
        "condition": ["inputs.seven > 7", "inputs.seven == 7", "true"],
    }
    for kind, values in cases.items():
        branches = [{"id": f"c{number}", "label": f"L{number}", "value": value} for number, value in enumerate(values)]
        for variable in ("seven", "padded", "nothing", "text", "flag"):
            for sensitive in (True, False) if variable == "text" else (True,):
                config = {
                    "variable": f"{{{{ inputs.{variable} }}}}",
                    "matchType": kind,
                    "caseSensitive": sensitive,
                    "cases": branches,
                }
                ports = (*(one["id"] for one in branches), "default")
                yield case(f"switch {kind} {variable} {sensitive}", "switch", config, ports=ports)


def _lists() -> Iterator[Json]:
    steps: dict[str, list[Json]] = {
        "sort": [{"field": field, "descending": down} for field in ("id", "name", "amount") for down in (False, True)],
        "unique": [{"field": field} for field in ("id", "name", "at.city", "")],
        "limit": [{"count": 2, "offset": 1}],
        "pick": [{"fields": "name, at.city as city, missing"}],
        "group": [{"field": field} for field in ("id", "name", "at.city")],
        "summarize": [{"field": "amount", "summary": kind, "by": by} for kind in SUMMARIES for by in ("", "name")],
        "join": [
            {"field": "id", "other": "{{ inputs.others }}", "otherField": "id", "joining": kind}
            for kind in ("both", "left", "all")
        ],
        "append": [{"other": "{{ inputs.others }}"}],
        "split": [{"count": 3}],
        "flatten": [{"field": "tags"}, {"field": ""}],
        "filter": [{"field": "id", "operator": operator, "value": "7"} for operator in OPERATORS]
        + [
            {"field": "amount", "operator": "equals", "value": ""},
            {"field": "amount", "operator": "greaterThan", "value": "0"},
        ],
    }
    for operation, ways in steps.items():
        for number, step in enumerate(ways):
            config = {"items": "{{ inputs.rows }}", "steps": [{"operation": operation, **step}]}
            yield case(f"list {operation} {number}", "list", config)
    yield case("list flatten nested", "list", {"items": "{{ inputs.nested }}", "steps": [{"operation": "flatten"}]})
    yield case("list nothing", "list", {"items": "{{ inputs.nothing }}", "steps": []})


def _texts() -> Iterator[Json]:
    for conversion, content in CONTENTS.items():
        extra = {"select_html": {"selector": "h2 a", "attribute": "href"}, "to_xml": {"root": "people"}}.get(
            conversion, {}
        )
        yield case(f"convert {conversion}", "convert", {"conversion": conversion, "content": content, **extra})
    yield case("convert parse_csv ;", "convert", {"conversion": "parse_csv", "content": "a;b\n1;2\n", "delimiter": ";"})
    yield case(
        "convert select_html texts",
        "convert",
        {"conversion": "select_html", "content": CONTENTS["select_html"], "selector": "a"},
    )
    for number, template in enumerate(
        "{{ inputs.VALUE }}|{{ inputs.VALUE | json }}|{{ inputs.VALUE | default: 'd' }}|{{ inputs.VALUE | size }}".split(
            "|"
        )
    ):
        for name in VALUES:
            yield case(f"template {name} {number}", "template", {"template": f"<{template.replace('VALUE', name)}>"})
    for template in (
        "{% for row in inputs.rows %}{{ forloop.index }}:{{ row.name }},{% endfor %}",
        "{% if inputs.nothing == null %}null{% endif %}{% if inputs.empty == '' %}empty{% endif %}{% if inputs.padded == 7 %}seven{% endif %}",
        "{% assign x = inputs.seven | plus: 1 %}{{ x }}{% case inputs.seven %}{% when '7' %}text{% when 7 %}number{% endcase %}",
        "{{ inputs.rows[1].amount }}{{ inputs.missing }}{{ inputs.rows.size }}",
    ):
        yield case(f"template {template[:40]}", "template", {"template": template})
    for kind in ("text", "json", "markdown", "html"):
        for content in (
            "{{ inputs.rows }}",
            "{{ inputs.text }}",
            '{"a": {{ inputs.seven }}, "b": "{{ inputs.padded }}"}',
        ):
            config = {"content": content, "format": kind, "fileName": "{{ inputs.seven }}"}
            yield case(f"output {kind} {content[:16]}", "output", config)
    for kind in ("json", "text", "html", "redirect", "empty"):
        for body in ("{{ inputs.rows }}", "{{ inputs.text }}", '{"a": {{ inputs.seven }}}'):
            config = {
                "kind": kind,
                "body": body,
                "location": "https://example.com/{{ inputs.seven }}",
                "headers": TRIPLE[1:2],
            }
            yield case(f"respond {kind} {body[:16]}", "respond", config)
    yield case("respond status", "respond", {"body": "{{ inputs.flag }}", "status": "20{{ inputs.seven | minus: 6 }}"})
    for kind, content in (
        ("csv", "{{ inputs.rows }}"),
        ("xlsx", "{{ inputs.rows }}"),
        ("docx", "# {{ inputs.text }}"),
        ("pdf", "# {{ inputs.text }}"),
    ):
        read = node("read", "extract_text", {"file": "{{ nodes.file.file }}"})
        file = node("file", "make_file", {"format": kind, "content": content, "name": "{{ inputs.seven }}"})
        yield case(f"make_file {kind}", "template", {"template": "{{ nodes.read.text }}"}, file, read)
    for encoding in ("utf-8-sig", "utf-8", "gb18030"):
        file = node("file", "make_file", {"format": "csv", "content": "{{ inputs.rows }}", "encoding": encoding})
        read = node("read", "extract_text", {"file": "{{ nodes.file.file }}", "maxCharacters": 100})
        yield case(f"make_file {encoding}", "template", {"template": "{{ nodes.read.text }}"}, file, read)
    for operation in ("pack", "unpack"):
        made = node("file", "make_file", {"format": "csv", "content": "{{ inputs.people }}", "name": "p"})
        packed = node("packed", "zip", {"operation": "pack", "files": "{{ nodes.file.file }}", "name": "z"})
        if operation == "pack":
            yield case("zip pack", "template", {"template": "{{ nodes.packed.file.name }}"}, made, packed)
        else:
            unpacked = node("unpacked", "zip", {"operation": "unpack", "files": "{{ nodes.packed.file }}"})
            yield case(
                "zip unpack", "template", {"template": "{{ nodes.unpacked.files[0].name }}"}, made, packed, unpacked
            )


def _containers() -> Iterator[Json]:
    items = ("rows", "nothing", "empty", "nested", "seven")
    for strategy in ("fail_fast", "continue", "collect"):
        inner = node("inner", "template", {"template": "{{ 6 | divided_by: item.id }}"}, "n")
        config = {"items": "{{ inputs.rows }}", "output": "{{ nodes.inner.text }}", "onItemError": strategy, "width": 2}
        yield case(f"iteration {strategy}", "iteration", config, inner)
    for name in items:
        inner = node("inner", "template", {"template": "{{ index }}{{ item }}"}, "n")
        yield case(f"iteration {name}", "iteration", {"items": f"{{{{ inputs.{name} }}}}"}, inner)
    for mode, condition in (("times", ""), ("while", "index < 2"), ("until", "nodes.n.last == 'xx'")):
        for keeps in (False, True):
            inner = node(
                "inner", "template", {"template": "{% if index == 0 %}x{% else %}{{ nodes.n.last }}x{% endif %}"}, "n"
            )
            config = {
                "mode": mode,
                "condition": condition,
                "times": 2,
                "keepResults": keeps,
                "output": "{{ nodes.inner.text }}",
            }
            yield case(f"loop {mode} {keeps}", "loop", config, inner)
    for limit in ("fail", "continue"):
        inner = node("inner", "template", {"template": "x"}, "n")
        config = {"mode": "while", "condition": "true", "maxPasses": 2, "onLimit": limit}
        yield case(f"loop on limit {limit}", "loop", config, inner)


def _values() -> Iterator[Json]:
    rows = [{"name": name, "value": f"{{{{ inputs.{name} }}}}"} for name in VALUES]
    mixed = [*rows, {"name": "joined", "value": "{{ inputs.seven }}-{{ inputs.nothing }}-{{ inputs.rows }}"}]
    yield case("set", "set", {"assignments": mixed})
    yield case("end", "end", {"outputs": mixed})
    yield case("end without outputs", "end", {}, node("before", "set", {"assignments": rows}))
    for operation in ("set", "increment", "append", "extend", "remove"):
        for name in ("seven", "nothing", "padded", "rows"):
            row = {"name": "v", "operation": operation, "value": f"{{{{ inputs.{name} }}}}"}
            yield case(f"assign {operation} {name}", "assign", {"assignments": [row]})
    yield case("stop", "stop", {"message": "No {{ inputs.seven }}"})
    for strategy in ("all", "any", "first", "count"):
        for mode in ("auto", "merge", "array", "first"):
            config = {"strategy": strategy, "count": 1, "outputMode": mode}
            yield case(f"merge {strategy} {mode}", "merge", config, node("before", "template", {"template": "t"}))
    code = {
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
    for language, programs in code.items():
        for program in programs:
            config = {"inputs": rows, "language": language, "code": program}
            yield case(f"code {language} {program}", "code", config, result="{{ nodes.n.result }}")


def _requests() -> Iterator[Json]:
    yield case("http query", "http_request", {"url": f"{ECHO}/a", "query": TRIPLE}, **ECHOED)
    yield case(
        "http headers",
        "http_request",
        {"url": f"{ECHO}/a", "headers": [{"key": "X-A", "value": "{{ inputs.seven }}{{ inputs.nothing }}"}]},
        **ECHOED,
    )
    yield case(
        "http header null",
        "http_request",
        {"url": f"{ECHO}/a", "headers": [{"key": "X-A", "value": "{{ inputs.nothing }}"}]},
        **ECHOED,
    )
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"):
        config = {"url": f"{ECHO}/{method}", "method": method, "bodyType": "json", "body": '{"a": 1}'}
        yield case(f"http {method}", "http_request", config, status="{{ nodes.n.statusCode }}", **ECHOED)
    bodies = (
        "{{ inputs.rows }}",
        "{{ inputs.nothing }}",
        "{{ inputs.text }}",
        '{"a": {{ inputs.seven }}, "b": {{ inputs.text | json }}}',
    )
    for kind in ("none", "json", "raw"):
        for body in bodies:
            config = {"url": f"{ECHO}/a", "method": "POST", "bodyType": kind, "body": body}
            yield case(f"http {kind} {body[:16]}", "http_request", config, **ECHOED)
    config = {"url": f"{ECHO}/a", "method": "POST", "bodyType": "form", "form": TRIPLE}
    yield case("http form", "http_request", config, **ECHOED)
    for response in ("auto", "json", "text", "lines", "blob"):
        for kind, body in (
            ("application/json", b'{"a": [1, null]}'),
            ("text/plain", b"a\nb\n"),
            ("application/octet-stream", b"\x00\xff"),
        ):
            at = f"{ECHO}/raw?b64={quote(base64.b64encode(body))}&ct={kind}"
            yield case(
                f"http {response} {kind}",
                "http_request",
                {"url": at, "responseType": response},
                body="{{ nodes.n.body }}",
            )
    for strategy in ("fail", "continue"):
        at = f"{ECHO}/raw?b64=e30%3D&ct=application/json&status=404"
        config = {"url": at, "onErrorStatus": strategy}
        yield case(
            f"http 404 {strategy}", "http_request", config, status="{{ nodes.n.statusCode }}", body="{{ nodes.n.body }}"
        )
