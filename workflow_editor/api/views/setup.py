"""Accounts made, and passwords chosen, with a one-time link."""

from datetime import datetime
from functools import partial
from typing import Annotated

from allauth.account.internal.stagekit import clear_login
from allauth.account.utils import perform_login
from django.contrib.auth.models import AnonymousUser
from pydantic import Field
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import OptionalEmail
from tools.api.contract.shapes import Shape
from tools.core.naming.visible_name import READABLE
from workflow_editor.api.authentication import SignInAuthentication
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.views.session import Password, SessionShape, session_answer
from workflow_editor.models import AccountLink
from workflow_editor.services.account_links import account_link_find, account_link_redeem

link_endpoint = partial(endpoint, authentication=(SignInAuthentication,), permissions=(AllowAny,))
"""Make a function an operation that is open to holders of a link."""


def _counted(request: Request) -> Request:
    count_try(request._request, "redeem_link")
    return request


class LinkToken(Shape):
    token: Annotated[str, Field(min_length=1, max_length=200)]


class AccountLinkShape(Shape):
    """Purpose of an open link."""

    purpose: AccountLink.Purpose
    username: str | None
    """The account that gets a new password."""
    expires_at: datetime | None


class Setup(LinkToken):
    username: Annotated[str, Field(min_length=1, max_length=150), READABLE] = ""
    """The new account's name; not for a new password."""
    email: OptionalEmail = ""
    """The new account's address."""
    password: Password
    end_tokens: bool = False
    """With a new password: also end all API tokens."""


@link_endpoint("POST", "setup/link/")
def setup_link(request: Annotated[Request, FoundBy(_counted)], body: LinkToken) -> AccountLinkShape:
    """Return what a link is for; using it up is another call."""
    link = account_link_find(body.token)
    return AccountLinkShape.of(link, username=link.user.get_username() if link.user else None)


@link_endpoint("POST", "setup/")
def setup(request: Annotated[Request, FoundBy(_counted)], body: Setup) -> SessionShape:
    """Make an account, or choose a new password, with a one-time link, and sign in: with the second step."""
    user, inner = account_link_redeem(**body.model_dump()), request._request
    # Whoever was signed in here is not the person of the link.
    inner.user = AnonymousUser()
    clear_login(inner)
    perform_login(inner, user)
    return session_answer(request, inner.user)
