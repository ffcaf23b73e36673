"""Signing in and set-up."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.name_fields import NameField
from workflow_editor.models import AccountLink
from workflow_editor.selectors.people.accounts import preferences_of, role_names


class PreferencesSerializer(serializers.Serializer[Any]):
    """A person's preferences."""

    language = serializers.CharField(
        allow_blank=True, help_text="What their screens were last shown in, and their mails are written in."
    )
    mail_on_mention = serializers.BooleanField()


class PreferencesPatchSerializer(serializers.Serializer[Any]):
    language = serializers.CharField(max_length=16, required=False)
    mail_on_mention = serializers.BooleanField(required=False)


class UserSerializer(serializers.Serializer[Any]):
    """The person who is signed in."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    email = serializers.CharField()
    is_staff = serializers.BooleanField()
    is_superuser = serializers.BooleanField()
    roles = serializers.SerializerMethodField()
    preferences = serializers.SerializerMethodField()

    def get_roles(self, user: Any) -> list[str]:
        return role_names(user)

    @extend_schema_field(PreferencesSerializer)
    def get_preferences(self, user: Any) -> Any:
        return PreferencesSerializer(preferences_of(user)).data


class EmergencyAccessSerializer(serializers.Serializer[Any]):
    """An administrator reads, or lately read, what the person keeps."""

    id = serializers.IntegerField()
    by = serializers.CharField(source="by.username")
    reason = serializers.CharField()
    begun_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class SessionSerializer(serializers.Serializer[Any]):
    """The signed-in person, and whether the first administrator is still to be created."""

    user = UserSerializer(allow_null=True)
    second_step = serializers.ListField(
        child=serializers.ChoiceField(["code", "passkey"]),
        help_text="After the right password: what completes the sign-in. Empty when nothing is missing.",
    )
    setup_required = serializers.BooleanField()
    emergency_accesses = EmergencyAccessSerializer(
        many=True,
        required=False,
        help_text="To this person's data: open ones, and those that ended in the last 30 days.",
    )
    sends_mail = serializers.BooleanField(help_text="Links to a new password and mails about mentions can be sent.")


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, style={"input_type": "password"})


class PasswordChangeSerializer(serializers.Serializer[Any]):
    current_password = serializers.CharField(max_length=4096, trim_whitespace=False)
    new_password = serializers.CharField(max_length=4096, trim_whitespace=False)
    end_tokens = serializers.BooleanField(default=False, help_text="Also end all API tokens of this person.")


class PasswordResetSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)


class EmailChangeSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254, allow_blank=True)


class BrowserSessionSerializer(serializers.Serializer[Any]):
    """One browser in which the person is signed in."""

    id = serializers.IntegerField()
    user_agent = serializers.CharField()
    address = serializers.CharField(source="ip")
    created_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField()
    is_current = serializers.BooleanField()


class LinkTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200)


class AccountLinkSerializer(serializers.Serializer[Any]):
    """Purpose of an open link."""

    purpose = serializers.ChoiceField(AccountLink.Purpose.choices)
    username = serializers.CharField(allow_null=True, help_text="Who gets a new password.")
    expires_at = serializers.DateTimeField(allow_null=True)


class SetupSerializer(LinkTokenSerializer):
    username = NameField(
        max_length=150, required=False, default="", help_text="The new account's name; not for a new password."
    )
    email = serializers.EmailField(
        max_length=254, required=False, allow_blank=True, default="", help_text="The new account's address."
    )
    password = serializers.CharField(max_length=4096, trim_whitespace=False, style={"input_type": "password"})
    end_tokens = serializers.BooleanField(default=False, help_text="With a new password: also end all API tokens.")
