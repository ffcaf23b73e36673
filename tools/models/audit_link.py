"""The links of the chain over the audit log."""

from functools import cache

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.utils.translation import gettext_lazy as _

from tools.audit.chain import FIRST, link_text
from tools.rows.writer import names_of, table_of

_LOCK = 0x666C_6175_6469_74
"""Any number that nothing else locks."""


class AuditLink(models.Model):
    """See `tools.audit.chain`. Written with its row, never changed."""

    class Part(models.TextChoices):
        BEGIN = "begin", _("Begin")
        END = "end", _("End")
        WHOLE = "whole", _("Whole")
        ACCESS = "access", _("Permission change")

    row_id = models.BigIntegerField()
    """Row of a `ToolInvocation`, for the part `access` of an `AccessEvent`.

    No foreign key: the link must outlive its row. No index: only chain walks read it.
    """
    part = models.CharField(max_length=6, choices=Part.choices)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("link of the audit log")
        verbose_name_plural = _("links of the audit log")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.row_id} · {self.part}"


def link_append(row_id: int, part: str, content: str) -> None:
    """Add the link of a new row, in its transaction; `part` and `content` as in `tools.audit.chain`.

    Writers take turns: SQLite has one anyway, on PostgreSQL a lock is held until the commit.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if not database.in_atomic_block:
        raise transaction.TransactionManagementError("a link is stored together with its row")
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        # A statement of its own, so that it sees what was committed while this one waited.
        cursor.execute(_append_statement(), [row_id, part, FIRST, link_text(row_id, content)])


@cache
def _append_statement() -> str:
    """Let the database hash as `tools.audit.chain.link_hash` does, so that nobody fetches the last link first."""
    table = table_of(AuditLink)
    columns = ", ".join(names_of(AuditLink, ("row_id", "part", "hash")))
    text = f"COALESCE((SELECT hash FROM {table} ORDER BY id DESC LIMIT 1), %s) || %s"  # noqa: S608  our table's name
    # Django gives SQLite its SHA256.
    digest = (
        f"encode(sha256(convert_to({text}, 'UTF8')), 'hex')" if connection.vendor == "postgresql" else f"SHA256({text})"
    )
    return f"INSERT INTO {table} ({columns}) SELECT %s, %s, {digest}"
