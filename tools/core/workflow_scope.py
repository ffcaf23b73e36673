"""A person in whose name a program asks that may use one workflow alone: nothing else is theirs meanwhile."""

from uuid import UUID

_ONLY_WORKFLOW = "only_workflow"


def limit_user(user: object, workflow_id: UUID | None) -> None:
    """Note at a user, as this request has it, the only workflow that may be used; None limits nothing."""
    vars(user)[_ONLY_WORKFLOW] = workflow_id


def only_workflow(user: object) -> UUID | None:
    """Return the only workflow that may be used in a user's name; None for whatever is theirs."""
    found: UUID | None = vars(user).get(_ONLY_WORKFLOW)
    return found
