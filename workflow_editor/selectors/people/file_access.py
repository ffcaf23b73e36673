"""File access: for people by runs and conversations, for runs by their inputs and outputs."""

from collections.abc import Collection, Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from tools.models import ToolFile
from workflow_editor.adapters.state.run_tree import calling_nodes
from workflow_editor.models import FileUse, Run, Workflow
from workflow_editor.selectors.access import may_be_read_by, may_read_run_id, readable_runs

_MOST_USES = 50
"""Newest uses of a file that are examined."""


class RunFileAccess:
    """See `tools.selectors.run_access.RunAccess`, which this is one of."""

    def shows_file(self, user: User, file: ToolFile) -> bool:
        if file.run_id is not None and may_read_run_id(user, file.run_id):
            return True
        uses = FileUse.objects.filter(file=file).select_related("conversation", "delivery__trigger").order_by("-id")
        return any(_shows(user, use) for use in uses[:_MOST_USES])

    def has_file(self, run_id: UUID, file: ToolFile) -> bool:
        if FileUse.objects.filter(Q(run=run_id) | Q(delivery__runs=run_id), file=file).exists():
            return True
        return file.run_id is not None and any(around == run_id for around in _runs_around(file.run_id))

    def readable(self, user: User, run_ids: Collection[UUID]) -> set[UUID]:
        return set(readable_runs(user).filter(pk__in=run_ids).values_list("pk", flat=True))

    def reads_for_its_user(self, run_id: UUID) -> bool:
        *_, outermost = (run_id, *_runs_around(run_id))
        return Run.objects.filter(pk=outermost, delivery=None).exists()


def _shows(user: User, use: FileUse) -> bool:
    if use.run_id is not None:
        return may_read_run_id(user, use.run_id)
    if use.conversation is not None:
        return use.conversation.user_id == user.pk
    visible = Workflow.objects.filter(may_be_read_by(user))
    return use.delivery is not None and visible.filter(pk=use.delivery.trigger.workflow_id).exists()


def _runs_around(run_id: UUID) -> Iterator[UUID]:
    """Yield the runs that wait for a run, the innermost first."""
    run = Run.objects.filter(pk=run_id).only("parent_node_run").first()
    if run is not None:
        yield from (node_run.run_id for node_run in calling_nodes(run))
