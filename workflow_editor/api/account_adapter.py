"""Adapts django-allauth: subjects of its limits, and disabled features."""

import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from django.contrib.auth.models import User
from django.http import HttpRequest

from tools.adapters.access_log import access_record
from workflow_editor.api.client_address import known_address
from workflow_editor.api.sessions import session_begin


def counted_name(username: str) -> str:
    """Return the form of a user name in which tries are counted: all spellings that look alike are one name."""
    compatible = unicodedata.normalize("NFKC", username)
    visible = "".join(sign for sign in compatible if unicodedata.category(sign) not in {"Cf", "Cc", "Zs", "Zl", "Zp"})
    return unicodedata.normalize("NFKC", visible.casefold()).rstrip(".")


class AccountAdapter(DefaultAccountAdapter):
    """Accounts come from invitations only; sign-ins are counted by name and address, and recorded."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return known_address(request)

    def get_login_stages(self) -> list[str]:
        return ["workflow_editor.api.second_step.SecondStep"]

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Keep quiet: messages of Django appear in the administrator's panel only, much later."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count by name alone: the original adds the Host header, which the client chooses."""
        return counted_name(credentials.get("username", ""))

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        session_begin(request)
        # For example ["password", "totp"].
        steps = [step.get("type", step["method"]) for step in get_authentication_records(request, user)]
        address = self.get_client_ip(request)
        access_record(user, "sign_in.succeeded", user.get_username(), {"steps": steps}, address=address)

    def logout(self, request: HttpRequest) -> None:
        user = request.user
        super().logout(request)
        if isinstance(user, User):
            access_record(user, "sign_out", user.get_username(), address=self.get_client_ip(request))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Record the failure; a name that nobody has may be a password typed into the wrong field."""
        name = counted_name(credentials.get("username", ""))
        user = User.objects.filter(username__iexact=name).first()
        access_record(None, "sign_in.failed", user.get_username() if user else "", address=self.get_client_ip(request))
