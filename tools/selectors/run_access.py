"""Access to runs and their files by id; the app that keeps runs registers the implementation."""

from collections.abc import Collection
from typing import Protocol
from uuid import UUID

from django.contrib.auth.models import User

from tools.core.registered.port import RegisteredPort
from tools.models import ToolFile


class RunAccess(Protocol):
    """Interface of the app that keeps runs."""

    def shows_file(self, user: User, file: ToolFile) -> bool:
        """Return True when the user may read a run or a conversation that made the file or was given it."""
        ...

    def has_file(self, run_id: UUID, file: ToolFile) -> bool:
        """Return True when the file was made in this run, or in one that it called, or was given to it."""
        ...

    def readable(self, user: User, run_ids: Collection[UUID]) -> set[UUID]: ...

    def reads_for_its_user(self, run_id: UUID) -> bool:
        """Return True when a run may open everything its user may see: not one that somebody outside started."""
        ...


run_access = RegisteredPort[RunAccess]()
