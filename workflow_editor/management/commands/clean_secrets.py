"""`manage.py clean_secrets`: lists what earlier versions left behind, and cleans it when asked to."""

from argparse import ArgumentParser
from collections.abc import Callable
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand

from tools.core.errors import RecordInvalidError
from workflow_editor.services.clean_up.leftovers import leftovers
from workflow_editor.services.clean_up.stored_keys import stored_keys

_AFTERWARDS = (
    "Keys that were stored in clear may be in backups and in the heads of people, too: make new ones at their services."
)
_INVALID = "their other settings do not fit any more: open them under Tools and save them"


class Command(BaseCommand):
    """Lists places, never secrets; changes nothing without `--apply`. May be repeated."""

    help = (
        "List keys in stored addresses (drafts, versions, changes, runs, deliveries, tools, audit log), addresses that "
        "a copy may have filled in for a credential, and links, tokens and triggers of people who left."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--apply", action="store_true", help="Clean what is listed.")

    def handle(self, *args: Any, apply: bool, **options: Any) -> None:
        cleaned = left = 0
        reasons: dict[str, int] = {}
        for found in chain(stored_keys(), leftovers()):
            reason = found.reason if found.clean is None else self._cleaned(found.clean) if apply else ""
            if reason:
                reasons[reason] = reasons.get(reason, 0) + 1
                left += 1
            else:
                cleaned += 1
            self.stdout.write(f"{'stays' if reason else 'clean'}  {found.kind}: {found.place}")
        self.stdout.write(f"{cleaned} places {'were cleaned' if apply else 'can be cleaned (--apply)'}, {left} stay.")
        for reason, count in reasons.items():
            self.stdout.write(f"{count} stay because {reason}.")
        if cleaned or left:
            self.stdout.write(_AFTERWARDS)

    def _cleaned(self, clean: Callable[[], object]) -> str:
        """Clean one place, and return why that is impossible; empty when it is done."""
        try:
            clean()
        except RecordInvalidError:
            return _INVALID
        return ""
