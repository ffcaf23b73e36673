"""Names of workflows. This layer knows their ids only; the app that keeps them registers where to look."""

from collections.abc import Callable, Collection
from uuid import UUID

from tools.core.registered.port import RegisteredPort

workflow_names = RegisteredPort[Callable[[Collection[UUID] | None], dict[UUID, str]]]()
"""Returns names by id in the order of names; None asks for all. Ids of deleted workflows are left out."""
