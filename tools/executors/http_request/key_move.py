"""Moves a key out of the settings of an HTTP request, of a node or a tool, or of an API. Pure."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, unquote_plus

from tools.core.definitions import JsonObject
from tools.executors.contract.secret_places import visit_secrets
from tools.secrets.address_keys import keys_in
from tools.secrets.names import MASK
from tools.secrets.places import PLACE

HTTP_REQUEST = "http-request"
SIGNING_FIELDS: Mapping[str, Sequence[str]] = {
    HTTP_REQUEST: ("authType",),
    "mcp-server": ("credential", "token"),
    "openapi": ("credential", "secret"),
}
"""Fields that say how requests are signed, by the UI types from which a key can be moved."""
_FIELDS = frozenset({"url", "headers", "query", "body", "form"})
_USERINFO = "url?userinfo"
_SCHEMED = "/authorization"


@dataclass(frozen=True, slots=True)
class MovedKey:
    """Settings without the key, and what a credential is to be made of."""

    config: JsonObject
    values: JsonObject = field(repr=False)


def signing_field(ui_type: str, config: Mapping[str, Any], secrets: Collection[str] = ()) -> str | None:
    """Return the field by which a request is signed already, if one is; `secrets` are names of stored ones."""
    fields = SIGNING_FIELDS.get(ui_type, ())
    return next((name for name in fields if name in secrets or config.get(name) not in (None, "", "none")), None)


def offers_move(ui_type: str, config: Mapping[str, Any], secrets: Collection[str]) -> bool:
    """Return whether one of the stored secrets, by name, can be moved."""
    is_key = any(re.split("[/?]", name)[0] in _FIELDS for name in secrets)
    return ui_type in SIGNING_FIELDS and is_key and signing_field(ui_type, config, secrets) is None


def move_key(config: Mapping[str, Any], ui_type: str = HTTP_REQUEST) -> MovedKey | None:
    """Return settings (camelCase JSON) with `{token}` for the first key that they hold; None if they hold none."""
    signing = {"authType": "path"} if ui_type == HTTP_REQUEST else {}
    found: list[tuple[str, str]] = []

    def place(name: str, pointer: str, value: str | None) -> str | None:
        if value is None or pointer.split("/")[1] not in _FIELDS:
            return value
        scheme, _, key = value.rpartition(" ") if name.endswith(_SCHEMED) else ("", "", value)
        if found and (_USERINFO in (name, found[0][0]) or found[0][1] != key):
            return value
        found.append((name, key))
        return "" if name == _USERINFO else f"{scheme} {PLACE}".lstrip()

    moved = visit_secrets(config, place)
    if not found:
        url = str(config.get("url") or "")
        key = next((one for one in keys_in(url) if url[one.start : one.end] != MASK), None)
        if key is None:
            return None
        found.append(("url?", url[key.start : key.end]))
        moved["url"] = f"{url[: key.start]}{PLACE}{url[key.end :]}"
    name, key_text = found[0]
    if name == _USERINFO:
        user, _, password = key_text.partition(":")
        url = str(moved["url"]).replace("://@", "://", 1)
        values = {"username": unquote(user), "secret": unquote(password or user)}
        return MovedKey({**moved, "url": url, "authType": "basic"}, values)
    return MovedKey({**moved, **signing}, {"secret": _read(name, key_text, config.get("bodyType"))})


def _read(name: str, text: str, body_type: Any) -> str:
    """Return a key as it is meant, by how its part of the request is written."""
    if name.startswith("url?"):
        return unquote(text)
    if name.startswith("body?") and body_type == "form":
        return unquote_plus(text)
    if name.startswith("body?") and body_type != "raw":
        return str(json.loads(f'"{text}"'))
    return text
