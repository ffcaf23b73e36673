"""Pydantic's validation messages in the words and the language of the interface."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEXTS: Mapping[str, Any] = {
    "missing": gettext_lazy("This field is required."),
    "extra_forbidden": gettext_lazy("There is no such field."),
    "string_type": gettext_lazy("Enter text."),
    "string_too_long": gettext_lazy("At most {max_length} characters."),
    "string_too_short": gettext_lazy("At least {min_length} characters."),
    "string_pattern_mismatch": gettext_lazy("This does not have the expected form."),
    "int_type": gettext_lazy("Enter a whole number."),
    "int_parsing": gettext_lazy("Enter a whole number."),
    "int_from_float": gettext_lazy("Enter a whole number."),
    "float_type": gettext_lazy("Enter a number."),
    "float_parsing": gettext_lazy("Enter a number."),
    "bool_type": gettext_lazy("Choose yes or no."),
    "bool_parsing": gettext_lazy("Choose yes or no."),
    "list_type": gettext_lazy("This must be a list."),
    "dict_type": gettext_lazy("This must be an object."),
    "model_type": gettext_lazy("This must be an object."),
    "too_long": gettext_lazy("At most {max_length} entries."),
    "too_short": gettext_lazy("At least {min_length} entries."),
    "greater_than_equal": gettext_lazy("At least {ge}."),
    "less_than_equal": gettext_lazy("At most {le}."),
    "literal_error": gettext_lazy("Choose one of {expected}."),
}


def message_of(item: Mapping[str, Any]) -> str:
    """Return the message of one item of `ValidationError.errors()` in the language of the request.

    Messages of an executor's own validators come as they are; those with an entry in our catalogue are translated.
    """
    text = TEXTS.get(item["type"])
    if text is None:
        return _(str(item["msg"]).removeprefix("Value error, "))
    return str(text).format_map(item.get("ctx", {}))
