"""Who may see a run. This layer knows its id only; the app that keeps runs registers the answer."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.models import User

RunAccess = Callable[[User, UUID], bool]


class RunReaders:
    """Asks whoever registered; without anybody, nobody may see a run."""

    def __init__(self) -> None:
        self._may_read: RunAccess | None = None

    def register(self, may_read: RunAccess) -> None:
        self._may_read = may_read

    def __call__(self, user: User, run_id: UUID) -> bool:
        """True when the user may read the run."""
        return self._may_read is not None and self._may_read(user, run_id)


may_read_run = RunReaders()
