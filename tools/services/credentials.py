"""Writes of credentials."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError, RestrictedError
from django.utils.translation import gettext as _
from pydantic import ValidationError

from tools.adapters.outbound import outbound_client
from tools.core.definitions import JsonObject
from tools.core.errors import OutboundBlockedError, RecordInUseError, ToolConfigurationError, ToolError
from tools.core.field_errors import field_errors
from tools.executors.http_request.key_move import HTTP_REQUEST, SIGNING_FIELDS, move_key, signing_field
from tools.executors.signing.kinds import KINDS, PlainSecret
from tools.forms.config_forms import tool_origins
from tools.forms.local_text import local_text
from tools.models import Credential
from tools.outbound.http_credential import HTTP_KIND
from tools.outbound.origins import fixed_origins
from tools.outbound.proxy import Proxy, read_proxy
from tools.services.validation import clean_and_save, invalid_field


@transaction.atomic
def credential_create(
    *,
    name: str,
    kind: str,
    values: JsonObject,
    owner: User | None,
    origins: Iterable[str] = (),
    test_values: JsonObject | None = None,
    max_calls: int = 0,
    per_seconds: int = 60,
    proxy: str = "",
) -> Credential:
    """Store secret values, encrypted.

    Args:
        name: shown name, at most 200 characters.
        kind: slug of the purpose, e.g. `tool` or `model_provider`.
        owner: None for an installation credential, visible to staff only.
        origins: see `tools.outbound.origins`; if empty, the owner is asked at the first use.
        test_values: used by drafts instead.
        max_calls, per_seconds, proxy: as in `credential_update`.
    Raises:
        RecordInvalidError: invalid name, kind or proxy, or values that do not fit the kind.
    """
    _check_values(kind, values)
    credential = Credential(
        name=name, kind=kind, owner=owner, origins=sorted(origins), max_calls=max_calls, per_seconds=per_seconds
    )
    credential.set_values(values)
    if test_values:
        _check_values(kind, test_values, "/test_values")
        credential.set_test_values(test_values)
    if proxy:
        _set_proxy(credential, proxy)
    clean_and_save(credential)
    return credential


def credential_from_key(
    *, config: JsonObject, owner: User, ui_type: str = HTTP_REQUEST
) -> tuple[Credential, JsonObject]:
    """Move the key in the settings of a request or a tool into a credential for the origin of their address.

    Returns the credential, named after the host, and the settings that refer to it.
    Raises RecordInvalidError if they hold no key, or are signed already.
    """
    if field := signing_field(ui_type, config):
        text = _("A request is signed with one credential. Remove that one first.")
        raise invalid_field(f"/config/{field}", "signed", text)
    moved = move_key(config, ui_type) if ui_type in SIGNING_FIELDS else None
    if moved is None:
        raise invalid_field("/config", "no_key", _("No key was found in this request."))
    try:
        origins = fixed_origins(str(moved.config.get("url", ""))) or tool_origins(ui_type, moved.config)
    except OutboundBlockedError as error:
        raise invalid_field("/config/url", "blocked", local_text(error.text)) from error
    name = next((origin.partition("://")[2] for origin in origins), _("Key"))
    credential = credential_create(name=name, kind=HTTP_KIND, values=moved.values, owner=owner, origins=origins)
    return credential, {**moved.config, "credential": str(credential.pk)}


@transaction.atomic
def credential_update(
    *,
    credential: Credential,
    name: str | None = None,
    values: JsonObject | None = None,
    origins: Iterable[str] | None = None,
    test_values: JsonObject | None = None,
    max_calls: int | None = None,
    per_seconds: int | None = None,
    proxy: str | None = None,
) -> Credential:
    """Change a credential's name, values, origins, rate limit or proxy; None keeps the stored value.

    Args:
        test_values: an empty object removes them.
        max_calls, per_seconds: signed requests in a sliding window, in seconds; 0 calls: no limit.
        proxy: `http://user:password@host:port` of the HTTP proxy for all its calls; empty for none.
    Raises:
        RecordInvalidError: as `credential_create`.
    """
    if name is not None:
        credential.name = name
    if values is not None:
        _check_values(credential.kind, values)
        credential.set_values(values)
    if test_values is not None:
        if test_values:
            _check_values(credential.kind, test_values, "/test_values")
        credential.set_test_values(test_values)
    if origins is not None:
        credential.origins = sorted(origins)
    if max_calls is not None:
        credential.max_calls = max_calls
    if per_seconds is not None:
        credential.per_seconds = per_seconds
    if proxy is not None:
        _set_proxy(credential, proxy)
    clean_and_save(credential)
    return credential


@transaction.atomic
def credential_delete(*, credential: Credential) -> None:
    """Delete the credential. Raises RecordInUseError if a tool or a model API still needs it."""
    try:
        credential.delete()
    except (RestrictedError, ProtectedError) as error:
        raise RecordInUseError(
            _("This credential is in use. Choose another one where it is used, then delete it.")
        ) from error


def entered_proxy(address: str, credential: str) -> Proxy | None:
    """Parse a person's proxy input for the credential of this name; None if empty. Calls check the resolved address
    again.

    Raises RecordInvalidError if it is malformed, or must not be called.
    """
    if not address.strip():
        return None
    try:
        proxy = read_proxy(address.strip(), credential)
        outbound_client().check(proxy.address)
    except ToolError as error:
        raise invalid_field("/proxy", "blocked", local_text(error.text)) from error
    except ValueError:
        # Without the value: it may hold a password.
        text = _("Enter an address such as http://user:password@proxy.example.com:3128.")
        raise invalid_field("/proxy", "invalid", text) from None
    return proxy


def _set_proxy(credential: Credential, address: str) -> None:
    proxy = entered_proxy(address, credential.name)
    credential.set_proxy(proxy.address if proxy else "", address.strip())


def _check_values(kind: str, values: JsonObject, pointer: str = "/values") -> None:
    """Refuse values that do not fit the kind's form; tools and model APIs check theirs themselves."""
    model = PlainSecret if kind == HTTP_KIND else KINDS[kind].values_model if kind in KINDS else None
    if model is None:
        return
    try:
        entered = model.model_validate(values)
        if kind in KINDS:
            KINDS[kind].try_out(entered)
    except ValidationError as error:
        found = field_errors(error)[0]
        raise invalid_field(f"{pointer}{found.pointer}", found.code, local_text(found.message)) from error
    except ToolConfigurationError as error:
        raise invalid_field(f"{pointer}/{error.details['field']}", "invalid", local_text(error.text)) from error
