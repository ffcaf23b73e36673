"""Variables in settings: which texts may hold them, and filling them in before a call. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from tools.core.definitions import JsonObject
from tools.executors.contract.schema import key_value_fields, template_fields

Fill = Callable[[str], str]


def fill_templates(model: type[BaseModel], config: Mapping[str, Any], fill: Fill) -> JsonObject:
    """Return the settings (camelCase JSON, which need not fit the model) with `fill` applied to every template."""
    filled = dict(config)
    for field in template_fields(model):
        if isinstance(config.get(field), str):
            filled[field] = _filled(config[field], fill)
    for field in key_value_fields(model):
        if isinstance(config.get(field), list):
            filled[field] = [_filled_row(row, fill) for row in config[field]]
    return filled


def template_schema(model: type[BaseModel]) -> JsonObject:
    """Return the form schema with nothing but the marks of the templates (see `ui`)."""
    template: JsonObject = {"x-template": True}
    rows: JsonObject = {"items": {"properties": {"value": template}}}
    fields = dict.fromkeys(template_fields(model), template) | dict.fromkeys(key_value_fields(model), rows)
    return {"properties": fields}


def template_texts(model: type[BaseModel], config: Mapping[str, Any]) -> Iterator[str]:
    found: list[str] = []

    def remember(text: str) -> str:
        found.append(text)
        return text

    fill_templates(model, config, remember)
    yield from found


def _filled(text: str, fill: Fill) -> str:
    return fill(text) if "{{" in text or "{%" in text else text


def _filled_row(row: Any, fill: Fill) -> Any:
    if isinstance(row, dict) and isinstance(row.get("value"), str):
        return {**row, "value": _filled(row["value"], fill)}
    return row
