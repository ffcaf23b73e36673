"""`manage.py verify_audit`: is the audit log what was written?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.services.audit_verification import audit_verify

SHOWN = 50
TABLES = {"call": "tool call", "access": "permission change"}
SENTENCES = {
    "changed": "{table} {id} was changed, or the link before it was",
    "missing": "{table} {id} is missing",
    "unlinked": "{table} {id} was put in beside the chain",
    "unfinished_link": "the end of {table} {id} was written beside the chain",
}


class Command(BaseCommand):
    """Exits with an error when a row was changed, removed or slipped in."""

    help = "Check the audit log against its chain of hashes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--expect", metavar="HASH", help="a last hash that this command printed before")

    def handle(self, *args: Any, **options: Any) -> None:
        report = audit_verify(expected=options["expect"])
        for fault in report.faults[:SHOWN]:
            self.stderr.write(SENTENCES[fault.kind].format(table=TABLES[fault.table], id=fault.row_id))
        if not report.has_expected:
            self.stderr.write("the expected hash is not in the chain: it was cut off or computed again")
        if report.faults or not report.has_expected:
            raise CommandError(f"The audit log is not what was written ({len(report.faults)} faults).")
        self.stdout.write(f"{report.links} links hold. Last hash: {report.head}")
