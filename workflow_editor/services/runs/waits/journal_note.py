"""Decisions in a waiting node's journal, found when it resumes."""

from django.db.models import Max

from agents.core.journal import JournalEntry
from workflow_editor.models import JournalRow
from workflow_editor.run_store.writes import NewEntry, values_of
from workflow_editor.services.runs.waits.resolve import ResolvedWait


def append_note(settled: ResolvedWait, entry: JournalEntry) -> None:
    """Add an entry in the caller's transaction; its node is not at work."""
    rows = JournalRow.objects.filter(node_run=settled.wait.node_run)
    newest = rows.aggregate(newest=Max("seq"))["newest"] or 0
    JournalRow.objects.create(node_run=settled.wait.node_run, **values_of(NewEntry.of(entry, newest + 1)))
