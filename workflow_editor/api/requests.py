"""What every view needs of a request."""

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
    checked = serializer(data=request.data)
    checked.is_valid(raise_exception=True)
    return checked.validated_data


def query_of(request: Request, serializer: type[serializers.Serializer[Any]]) -> Any:
    """Return the checked query parameters; those that the serializer does not know are left out.

    Raises:
        ValidationError: as `body_of`.
    """
    checked = serializer(data=request.query_params.dict())
    checked.is_valid(raise_exception=True)
    return checked.validated_data
