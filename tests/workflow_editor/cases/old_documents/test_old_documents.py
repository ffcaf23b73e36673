"""Documents of before node types had a second version run as they did: what differs is listed, each with its reason."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.workflow_editor.acceptance.api_user import ApiUser
from tests.workflow_editor.cases.old_documents.running import STARTERS, from_template, outcome, tools_of
from tests.workflow_editor.cases.partner import Partner
from workflow_editor.nodes.registry import builtin_registry

Json = dict[str, Any]
KEPT = Path(__file__).parent
VOLATILE = frozenset(
    "id document_id created_at updated_at address hash size tool execution_time_ms iso date time weekday unix".split()
)
"""Fields of outputs that differ from run to run."""
TIMES = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9:.]{8,}(?:\+00:00|Z)?|\b[A-Z][a-z]+day\b|T(?=<)")
"""Times within texts."""
LEFT_OUT = {
    "approval": "waits for a person; in the ready-made workflows",
    "bot_message": "needs the service of a bot",
    "chat_trigger": "begins runs and changes no value",
    "classifier": "asks a model; in the ready-made workflows",
    "delay": "waits",
    "edit_image": "gives bytes of another file",
    "form": "waits for a person; in the ready-made workflows",
    "form_trigger": "begins runs and changes no value",
    "group": "is never run",
    "guardrail": "asks a model; in the ready-made workflows",
    "judge": "asks a model; in the ready-made workflows",
    "knowledge_search": "asks a model; in the ready-made workflows",
    "note": "is never run",
    "parameter_extractor": "asks a model; in the ready-made workflows",
    "poll": "begins runs and changes no value",
    "process": "asks a model; in the ready-made workflows",
    "run_end": "begins runs and changes no value",
    "schedule": "begins runs and changes no value",
    "stop": "always fails",
    "sub_workflow": "runs what the others are",
    "tool": "in the ready-made workflows",
    "webhook": "begins runs; in `test_values.py`",
}
CHANGED: Mapping[str, str] = {}
"""Documents with runs that give something else today, each with the reason."""


@cache
def kept(name: str) -> Mapping[str, Json]:
    """Return what was recorded, by its name."""
    lines = (KEPT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}


def differing(before: Json, now: Json) -> Json:
    """Return the outputs that are not as before; whoever had a node that failed had no flow that worked."""
    if before["status"] != "succeeded":
        return {}
    after = now.get("output", {})
    return {
        name: (value, after.get(name, now))
        for name, value in before["output"].items()
        if value not in (None, {"failed": True}) and json.dumps(value) != json.dumps(after.get(name))
    }


def stable(value: Any) -> Any:
    """Return a value without what differs from run to run."""
    match value:
        case dict():
            return {name: stable(item) for name, item in value.items() if name not in VOLATILE}
        case list():
            return [stable(item) for item in value]
        case str():
            return TIMES.sub("<time>", value)
        case _:
            return value


def kind_of(record: Json) -> str:
    return str(record["id"]).partition(" ")[0]


KINDS = sorted({kind_of(record) for record in kept("options").values()})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.everyday_rows(4)
def test_a_document_of_before_gives_what_it_gave(user: ApiUser, alice: User, echo: Partner, kind: str) -> None:
    found: Json = {}
    for record in kept("options").values():
        if kind_of(record) == kind:
            text = json.dumps(record["document"]).replace("${ECHO}", echo.url)
            now = outcome(user, json.loads(text), record["inputs"], alice)
            different = differing(record["outcome"], now)
            found |= {f"{record['id']} {name}": pair for name, pair in different.items()}
    listed = {name for name in CHANGED if name.partition(" ")[0] == kind}
    assert {name: pair for name, pair in found.items() if name not in listed} == {}
    assert listed <= found.keys(), "listed, but the same as before"


@pytest.mark.parametrize("template", STARTERS)
@pytest.mark.everyday_rows(4)
def test_a_ready_made_workflow_of_before_gives_what_it_gave(user: ApiUser, alice: User, template: str) -> None:
    from_template(user, template)
    record = kept("starters")[template]
    text = json.dumps(record["document"])
    for key, mark in tools_of(alice).items():
        text = text.replace(mark, key)
    now = outcome(user, json.loads(text), {}, alice)
    different = {f"{template} {name}": pair for name, pair in differing(stable(record["outcome"]), stable(now)).items()}
    assert {name: pair for name, pair in different.items() if name not in CHANGED} == {}


def test_every_type_of_node_has_documents_or_is_left_out() -> None:
    held = {node["type"] for record in kept("options").values() for node in record["document"]["nodes"]}
    types = {kind.id for kind in builtin_registry().node_types()}
    assert held | LEFT_OUT.keys() == types
    assert held.isdisjoint(LEFT_OUT)
