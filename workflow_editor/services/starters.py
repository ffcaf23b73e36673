"""Ready-made workflows: JSON files in `workflow_editor/starters/`, written in several languages.

A file holds {id, order, name, description, note, tools, document}. Wherever a value is a text by language, `{"en", …}`,
the workflow gets the one of the person's language, else English. `tools` are configured tools by a name of the file's
own; a node refers to one by `{"$tool": name}`, which becomes the id of the tool that is made for the person.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tools.core.definitions import JsonObject
from tools.core.text import LANGUAGES, Text
from tools.selectors.tool_configs import tool_config_list
from tools.services.tool_configs import tool_config_create
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import Workflow
from workflow_editor.services.workflows import workflow_create

FOLDER = Path(__file__).resolve().parent.parent / "starters"


@cache
def _starters() -> dict[str, JsonObject]:
    found = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    return {starter["id"]: starter for starter in sorted(found, key=lambda starter: starter["order"])}


def starter_list() -> list[JsonObject]:
    """Return {id, name, description, node_types, note} of every starter, in the order in which they are shown."""
    return [
        {
            **{key: starter[key] for key in ("id", "name", "description", "note")},
            "node_types": list(dict.fromkeys(node["type"] for node in starter["document"]["nodes"])),
        }
        for starter in _starters().values()
    ]


@transaction.atomic
def workflow_create_from_starter(
    user: User, *, starter_id: str, language: str, name: str, description: str | None = None
) -> Workflow:
    """Create a workflow from a starter, with the configured tools that it needs.

    A tool of the same type and name that the person has already is used again.

    Raises:
        InvalidInputError: there is no such starter.
    """
    starter = _starters().get(starter_id)
    if starter is None:
        raise InvalidInputError("There is no such template.", details={"errors": [_unknown_starter()]})
    tools = {key: _tool_id(user, _in_language(tool, language)) for key, tool in starter["tools"].items()}
    local = _in_language(starter, language)
    return workflow_create(
        user,
        name=name,
        description=local["description"] if description is None else description,
        document=_with_tools(local["document"], tools),
    )


def _tool_id(user: User, tool: JsonObject) -> str:
    known = tool_config_list(user=user).filter(owner=user, type=tool["type"], name=tool["name"]).first()
    return str((known or tool_config_create(owner=user, **tool)).pk)


def _in_language(value: Any, language: str) -> Any:
    if isinstance(value, dict):
        if "en" in value and value.keys() <= LANGUAGES.keys():
            return Text.of(**value).in_language(language)
        return {name: _in_language(inner, language) for name, inner in value.items()}
    return [_in_language(inner, language) for inner in value] if isinstance(value, list) else value


def _with_tools(value: Any, tools: dict[str, str]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"$tool"}:
            return tools[value["$tool"]]
        return {name: _with_tools(inner, tools) for name, inner in value.items()}
    return [_with_tools(inner, tools) for inner in value] if isinstance(value, list) else value


def _unknown_starter() -> JsonObject:
    known = ", ".join(_starters())
    message = Text("Choose one of: {known}.", known=known)
    return {"pointer": "/template", "code": "unknown_template", "message": message.to_json()}
