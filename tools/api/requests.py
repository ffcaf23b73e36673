"""The body of a request as a serializer wants it: nothing unknown, and every value of the type in the schema."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from django.db.models import Model
from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import Field
from rest_framework.request import Request

from tools.core.text import Text
from tools.forms.local_text import local_text

Form = type[serializers.Serializer[Any]]

_UNKNOWN = Text("This field does not exist. Available fields: {names}.")
_TEXT = Text("Send text.")
_WHOLE = Text("Send a whole number.")
_NUMBER = Text("Send a number.")
_YES_OR_NO = Text("Send true or false.")
# The framework takes numbers for texts, texts for numbers and “yes” for true.
_TYPES: tuple[tuple[tuple[type[Field[Any, Any, Any, Any]], ...], tuple[type, ...], Text], ...] = (
    ((serializers.BooleanField,), (bool,), _YES_OR_NO),
    ((serializers.IntegerField,), (int,), _WHOLE),
    ((serializers.FloatField, serializers.DecimalField), (int, float), _NUMBER),
    (
        (
            serializers.CharField,
            serializers.UUIDField,
            serializers.DateTimeField,
            serializers.DateField,
            serializers.TimeField,
            serializers.DurationField,
        ),
        (str,),
        _TEXT,
    ),
)


def body_of(request: Request, form: Form, *, instance: Model | None = None, partial: bool = False) -> Any:
    """Return the validated body; with `partial`, absent fields keep their values.

    Raises ValidationError (400) with a pointer to each missing, wrong or unknown field.
    """
    return checked(form, request.data, instance=instance, partial=partial, strict=True)


def checked(
    form: Form, data: Any, *, instance: Model | None = None, partial: bool = False, strict: bool = False
) -> Any:
    """Return validated values. Unless `strict`, unknown ones are dropped and texts are converted to other types.

    Raises ValidationError, as `body_of`.
    """
    refused = _refusals(_checker(form), data) if strict else None
    if refused is None and instance is None and not partial:
        with suppress(serializers.ValidationError):
            return _checker(form).run_validation(data)
    # Its errors have a form that only a serializer of these very data gives.
    serializer = form(instance, data=data, partial=partial)
    if not serializer.is_valid() or refused:
        raise serializers.ValidationError({**serializer.errors, **(refused or {})})
    return serializer.validated_data


@cache
def _checker(form: Form) -> serializers.Serializer[Any]:
    """Return a serializer for all requests: making one copies all its fields, which takes longer than most checks."""
    return form()


def _refusals(field: Any, data: Any) -> Any:
    """Return what is unknown or of another type, in the form of the framework's errors; None when all is well."""
    if isinstance(field, serializers.ListSerializer | serializers.ListField):
        return (
            _inner((index, field.child, value) for index, value in enumerate(data)) if isinstance(data, list) else None
        )
    if isinstance(field, serializers.Serializer):
        return _of_object(field, data) if isinstance(data, Mapping) else None
    if isinstance(field, serializers.DictField):
        return _inner((name, field.child, value) for name, value in data.items()) if isinstance(data, Mapping) else None
    return _of_value(field, data)


def _of_object(form: serializers.Serializer[Any], data: Mapping[str, Any]) -> Any:
    known = {name: field for name, field in form.fields.items() if not field.read_only}
    hint = local_text(_UNKNOWN).format(names=", ".join(known))
    unknown = {name: [ErrorDetail(hint, code="unknown_field")] for name in data if name not in known}
    # The values of a form are texts.
    typed = {} if isinstance(data, QueryDict) else data
    wrong = _inner((name, known[name], value) for name, value in typed.items() if name in known)
    return {**unknown, **(wrong or {})} or None


def _inner(parts: Iterable[tuple[Any, Any, Any]]) -> Any:
    found = ((name, _refusals(field, value)) for name, field, value in parts)
    return {str(name): refused for name, refused in found if refused} or None


def _of_value(field: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(field, serializers.ChoiceField):
        # A list or an object cannot even be looked up among the choices.
        allowed: tuple[type, ...] = tuple({type(choice) for choice in field.choices})
        text = _TEXT if allowed == (str,) else _WHOLE
    else:
        found = next((row for row in _TYPES if isinstance(field, row[0])), None)
        if found is None:
            return None
        _, allowed, text = found
    if isinstance(value, allowed) and (bool in allowed or not isinstance(value, bool)):
        return None
    return [ErrorDetail(local_text(text), code="wrong_type")]
