"""One act on many workflows: each as if it were done alone, so that one that is refused stops no other."""

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from workflow_editor.errors import WorkflowError
from workflow_editor.models import Workflow
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.services.library import workflow_move, workflow_retag
from workflow_editor.services.workflows import workflow_delete

MAX_AT_ONCE = 100

Outcomes = list[tuple[UUID, WorkflowError | None]]
"""For each id, in the order given: None when it was done, else why not."""


def workflows_change(
    user: User,
    ids: Iterable[UUID],
    *,
    folder: str | None = None,
    add_tags: Sequence[str] = (),
    remove_tags: Sequence[str] = (),
) -> Outcomes:
    """Move workflows and change their tags; None leaves them in their folders."""

    def change(workflow: Workflow) -> None:
        if folder is not None:
            workflow_move(workflow, folder)
        if add_tags or remove_tags:
            workflow_retag(workflow, add=add_tags, remove=remove_tags)

    return _each(user, ids, Access.EDIT, change)


def workflows_delete(user: User, ids: Iterable[UUID]) -> Outcomes:
    """Delete workflows with their versions and runs."""
    return _each(user, ids, Access.OWN, workflow_delete)


def _each(user: User, ids: Iterable[UUID], access: Access, act: Callable[[Workflow], None]) -> Outcomes:
    outcomes: Outcomes = []
    for workflow_id in dict.fromkeys(ids):
        refused: WorkflowError | None = None
        try:
            with transaction.atomic():
                act(workflow_for(user, workflow_id, access))
        except WorkflowError as error:
            refused = error
        outcomes.append((workflow_id, refused))
    return outcomes
