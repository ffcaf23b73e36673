"""Sends the requests of one call, signed with the credential that the tool names. Pure."""

from functools import partial

from tools.executors.contract.executor import Invocation
from tools.executors.signing.kinds import KINDS
from tools.executors.signing.security import Security, basic
from tools.outbound.client import OutboundRequest, OutboundResponse, Sink
from tools.outbound.cookies import Cookies
from tools.outbound.http_credential import HttpCredential

_UNAUTHORIZED = 401


def send_signed(
    request: OutboundRequest,
    security: Security,
    invocation: Invocation,
    *,
    timeout_s: float,
    cookies: Cookies | None = None,
    sink: Sink | None = None,
) -> OutboundResponse:
    """Send a request, signed if the call has a signer; what is refused with 401 is signed better and sent once more.

    A token of an account may end before its time, and some services ask for a signature first; what was refused with
    401 was not done.

    Args:
        security: which part carries the secret, if the signer is a plain secret or an account.
    Raises:
        ToolConfigurationError: the credential cannot be used.
        ToolError: as `OutboundClient.send`.
    """
    runtime = invocation.runtime
    send = partial(runtime.outbound.send, cookies=cookies, sink=sink)
    if invocation.signer is None:
        return send(request, timeout_s=timeout_s)
    end = runtime.clock.monotonic() + timeout_s
    credential = runtime.credentials.open(invocation.signer)
    response = send(_signed(request, credential, security, invocation), timeout_s=timeout_s)
    if response.status != _UNAUTHORIZED:
        return response
    again: OutboundRequest | None = None
    if credential.renewable:
        newer = runtime.credentials.open(invocation.signer, refused=credential.secret)
        again = _signed(request, newer, security, invocation)
    elif kind := KINDS.get(credential.kind):
        again = kind.answer(request, kind.values_model.model_validate(dict(credential.values)), response)
    return response if again is None else send(again, timeout_s=end - runtime.clock.monotonic())


def _signed(
    request: OutboundRequest, credential: HttpCredential, security: Security, invocation: Invocation
) -> OutboundRequest:
    kind = KINDS.get(credential.kind)
    if kind is None:
        pair = basic(credential.username, credential.secret).partition(" ")[2]
        invocation.secrets.update({credential.secret, pair} if security.kind == "basic" else {credential.secret})
        return security.signed(request, credential)
    values = kind.values_model.model_validate(dict(credential.values))
    invocation.secrets.update(kind.secrets(values))
    return kind.sign(request, values, invocation.runtime.now())
