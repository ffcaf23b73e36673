"""The second step of a sign-in, and the confirmation that a session is still its person's."""

from typing import Annotated, Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.base.internal.flows import post_authentication
from django.contrib.auth.models import User
from pydantic import Field
from rest_framework import exceptions
from rest_framework.request import Request

from tools.adapters.access_log import access_record
from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from workflow_editor.api.client_address import client_address
from workflow_editor.api.headless import TEXTS
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.second_step import passkey_options, pending_person, second_step_check, sign_in_complete
from workflow_editor.api.views.session import Password, SessionShape, session_answer, sign_in_endpoint
from workflow_editor.errors import InvalidInputError
from workflow_editor.services.second_factor.factors import proofs_of


def _pending(request: Request) -> User:
    user = pending_person(request._request)
    if user is None or not user.is_active:
        raise exceptions.NotAuthenticated
    return user


Pending = Annotated[User, FoundBy(_pending)]
"""The person who has given the right password."""


class SecondStepShape(Shape):
    """One of both."""

    code: Annotated[str, Field(max_length=40)] = ""
    """Code of the authenticator app, or a recovery code."""
    credential: JsonObject | None = None
    """A passkey's answer, as the browser made it."""


class Confirmation(SecondStepShape):
    """The password, and one of both where a second step is set up."""

    password: Password


class PasskeyOptions(Shape):
    options: JsonObject
    """`publicKey` of `navigator.credentials`, in its JSON form."""


@sign_in_endpoint("POST", "session/second-step/")
def session_second_step(user: Pending, request: Request, body: SecondStepShape) -> SessionShape:
    """Complete a sign-in with a code, a recovery code or a passkey."""
    inner = request._request
    post_authentication(inner, _checked(request, user, body, "sign_in.failed"))
    sign_in_complete(inner)
    return session_answer(request, inner.user)


@sign_in_endpoint("POST", "session/second-step/options/")
def session_passkey_options(user: Pending, request: Request) -> PasskeyOptions:
    """Return what the browser needs to ask for a passkey at sign-in."""
    return PasskeyOptions.model_construct(options=passkey_options(request, user))


@endpoint("POST", "account/confirmation/")
def account_confirm(user: User, request: Request, body: Confirmation) -> None:
    """Confirm that it is you, for a few minutes: the password, and the second step where one is set up."""
    inner = request._request
    tried = count_try(inner, "own_password")
    if not user.check_password(body.password):
        access_record(user, "confirmation.failed", user.username, address=client_address(inner))
        raise InvalidInputError.at("/password", "enter_current_password", TEXTS["enter_current_password"])
    if proofs_of(user):
        post_authentication(inner, _checked(request, user, body, "confirmation.failed"), reauthenticated=True)
    else:
        record_authentication(inner, user, method="password", reauthenticated=True)
    # Whoever knows the password guesses nothing, however often they are asked for it.
    tried.rollback()


@endpoint("POST", "account/confirmation/options/")
def account_passkey_options(user: User, request: Request) -> PasskeyOptions:
    """Return what the browser needs to ask for a passkey of the person who is signed in."""
    return PasskeyOptions.model_construct(options=passkey_options(request, user))


def _checked(request: Request, user: User, body: SecondStepShape, failure: str) -> Any:
    try:
        return second_step_check(request, user, code=body.code, credential=body.credential)
    except InvalidInputError:
        address = client_address(request._request)
        access_record(None, failure, user.get_username(), {"step": "second"}, address=address)
        raise
