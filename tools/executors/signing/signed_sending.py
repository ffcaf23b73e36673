"""Sends the requests of one call, signed with the credential that the tool names. Pure."""

from collections.abc import Callable
from functools import partial
from math import ceil

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolCallLimitError, ToolConfigurationError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.signing.kinds import KINDS
from tools.executors.signing.security import Security, basic
from tools.outbound.client import MAX_REDIRECTS, OutboundRequest, OutboundResponse, Sink, later
from tools.outbound.cookies import Cookies
from tools.outbound.http_credential import HttpCredential
from tools.secrets.places import PLACE

_UNAUTHORIZED, _TOO_MANY = 401, 429
_CANCEL_POLL_S = 0.5
_LIMITED = Text("The limit of calls with the credential “{name}” is reached. {later}")
_SIGNS_WHOLE = Text(
    "A credential of this kind signs whole requests, so {place} cannot be replaced by it. Choose a password, token or "
    "key, or the authentication “As the credential says”.",
    place=PLACE,
)


def is_unauthorized(response: OutboundResponse) -> bool:
    return response.status == _UNAUTHORIZED


def send_signed(
    request: OutboundRequest,
    security: Security,
    invocation: Invocation,
    *,
    timeout_s: float,
    cookies: Cookies | None = None,
    sink: Sink | None = None,
    max_redirects: int = MAX_REDIRECTS,
    is_refused: Callable[[OutboundResponse], bool] = is_unauthorized,
) -> OutboundResponse:
    """Send a request, signed if the call has a signer; after a 401 it is signed again and sent once more.

    A token may expire early, and some services ask for a signature first; a call refused with 401 had no effect.

    Args:
        security: location of the secret for a plain secret or account.
        is_refused: for services that refuse a token with another status.
    Raises:
        ToolConfigurationError: the credential cannot be used.
        ToolCallLimitError: its limit leaves no capacity in time; nothing was sent.
        ToolError: as `OutboundClient.send`.
    """
    runtime = invocation.runtime
    send = partial(runtime.outbound.send, cookies=cookies, sink=sink, max_redirects=max_redirects)
    if invocation.signer is None:
        return send(request, timeout_s=timeout_s)
    end = runtime.clock.monotonic() + timeout_s
    _wait_for_limit(invocation.signer, invocation, end)
    credential = runtime.credentials.open(invocation.signer)
    signed = _signed(request, credential, security, invocation)
    response = send(signed, timeout_s=end - runtime.clock.monotonic())
    if response.status == _TOO_MANY and (wait_s := response.wait_s()):
        runtime.credentials.pause(invocation.signer, wait_s)
    if not is_refused(response):
        return response
    again: OutboundRequest | None = None
    if credential.renewable:
        newer = runtime.credentials.open(invocation.signer, refused=credential.secret)
        again = _signed(request, newer, security, invocation)
    elif kind := KINDS.get(credential.kind):
        again = kind.answer(request, kind.values_model.model_validate(dict(credential.values)), response)
    if again is None:
        return response
    _wait_for_limit(invocation.signer, invocation, end)
    return send(again, timeout_s=end - runtime.clock.monotonic())


def _wait_for_limit(signer: CredentialUse, invocation: Invocation, end: float) -> None:
    """Wait for the credential's limit and its service's requested pause."""
    clock = invocation.runtime.clock
    while wait_s := invocation.runtime.credentials.reserve(signer):
        if clock.monotonic() + wait_s >= end:
            raise ToolCallLimitError(
                _LIMITED.filled(name=signer.title, later=later(ceil(wait_s))), retry_after_s=wait_s
            )
        invocation.cancel.check()
        clock.sleep(min(wait_s, _CANCEL_POLL_S))


def _signed(
    request: OutboundRequest, credential: HttpCredential, security: Security, invocation: Invocation
) -> OutboundRequest:
    kind = KINDS.get(credential.kind)
    if kind is None:
        pair = basic(credential.username, credential.secret).partition(" ")[2]
        invocation.secrets.update({credential.secret, pair} if security.kind == "basic" else {credential.secret})
        return security.signed(request, credential)
    if security.kind == "places":
        raise ToolConfigurationError(_SIGNS_WHOLE)
    values = kind.values_model.model_validate(dict(credential.values))
    invocation.secrets.update(kind.secrets(values))
    return kind.sign(request, values, invocation.runtime.now())
