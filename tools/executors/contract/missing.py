"""Required settings that are still missing, reported at their form fields. Pure."""

from collections.abc import Sequence

from pydantic import BaseModel

from tools.core.field_errors import FieldError, pointer
from tools.core.text import Text
from tools.executors.contract.schema import form_schema

_FILL_IN = Text("Fill in “{field}”.")


def unfilled(config: BaseModel, *names: str) -> Sequence[FieldError]:
    """Return those of the fields that are empty, in this order, with what the form calls them."""
    return [
        lacking(_json_name(config, name), _FILL_IN.filled(field=_title(config, name)))
        for name in names
        if not str(getattr(config, name)).strip()
    ]


def lacking(field: str, message: Text) -> FieldError:
    """Return what is wrong while a field, by its JSON name, is not as it has to be."""
    return FieldError(pointer([field]), "missing", message)


def _json_name(config: BaseModel, name: str) -> str:
    return type(config).model_fields[name].alias or name


def _title(config: BaseModel, name: str) -> Text:
    field = form_schema(type(config))["properties"][_json_name(config, name)]
    others = {language: words["title"] for language, words in field["x-translations"].items()}
    return Text.of(en=field["title"], **others)
