"""Types of values by what they go through, in runs over HTTP: each stays as it is, or is refused with a sentence.

`test_types_in_databases` has the engines of databases and the tables.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from defusedxml import ElementTree
from django.test import Client

from tests.factories.documents import edge, node
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.cases.edge_values import KEPT, REFUSED
from workflow_editor.api.views import webhooks
from workflow_editor.nodes.meanings import NEWEST

Json = dict[str, Any]
Values = dict[str, Any]
Way = Callable[[ApiUser, Values], Values]
TEXTS = {kind: value for kind, value in KEPT.items() if isinstance(value, str)}
PLAIN = {kind: value for kind, value in KEPT.items() if not isinstance(value, list | dict | None)}
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def flow(user: ApiUser, value: str, *steps: Json, trigger: Json | None = None) -> str:
    """Save a graph that takes `v` through nodes in a row and gives back a template's value; return its id."""
    start = node("start", "start", {"fields": [{"name": "v", "type": "json", "title": "v", "required": False}]})
    end = node("end", "end", {"outputs": [{"name": "r", "value": value}]})
    nodes = [{**one, "type_version": NEWEST} for one in (start, *steps, end)]
    edges = [
        edge(one["key"], other["key"], port=port)
        for one, other in pairwise(nodes)
        for port in (("true", "false") if one["type"] == "condition" else ("out",))
    ]
    return user.workflow({"schema_version": 1, "nodes": [*nodes, *([trigger] if trigger else [])], "edges": edges})


def given_back(user: ApiUser, workflow: str, value: Any) -> Any:
    """Run a workflow and return what it gives; the sentence where it fails."""
    run = user.run_again(workflow, {"v": value}).run
    return run["output"]["r"] if run["status"] == "succeeded" else Refusal(run["error"]["message"])


class Refusal(str):
    """The sentence of a run that has failed."""

    __slots__ = ()


def through(value: str, *steps: Json) -> Way:
    """All values at once, as one object."""
    return lambda user, values: given_back(user, flow(user, value, *steps), values)


def code(language: str, source: str) -> Json:
    config = {"language": language, "code": source, "inputs": [{"name": "v", "value": "{{ inputs.v }}"}]}
    return node("code", "code", {**config, "timeoutMs": 30_000})


def as_read(user: ApiUser, values: Values) -> Values:
    written = given_back(user, flow(user, "{% assign x = inputs.v %}{{ x | json }}"), values)
    found: Values = json.loads(written)
    return found


def from_csv(user: ApiUser, values: Values) -> Values:
    rows = given_back(
        user, flow(user, "{{ inputs.v | to_csv | parse_csv }}"), [{"k": k, "v": v} for k, v in values.items()]
    )
    return {row["k"]: row["v"] for row in rows}


def from_excel(user: ApiUser, values: Values) -> Values:
    file = node("file", "make_file", {"format": "xlsx", "content": "{{ inputs.v }}"})
    stored = given_back(user, flow(user, "{{ nodes.file.file }}", file), [{"v": value} for value in values.values()])
    answer: Any = user.api.get(f"/api/files/{stored['id']}/")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    rows = list(sheet.iter(f"{_SHEET}row"))[1:]
    cells = dict(zip(values, ("".join(row.itertext()) for row in rows), strict=True))
    return {
        kind: str(float(cells[kind])) if isinstance(value, float) else cells[kind] for kind, value in values.items()
    }


def from_webhook(user: ApiUser, values: Values) -> Values:
    found: Values = delivered(user, json.dumps({"v": values}), "application/json")["v"]
    return found


def from_form(user: ApiUser, values: Values) -> Values:
    found: Values = delivered(user, urlencode(values), "application/x-www-form-urlencoded")
    return found


def delivered(user: ApiUser, body: str, kind: str) -> Any:
    hook = node("hook", "webhook", {"respond": "when_done"})
    workflow = flow(user, "{{ trigger.body }}", trigger=hook)
    done(user.api.post(f"/api/workflows/{workflow}/versions/", {}))
    address = done(user.api.get(f"/api/workflows/{workflow}/triggers/"))[0]["address"]
    return done(Client().post(address, body.encode(), content_type=kind))["r"]


def answered(user: ApiUser, answer: str, messages: Iterable[str]) -> Iterator[str]:
    """Send each message in a conversation with a workflow, and yield the answer that its page shows."""
    workflow = flow(user, answer, trigger=node("chat", "chat_trigger"))
    done(user.api.post(f"/api/workflows/{workflow}/versions/", {}))
    talk = done(user.api.post(f"/api/workflows/{workflow}/triggers/chat/conversations/", {}))["id"]
    for message in messages:
        done(user.api.post(f"/api/conversations/{talk}/turns/", {"message": message}))
        user.queue.run_all()
        yield done(user.api.get(f"/api/conversations/{talk}/"))["turns"][-1]["answer"]


def from_messages(user: ApiUser, values: Values) -> Values:
    return dict(zip(values, answered(user, "{{ trigger.message }}", values.values()), strict=True))


def from_chat(user: ApiUser, values: Values) -> Values:
    (answer,) = answered(user, "{{ trigger.message | parse_json | json }}", [json.dumps(values)])
    found: Values = json.loads(answer)
    return found


def from_export(user: ApiUser, values: Values) -> Values:
    workflow = flow(user, "{{ nodes.set.v }}")
    document = done(user.api.get(f"/api/workflows/{workflow}/export/"))
    (start,) = (one for one in document["document"]["nodes"] if one["key"] == "start")
    start["config"]["fields"][0]["default"] = values
    imported = done(user.api.post("/api/workflows/import/", {**document, "name": "Imported"}))
    again = user.api.get(f"/api/workflows/{imported['id']}/export/")
    (start,) = (one for one in json.loads(again.content)["document"]["nodes"] if one["key"] == "start")
    found: Values = start["config"]["fields"][0]["default"]
    return found


def same(value: Any) -> Any:
    return value


def as_text(value: Any) -> Any:
    """Return how CSV and forms write a value that is no text."""
    return value if isinstance(value, str) else "true" if value is True else "false" if value is False else str(value)


def as_cell(value: Any) -> Any:
    """Return how a sheet has a value; numbers of up to 15 digits are numbers."""
    return str(int(value)) if isinstance(value, bool) else as_text(value)


WAYS: dict[str, tuple[Way, Mapping[str, Any], Callable[[Any], Any]]] = {
    "JSON": (through("{{ inputs.v }}"), KEPT, same),
    "JSON as text": (as_read, KEPT, same),
    "YAML": (through("{{ inputs.v | to_yaml | parse_yaml }}"), KEPT, same),
    "JSON of a text": (through("{{ inputs.v | json | parse_json }}"), KEPT, same),
    "JavaScript": (through("{{ nodes.code.result }}", code("javascript", "function main(v) { return v }")), KEPT, same),
    "JavaScript as text": (
        through("{{ nodes.code.result | parse_json }}", code("javascript", "JSON.stringify(args.v)")),
        KEPT,
        same,
    ),
    "Python": (through("{{ nodes.code.result }}", code("python", "def main(v):\n    return v")), KEPT, same),
    "CSV": (from_csv, PLAIN, as_text),
    "Excel": (from_excel, {k: v for k, v in PLAIN.items() if v != ""}, as_cell),
    "webhook": (from_webhook, KEPT, same),
    "form": (from_form, TEXTS, same),
    "chat": (from_chat, KEPT, same),
    "messages": (from_messages, {k: v for k, v in TEXTS.items() if v}, same),
    "export": (from_export, KEPT, same),
}


@pytest.fixture(autouse=True)
def _answer_at_once(api_user: ApiUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "run_wait", lambda run_id, timeout_s: api_user.queue.run_all())


@pytest.mark.parametrize("way", WAYS)
def test_a_value_stays_as_it_is(way: str, api_user: ApiUser) -> None:
    go, values, written = WAYS[way]
    found = go(api_user, dict(values))
    assert not isinstance(found, Refusal), found
    wrong = {kind: found[kind] for kind, value in values.items() if repr(found[kind]) != repr(written(value))}
    assert wrong == {}


@pytest.mark.parametrize("kind", [kind for kind, value in KEPT.items() if isinstance(value, int | float | str)])
def test_an_expression_compares_exactly(kind: str, api_user: ApiUser) -> None:
    value = KEPT[kind]
    other = value + 1 if isinstance(value, int) and not isinstance(value, bool) else [value]
    expression = "inputs.v.value == inputs.v.same && inputs.v.value != inputs.v.other"
    step = node("if", "condition", {"mode": "expression", "expression": expression})
    workflow = flow(api_user, "{{ nodes.if.result }}", step)
    assert given_back(api_user, workflow, {"value": value, "same": value, "other": other}) is True


READERS = ("run", "webhook", "parse_json", "parse_yaml", "javascript", "python")


# The interpreter of Python reads its source as UTF-8, which has no halves of characters.
_NOT_THERE = {("python", "lone surrogate")}


@pytest.mark.parametrize(
    ("reader", "kind"), [(reader, kind) for reader in READERS for kind in REFUSED if (reader, kind) not in _NOT_THERE]
)
def test_what_is_no_value_is_refused_with_a_sentence(reader: str, kind: str, api_user: ApiUser) -> None:
    status, sentence = refused(reader, REFUSED[kind], api_user)
    assert status in (400, 422)
    assert sentence.endswith(".")
    assert "rror:" not in sentence.partition("Error: ")[0]


def refused(reader: str, text: str, user: ApiUser) -> tuple[int, str]:
    user.api.raise_request_exception = False
    match reader:
        case "run":
            body = f'{{"inputs": {{"v": {text}}}, "mode": "live"}}'
            url = f"/api/workflows/{flow(user, '{{ inputs.v }}')}/runs/"
            answer = user.api.generic("POST", url, body, content_type="application/json")
            return answer.status_code, str(answer.json()["detail"])
        case "webhook":
            workflow = flow(user, "{{ trigger.body }}", trigger=node("hook", "webhook", {"respond": "when_done"}))
            done(user.api.post(f"/api/workflows/{workflow}/versions/", {}))
            address = done(user.api.get(f"/api/workflows/{workflow}/triggers/"))[0]["address"]
            sent = Client(raise_request_exception=False).post(address, f'{{"v": {text}}}', "application/json")
            return sent.status_code, str(sent.json()["detail"])
        case "javascript":
            found = given_back(user, flow(user, "{{ nodes.code.result }}", code("javascript", in_javascript(text))), 1)
        case "python":
            found = given_back(user, flow(user, "{{ nodes.code.result }}", code("python", in_python(text))), 1)
        case _:
            yaml = text.replace("NaN", ".nan").replace("-Infinity", "-.inf")
            found = given_back(
                user, flow(user, f"{{{{ inputs.v | {reader} }}}}"), yaml if reader == "parse_yaml" else text
            )
    return (422, str(found)) if isinstance(found, Refusal) else (200, repr(found))


def in_javascript(text: str) -> str:
    return f"[{text}n]" if text.isdecimal() else f"[{text}]"


def in_python(text: str) -> str:
    words = text.replace("NaN", "float('nan')").replace("-Infinity", "float('-inf')")
    return f"[{words}]"
