"""The gallery: ready-made workflows and agents, YAML files in `workflow_editor/starters/`, in several languages.

A file of a workflow is called by its id and holds {order, category, name, description, note, tables, bases, tools,
nodes, edges}:
`nodes` by key, `edges` as `source.port -> target`, without the port for `out`; the graph is laid out here. Wherever a
value is a text by language, `{"en", …}`, the workflow gets the one of the person's language, else English. `tools` are
configured tools by a name of the file's own; a node refers to one by `{"$tool": name}`, which becomes the id of the
tool that is made for the person; a tool refers to one of `tables` by `{"$table": name}` and to one of `bases`, which
are knowledge bases, by `{"$base": name}` in the same way. A file of an agent, in `agents/`, is its profile.

A workflow comes with a test, a run of it that was recorded without a model's service: `tests/<id>.<language>.json`, in
the form of `services.testing.files`, where `<tool.name>`, `<table.name>` and `<base.name>` stand for ids.
`UPDATE_STARTER_TESTS=1 pytest tests/workflow_editor/api/test_templates.py` records them.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.contrib.auth.models import User
from django.db import transaction

from agents.knowledge.models import KnowledgeBase
from agents.knowledge.services.bases import base_create
from tools.core.definitions import JsonObject
from tools.core.text import LANGUAGES, Text
from tools.selectors.data_tables import TABLES
from tools.selectors.tool_configs import TOOLS
from tools.services.data_tables import data_table_create
from tools.services.tool_configs import tool_config_create
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import Workflow
from workflow_editor.nodes.meanings import NEWEST
from workflow_editor.nodes.services import services_of
from workflow_editor.services.testing.files import workflow_test_import
from workflow_editor.services.workflows import workflow_create

FOLDER = Path(__file__).resolve().parent.parent / "starters"


_COLUMN, _ROW = 320, 160
_INSIDE = (40, 80)
"""From the corner of a frame to the first node in it."""


@cache
def _starters() -> dict[str, JsonObject]:
    found = [{"id": path.stem, **yaml.safe_load(path.read_text(encoding="utf-8"))} for path in FOLDER.glob("*.yaml")]
    return {starter["id"]: _laid_out(starter) for starter in sorted(found, key=lambda starter: starter["order"])}


def starter_list() -> list[JsonObject]:
    """Return {id, category, name, description, note, picture, services} of each starter, as the gallery orders them."""
    shown = ("id", "category", "name", "description", "note")
    return [
        {
            **{key: starter[key] for key in shown},
            "picture": _picture(starter["document"]),
            "services": services_of(node["config"] for node in starter["document"]["nodes"]),
        }
        for starter in _starters().values()
    ]


@cache
def _agents() -> dict[str, JsonObject]:
    found = sorted((FOLDER / "agents").glob("*.yaml"))
    # The number in front of a name is the place in the list.
    return {path.stem.split("-", 1)[1]: yaml.safe_load(path.read_text(encoding="utf-8")) for path in found}


def agent_starter_list() -> list[JsonObject]:
    """Return {id, name, description, suggestions} of every ready-made agent."""
    return [
        {"id": key, "name": one["name"], "description": one["description"], **one["prompts"]}
        for key, one in _agents().items()
    ]


def agent_starter(starter_id: str, language: str) -> JsonObject:
    """Return a ready-made agent's profile in a language. Raises InvalidInputError if there is none."""
    if starter_id not in _agents():
        errors = [_unknown_starter(_agents())]
        raise InvalidInputError("There is no such template.", details={"errors": errors})
    profile: JsonObject = _in_language(_agents()[starter_id], language)
    return profile


def _picture(document: JsonObject) -> JsonObject:
    nodes = [
        {"key": node["key"], "type": node["type"], **node["position"], "parent": node.get("parent")}
        for node in document["nodes"]
    ]
    edges = [{"source": edge["source"], "target": edge["target"]} for edge in document["edges"]]
    return {"nodes": nodes, "edges": edges}


@transaction.atomic
def workflow_create_from_starter(
    user: User, *, starter_id: str, language: str, name: str, description: str | None = None, folder: str = ""
) -> Workflow:
    """Create a workflow from a starter, with its test, tables, knowledge bases and configured tools.

    The person's existing tables and bases of the same name, and tools of the same type and name, are reused. Raises
    InvalidInputError if there is no such starter.
    """
    starter = _starters().get(starter_id)
    if starter is None:
        raise InvalidInputError("There is no such template.", details={"errors": [_unknown_starter(_starters())]})
    local = _in_language(starter, language)
    tables = {key: _table_id(user, table) for key, table in local.get("tables", {}).items()}
    bases = {key: _base_id(user, base) for key, base in local.get("bases", {}).items()}
    made = _filled_in(_filled_in(local.get("tools", {}), "$table", tables), "$base", bases)
    tools = {key: _tool_id(user, tool) for key, tool in made.items()}
    workflow = workflow_create(
        user,
        name=name,
        description=local["description"] if description is None else description,
        document=_filled_in(local["document"], "$tool", tools),
        folder=folder,
    )
    text = (FOLDER / "tests" / f"{starter_id}.{language}.json").read_text(encoding="utf-8")
    for kind, found in {"tool": tools, "table": tables, "base": bases}.items():
        for key, row_id in found.items():
            text = text.replace(f"<{kind}.{key}>", row_id)
    workflow_test_import(json.loads(text), workflow, user)
    return workflow


def _table_id(user: User, table: JsonObject) -> str:
    known = TABLES.may("list", user).filter(owner=user, name=table["name"]).first()
    return str((known or data_table_create(owner=user, **table)).pk)


def _base_id(user: User, base: JsonObject) -> str:
    known = KnowledgeBase.objects.filter(owner=user, name=base["name"]).first()
    return str((known or base_create(user=user, **base)).pk)


def _tool_id(user: User, tool: JsonObject) -> str:
    known = TOOLS.may("list", user).filter(owner=user, type=tool["type"], name=tool["name"]).first()
    return str((known or tool_config_create(owner=user, **tool)).pk)


def _in_language(value: Any, language: str) -> Any:
    if isinstance(value, dict):
        if "en" in value and value.keys() <= LANGUAGES.keys():
            return Text.of(**value).in_language(language)
        return {name: _in_language(inner, language) for name, inner in value.items()}
    return [_in_language(inner, language) for inner in value] if isinstance(value, list) else value


def _filled_in(value: Any, sign: str, ids: dict[str, str]) -> Any:
    """Return a value in which each `{sign: name}` is the id of this name."""
    if isinstance(value, dict):
        if value.keys() == {sign}:
            return ids[value[sign]]
        return {name: _filled_in(inner, sign, ids) for name, inner in value.items()}
    return [_filled_in(inner, sign, ids) for inner in value] if isinstance(value, list) else value


def _unknown_starter(known: Iterable[str]) -> JsonObject:
    message = Text("Choose one of: {known}.", known=", ".join(known))
    return {"pointer": "/template", "code": "unknown_template", "message": message.to_json()}


def _laid_out(starter: JsonObject) -> JsonObject:
    """Return the starter with its `document`, laid out in columns from left to right."""
    nodes: dict[str, JsonObject] = starter.pop("nodes")
    edges = [_edge(text) for text in starter.pop("edges")]
    columns: dict[str | None, dict[int, list[str]]] = {}
    for key, node in nodes.items():
        columns.setdefault(node.get("parent"), {}).setdefault(_column(key, edges), []).append(key)
    for parent, found in columns.items():
        x, y = _INSIDE if parent else (0, 0)
        for _, keys in sorted(found.items()):
            for row, key in enumerate(keys):
                nodes[key]["position"] = {"x": x, "y": y + round((row - (len(keys) - 1) / 2) * _ROW)}
            # A frame is as wide as the columns in it, with room on both sides.
            x += max((len(columns[key]) * _COLUMN + _INSIDE[0] for key in keys if key in columns), default=_COLUMN)
            x += _INSIDE[0] * any(key in columns for key in keys)
    newest = [{"key": key, "type_version": NEWEST, **node} for key, node in nodes.items()]
    return {**starter, "document": {"nodes": newest, "edges": edges}}


def _column(key: str, edges: list[JsonObject]) -> int:
    return max((1 + _column(edge["source"], edges) for edge in edges if edge["target"] == key), default=0)


def _edge(text: str) -> JsonObject:
    begin, target = text.split(" -> ")
    source, _, port = begin.partition(".")
    port = port or "out"
    return {
        "id": f"{source}-{port}-{target}",
        "source": source,
        "source_port": port,
        "target": target,
        "target_port": "in",
    }
