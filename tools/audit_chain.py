"""The chain over the audit log: each link's hash covers what a row says and the hash before it.

A row has a link for what was known when the call began and one for its end. Who changes, removes or slips in a row
without the chain leaves a place where the hashes no longer fit; who computes the chain anew gets another last hash than
the one that `verify_audit` printed before.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from tools.models.audit_link import AuditLink
from tools.rows.writer import db_json, insert_rows, table_of

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
FIELDS: Mapping[str, tuple[str, ...]] = {"begin": BEGIN, "end": END, "whole": (*BEGIN, *END)}
FIRST = "0" * 64
_EXACT = 2**53
_LOCK = 0x666C_6175_6469_74
"""Any number that nothing else locks."""


def chain_append(invocation_id: int, part: str, values: Mapping[str, Any]) -> None:
    """Add the link of a row that was just written, in the transaction that wrote it.

    Writers take turns: SQLite has one at a time anyway, on PostgreSQL they wait for a lock that the commit releases.

    Args:
        part: a key of `FIELDS`.
        values: of that part, by field.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("a link is stored together with its row")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(f"SELECT hash FROM {table_of(AuditLink)} ORDER BY id DESC LIMIT 1")  # noqa: S608  our table's name
        found = cursor.fetchone()
    link = link_hash(found[0] if found else FIRST, invocation_id, part, values)
    insert_rows(AuditLink, ("invocation_id", "part", "hash"), [(invocation_id, part, link)])


def link_hash(previous: str, invocation_id: int, part: str, values: Mapping[str, Any]) -> str:
    """Return the hash of a link; the same for what is written and for what is read back, in every database."""
    content = [invocation_id, part, *(_plain(values[name]) for name in FIELDS[part])]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{previous}{text}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    match value:
        case None | True | False:
            return value
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case UUID():
            return value.hex
        case dict() | list():
            return json.loads(db_json(value), parse_float=_number, parse_int=_number)
        case str():
            # Enum members are texts, but do not look like them in JSON; run ids come as text or as UUID.
            return _without_dashes(str(value))
        case _:
            return value


def _without_dashes(text: str) -> str:
    try:
        return UUID(text).hex if len(text) == 36 else text
    except ValueError:
        return text


def _number(text: str) -> int | float:
    """PostgreSQL stores 1e16 as 10000000000000000; both are one number here."""
    value = float(text)
    return int(value) if abs(value) <= _EXACT and value.is_integer() else value
