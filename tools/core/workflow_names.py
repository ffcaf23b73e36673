"""Names of workflows. This layer knows their ids only; the app that keeps them registers where to look."""

from collections.abc import Callable, Collection
from uuid import UUID

NameLookup = Callable[[Collection[UUID] | None], dict[UUID, str]]


class WorkflowNames:
    """Asks whoever registered; without anybody, no workflow has a name."""

    def __init__(self) -> None:
        self._lookup: NameLookup | None = None

    def register(self, lookup: NameLookup) -> None:
        self._lookup = lookup

    def __call__(self, ids: Collection[UUID] | None = None) -> dict[UUID, str]:
        """Return names by id in the order of names; None asks for all. Ids of deleted workflows are left out."""
        return self._lookup(ids) if self._lookup else {}


workflow_names = WorkflowNames()
