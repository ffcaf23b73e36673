"""Definition of an account service and its permissions. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tools.core.text import Text

ClientAuth = Literal["client_secret_post", "client_secret_basic", "none"]
"""App authentication at the token endpoint (RFC 6749 section 2.3.1, OpenID Connect Core section 9)."""

CLIENT_AUTHS: tuple[ClientAuth, ...] = get_args(ClientAuth)


@dataclass(frozen=True, slots=True)
class Permission:
    """One selectable permission of an account."""

    id: str
    title: Text
    scopes: tuple[str, ...]
    """As the service names it."""


@dataclass(frozen=True, slots=True)
class AppTokens:
    """Source of app tokens, for services without the client credentials grant."""

    url: str
    client_id: str
    client_secret: str
    """The service's names for the two."""
    in_query: bool = False
    """A GET with both in the address; else a POST with both as JSON."""


@dataclass(frozen=True, slots=True)
class AppLabels:
    """The service's own words on the pages where an app is registered, for the steps that people follow there."""

    made: str
    """Path to the form that makes an app."""
    client_id: str
    client_secret: str
    callback: str = ""
    """Field of the callback address; empty without consent in a browser."""


@dataclass(frozen=True, slots=True)
class Service:
    """Static facts about a service; people fill in a `{place}` in an address, such as a tenant or host."""

    title: Text
    authorize_url: str
    token_url: str
    origins: tuple[str, ...]
    """Allowed origins of a token (`tools.outbound.origins`)."""
    device_url: str = ""
    """Device code endpoint (RFC 8628); empty if there is none."""
    scopes: tuple[str, ...] = ()
    """Asked for in any case."""
    permissions: tuple[Permission, ...] = ()
    app_tokens: AppTokens | None = None
    other_scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other known scopes, each with those it includes, at least in part."""
    scope_prefix: str = ""
    """Optional, meaningless prefix of scopes."""
    client_auth: ClientAuth = "client_secret_post"
    pkce: bool = True
    """Some services refuse a challenge that they do not know."""
    scope_separator: str = " "
    body_format: Literal["form", "json"] = "form"
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The service's names for the parameters of the token request, where they are not those of RFC 6749."""
    client_id_name: str = "client_id"
    """Its name in the address at which a person consents."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further parameters of the address at which a person consents."""
    refresh_url: str = ""
    """Refresh endpoint; empty for the token endpoint."""
    prolong_url: str = ""
    """Gives another refresh token for one that is alive; empty where the service does so by itself, or never."""
    ended: frozenset[str] = frozenset()
    """Its errors, beside `invalid_grant`, after which only a new consent helps."""
    issuer: str = ""
    """Expected `iss`; empty if not sent."""
    identity_url: str = ""
    """Returns the account's identity for a GET with the token."""
    identity_names: tuple[str, ...] = ("email", "name", "login", "username")
    """The first of these in its answer is shown."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Defaults of `{place}`."""
    console: str = ""
    """Page to register the app and its callback address."""
    app: AppLabels | None = None
    """None only for addresses that people enter."""

    @property
    def all_scopes(self) -> tuple[str, ...]:
        chosen = (scope for permission in self.permissions for scope in permission.scopes)
        return tuple(dict.fromkeys((*self.scopes, *chosen)))

    def lacking(self, held: Iterable[str], needed: Iterable[str]) -> tuple[str, ...]:
        """Return the scopes that are surely missing; none when some that are held are not known here."""
        plain = {scope.removeprefix(self.scope_prefix) for scope in held}
        if not plain or not plain <= {*self.all_scopes, *self.other_scopes}:
            return ()
        reached = self._reached(plain)
        return tuple(scope for scope in needed if scope not in reached)

    def permissions_for(self, needed: Iterable[str]) -> tuple[Permission, ...]:
        """Return the boxes that allow all this, in their order."""
        left = set(needed) - self._reached(self.scopes)
        found = []
        for permission in self.permissions:
            if reached := left & self._reached(permission.scopes):
                found.append(permission)
                left -= reached
        return tuple(found)

    def _reached(self, scopes: Iterable[str]) -> set[str]:
        return {reached for scope in scopes for reached in (scope, *self.other_scopes.get(scope, ()))}
