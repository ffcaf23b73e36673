"""A user limited to one workflow: while a program acts for them, nothing else is accessible."""

from uuid import UUID

_ONLY_WORKFLOW = "only_workflow"


def limit_user(user: object, workflow_id: UUID | None) -> None:
    """Note at a user, as this request has it, the only workflow that may be used; None limits nothing."""
    vars(user)[_ONLY_WORKFLOW] = workflow_id


def only_workflow(user: object) -> UUID | None:
    """Return the only workflow that may be used for this user; None if unlimited."""
    found: UUID | None = vars(user).get(_ONLY_WORKFLOW)
    return found
