"""Signing in, set-up and API tokens."""

from typing import Any

from rest_framework import serializers

from workflow_editor.models import ApiToken
from workflow_editor.selectors.accounts import role_names


class UserSerializer(serializers.Serializer[Any]):
    """The person who is signed in."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    is_staff = serializers.BooleanField()
    is_superuser = serializers.BooleanField()
    roles = serializers.SerializerMethodField()

    def get_roles(self, user: Any) -> list[str]:
        return role_names(user)


class SessionSerializer(serializers.Serializer[Any]):
    """Who is signed in, and whether the first administrator is still to be created."""

    user = UserSerializer(allow_null=True)
    setup_required = serializers.BooleanField()


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, style={"input_type": "password"})


class SetupSerializer(SignInSerializer):
    token = serializers.CharField(max_length=200)


class ApiTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token without its text."""

    scopes = serializers.ListField(child=serializers.ChoiceField(ApiToken.Scope.choices), read_only=True)

    class Meta:
        model = ApiToken
        fields = ("id", "name", "prefix", "scopes", "created_at", "last_used_at")
        read_only_fields = fields


class ApiTokenCreateSerializer(serializers.ModelSerializer[ApiToken]):
    scopes = serializers.ListField(
        child=serializers.ChoiceField(ApiToken.Scope.choices),
        allow_empty=False,
        required=False,
        help_text="What the token opens: api (the default), mcp, or both.",
    )

    class Meta:
        model = ApiToken
        fields = ("name", "scopes")


class NewApiTokenSerializer(ApiTokenSerializer):
    """The answer to the creation of a token: the only time that its text is told."""

    token = serializers.CharField(read_only=True)

    class Meta(ApiTokenSerializer.Meta):
        fields = (*ApiTokenSerializer.Meta.fields, "token")  # type: ignore[assignment]  # the stub fixes the length
