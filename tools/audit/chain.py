"""The chain over the audit log: each link's hash covers what a row says and the hash before it.

The row of a call has a link for what was known when the call began and one for its end; a change of rights has one
link in the same chain. Who changes, removes or slips in a row without the chain leaves a place where the hashes no
longer fit; who computes the chain again gets another last hash than the one that `verify_audit` printed before.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from tools.models.audit_link import AuditLink
from tools.rows.writer import columns_of, db_json, table_of

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
"""What is known when a call begins. The user's key is not among it: it goes with the user, the name stays."""
END = ("success", "result_code", "message", "result", "duration_ms", "attempts", "finished_at")
ACCESS = ("at", "user_id", "username", "action", "target", "details", "address")
"""Of a change of rights, which has one link."""
FIELDS: Mapping[str, tuple[str, ...]] = {"begin": BEGIN, "end": END, "whole": (*BEGIN, *END), "access": ACCESS}
FIRST = "0" * 64
_EXACT = 2**53
_LOCK = 0x666C_6175_6469_74
"""Any number that nothing else locks."""


def chain_append(row_id: int, part: str, content: str) -> None:
    """Add the link of a row that was just written, in the transaction that wrote it.

    Writers take turns: SQLite has one at a time anyway, on PostgreSQL they wait for a lock that the commit releases.

    Args:
        part: a key of `FIELDS`.
        content: of that part, see `link_content`.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if not database.in_atomic_block:
        raise transaction.TransactionManagementError("a link is stored together with its row")
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        # A statement of its own, so that it sees what was committed while this one waited.
        cursor.execute(_append_statement(), [row_id, part, FIRST, _hashed(row_id, content)])


@cache
def _append_statement() -> str:
    """The database hashes, so that nobody has to fetch the last link first; the same as `_hash`."""
    table = table_of(AuditLink)
    columns = ", ".join(columns_of(AuditLink, ("row_id", "part", "hash")))
    text = f"COALESCE((SELECT hash FROM {table} ORDER BY id DESC LIMIT 1), %s) || %s"  # noqa: S608  our table's name
    # Django gives SQLite its SHA256.
    digest = (
        f"encode(sha256(convert_to({text}, 'UTF8')), 'hex')" if connection.vendor == "postgresql" else f"SHA256({text})"
    )
    return f"INSERT INTO {table} ({columns}) SELECT %s, %s, {digest}"


def link_content(part: str, values: Mapping[str, Any]) -> str:
    """Return what a link says of a row; the same for what is written and for what is read back, in every database.

    Args:
        part: a key of `FIELDS`.
        values: of that part, by field.
    """
    return _to_text.encode([part, *[_plain(values[name]) for name in FIELDS[part]]])


def link_hash(previous: str, row_id: int, part: str, values: Mapping[str, Any]) -> str:
    """Return the hash of a link."""
    return _hash(previous, row_id, link_content(part, values))


def _hash(previous: str, row_id: int, content: str) -> str:
    return hashlib.sha256(f"{previous}{_hashed(row_id, content)}".encode()).hexdigest()


def _hashed(row_id: int, content: str) -> str:
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
            return str(value)
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
