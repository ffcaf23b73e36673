"""Graphs that are debugged, and what is looked at of their runs."""

from tests.factories.documents import JsonObject, edge, node, text_field
from tests.factories.run_documents import ask, graph
from tests.workflow_editor.acceptance.api_user import Ran

DRAFT = ask("draft", {"text": "A draft."})
REVIEW = ask("review", {"text": "Good."}, userPrompt="{{ inputs.topic }} / {{ nodes.start.topic }}: {{ nodes.draft }}")


def call(key: str, path: str) -> JsonObject:
    return node(key, "http_request", {"url": f"https://api.example.com{path}"})


def drafting() -> JsonObject:
    """start(topic) -> draft -> review -> end, both by the offline model."""
    start = node("start", "start", {"fields": [text_field("topic", required=False)]})
    nodes = [start, DRAFT, REVIEW, node("end", "end")]
    return graph(nodes, [edge("start", "draft"), edge("draft", "review"), edge("review", "end")])


def looping() -> JsonObject:
    """start -> each [call one address per item, then say so] -> end."""
    fields = [{"name": "paths", "type": "json", "title": "Paths", "required": True}]
    fetch = node("fetch", "http_request", {"url": "https://api.example.com{{ nodes.each.item }}"}, parent="each")
    nodes = [
        node("start", "start", {"fields": fields}),
        node("each", "iteration", {"items": "{{ inputs.paths }}", "output": "{{ nodes.say.text }}"}),
        fetch,
        node("say", "template", {"template": "{{ nodes.fetch.statusCode }}"}, parent="each"),
        node("end", "end"),
    ]
    return graph(nodes, [edge("start", "each"), edge("fetch", "say"), edge("each", "end")])


def rows(ran: Ran) -> dict[str, tuple[str, bool]]:
    return {row["node_key"]: (row["status"], row["shared"]) for row in ran.run["node_runs"]}


def events_of(ran: Ran, key: str) -> list[str]:
    return [event["type"] for event in ran.events if event["node_key"] == key]


def assert_numbered(ran: Ran) -> None:
    assert [event["seq"] for event in ran.events] == list(range(1, len(ran.events) + 1))
    assert ran.run["last_seq"] == len(ran.events)
