"""Hash chain over the audit log: each link hashes a row's content and the previous hash.

A call has one link for its start and one for its end; a change of rights has one link in the same chain. Changing,
removing or inserting a row breaks the hashes; recomputing the chain changes the last hash that `verify_audit` printed
earlier.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from tools.rows.writer import db_json

BEGIN = (
    "at",
    "username",
    "run_id",
    "workflow_id",
    "node_key",
    "origin",
    "mode",
    "stage",
    "tool_id",
    "function",
    "call_id",
    "executor",
    "title",
    "arguments",
    "decision",
    "rule_id",
    "rule_revision",
    "approval",
    "untrusted",
    "reason",
)
"""Fields known when a call begins. The user's key is excluded since it goes with the user; the name stays."""
ADDED = ("scope",)
"""Fields that came later: in the content of a begun call only where they have a value, so that earlier links fit."""
END = ("success", "result_code", "message", "result", "duration_ms", "attempts", "finished_at")
ACCESS = ("at", "user_id", "username", "action", "target", "details", "address")
"""Fields of a change of rights, which has one link."""
FIELDS: Mapping[str, tuple[str, ...]] = {"begin": BEGIN, "end": END, "whole": (*BEGIN, *END), "access": ACCESS}
OF_CALL = (*FIELDS["whole"], *ADDED)
FIRST = "0" * 64
_EXACT = 2**53


def link_content(part: str, values: Mapping[str, Any]) -> str:
    """Return a link's content for a part (a key of `FIELDS`), equal for written and read values in every database."""
    content = [part, *[_plain(values[name]) for name in FIELDS[part]]]
    if part in {"begin", "whole"}:
        content += [[name, values[name]] for name in ADDED if values[name]]
    return _to_text.encode(content)


def link_hash(previous: str, row_id: int, part: str, values: Mapping[str, Any]) -> str:
    return _hash(previous, row_id, link_content(part, values))


def _hash(previous: str, row_id: int, content: str) -> str:
    return hashlib.sha256(f"{previous}{link_text(row_id, content)}".encode()).hexdigest()


def link_text(row_id: int, content: str) -> str:
    """Return what is hashed after the previous link."""
    return f"[{row_id},{content[1:]}"


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return _without_dashes(value)
    return value if value is None or kind is bool or kind is int else _plain_of_others(value)


def _plain_of_others(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case UUID():
            return value.hex
        case dict() | list():
            return _from_text.decode(db_json(value))
        case str():
            # Enum members are texts, but do not look like them in JSON.
            return _without_dashes(str(value))
        case _:
            return value


def _without_dashes(text: str) -> str:
    """Run ids come as text or as UUID."""
    try:
        return UUID(text).hex if len(text) == 36 else text
    except ValueError:
        return text


def _number(text: str) -> int | float:
    """PostgreSQL stores 1e16 as 10000000000000000; both are one number here."""
    value = float(text)
    return int(value) if abs(value) <= _EXACT and value.is_integer() else value


_to_text = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_from_text = json.JSONDecoder(parse_float=_number, parse_int=_number)
