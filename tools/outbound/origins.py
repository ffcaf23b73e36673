"""Allowed origins of secrets, and the credential of a call. Pure.

An origin is scheme, host and port without the default port (WHATWG URL, "origin"). Non-HTTP targets have one too:
`postgresql://db.example.com:5432`, `program://files`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

import httpx2

from tools.core.definitions import CallContext, CredentialUse
from tools.core.errors import OriginNotConfirmedError, OutboundBlockedError
from tools.core.text import Text, listed
from tools.outbound.addresses import MALFORMED, literal_address

_MOST_NAMED = 3
"""Known origins that a sentence names; the settings list all of them."""
_DEFAULT_PORTS = {"http": 80, "https": 443, "postgresql": 5432, "mysql": 3306}


def refusal(use: CredentialUse, origin: str) -> OriginNotConfirmedError:
    """Return that a credential is not sent to an origin that it does not name."""
    known, person = _known(use), person_of(use)
    return OriginNotConfirmedError(
        Text(
            "{known}, so nothing was sent to {origin}. If the address is right, {person} can confirm it under "
            "Settings, Credentials.",
            known=known,
            origin=origin,
            person=person,
        ),
        details={"credential_id": use.credential_id, "credential": use.title, "origin": origin},
    )


def question(use: CredentialUse, origin: str) -> Text:
    """Return why a call waits for the owner of its credential."""
    known, person = _known(use), person_of(use)
    return Text(
        "{known}. Nothing is sent to {origin} before {person} has confirmed that address.",
        known=known,
        origin=origin,
        person=person,
    )


def _known(use: CredentialUse) -> Text:
    named, more = sorted(use.origins)[:_MOST_NAMED], max(len(use.origins) - _MOST_NAMED, 0)
    title, addresses = use.title, listed(named)
    if not named:
        return Text("The credential “{title}” names no address yet", title=title)
    if not more:
        return Text("The credential “{title}” may be sent to {addresses} only", title=title, addresses=addresses)
    return Text(
        "The credential “{title}” may be sent to {addresses} and {more} more only",
        title=title,
        addresses=addresses,
        more=more,
    )


def person_of(use: CredentialUse) -> Text:
    """Return who may change the credential."""
    name = use.owner_name
    return Text.verbatim(name) if name else Text("an administrator")


class OriginStore(Protocol):
    """Remembers where calls wanted to send credentials."""

    def asked(self, credential_id: str, origin: str, context: CallContext) -> None:
        """Remember for the credential's owner that a call wanted to send it there and was refused."""
        ...


class ForgetfulOrigins:
    """An `OriginStore` without memory: nobody is asked."""

    def asked(self, credential_id: str, origin: str, context: CallContext) -> None:
        """See `OriginStore`."""


@dataclass(frozen=True, slots=True)
class OriginGuard:
    """Lets the credential of one call go to the origins that it names, whoever calls and however."""

    use: CredentialUse
    store: OriginStore
    context: CallContext

    def check(self, origin: str) -> None:
        """Refuse to send the secret to an unlisted origin, and record the attempt.

        Raises OriginNotConfirmedError if the credential does not name this origin.
        """
        if self.would_refuse(origin):
            self.store.asked(self.use.credential_id, origin, self.context)
            raise refusal(self.use, origin)

    def would_refuse(self, origin: str) -> bool:
        """Say whether `check` refuses; nothing is remembered."""
        return origin not in self.use.origins


def origin_of(url: str | httpx2.URL) -> str:
    """Return an address's origin, the same for all spellings. Raises OutboundBlockedError without a valid host."""
    try:
        parsed = httpx2.URL(url.strip()) if isinstance(url, str) else url
        return origin(parsed.scheme, parsed.raw_host.decode("ascii"), parsed.port)
    except (httpx2.InvalidURL, ValueError) as error:
        raise OutboundBlockedError(MALFORMED) from error


def origin(scheme: str, host: str, port: int | None) -> str:
    """Return the origin of a scheme, host (name or IP address) and port. Raises OutboundBlockedError without a host."""
    name = host.strip().strip("[]").rstrip(".").lower()
    if not name:
        raise OutboundBlockedError(MALFORMED)
    address = literal_address(name)
    if address is not None:
        name = f"[{address}]" if address.version == 6 else str(address)
    is_default = port is None or port == _DEFAULT_PORTS.get(scheme.lower())
    return f"{scheme.lower()}://{name}" + ("" if is_default else f":{port}")


def fixed_origins(*addresses: str) -> frozenset[str]:
    """Return the origins of addresses; blank ones, and those filled in at run time up to their path, give none."""
    return frozenset(origin_of(address) for address in addresses if address.strip() and has_fixed_origin(address))


def has_fixed_origin(address: str) -> bool:
    """Say whether scheme, host and port of an address are written out, so that only its rest is filled in."""
    scheme, separator, rest = address.strip().partition("://")
    # A template right behind the host could go on with it: `https://api.example.com{{ x }}`.
    host = rest.split("/", 1)[0].split("?", 1)[0].split("#", 1)[0]
    return bool(separator and host) and "{" not in scheme + host


def keeps_secrets(before: Collection[str], after: Collection[str]) -> bool:
    """Say whether stored secrets stay when their destination changes: never for an origin they were not typed for."""
    return set(after) <= set(before)
