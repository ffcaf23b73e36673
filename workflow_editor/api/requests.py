"""What every view needs of a request."""

from contextlib import suppress
from functools import cache
from typing import Any, cast

from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.request import Request


def user_of(request: Request) -> User:
    """Return the signed-in user; only for views behind `IsAuthenticated`."""
    return cast(User, request.user)


def body_of(request: Request, serializer: type[serializers.Serializer[Any]]) -> Any:
    """Return the checked body.

    Raises:
        ValidationError: becomes a 400 with a pointer to each field.
    """
    return _checked(serializer, request.data)


def query_of(request: Request, serializer: type[serializers.Serializer[Any]]) -> Any:
    """Return the checked query parameters; those that the serializer does not know are left out.

    Raises:
        ValidationError: as `body_of`.
    """
    return _checked(serializer, request.query_params.dict())


def _checked(serializer: type[serializers.Serializer[Any]], data: Any) -> Any:
    with suppress(serializers.ValidationError):
        return _checker(serializer).run_validation(data)
    # Its errors have a form that only a serializer of these very data gives.
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    return checked.validated_data


@cache
def _checker(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return a serializer for all requests: making one copies all its fields, which takes longer than most checks."""
    return serializer()
