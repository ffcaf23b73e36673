"""Outputs of finished nodes, loaded when a later node asks for them."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from tools.definitions import JsonObject
from workflow_editor.models import NodeRun, Status

_FINISHED = (Status.SUCCEEDED, Status.SKIPPED)


class NodeOutputs:
    """Outputs of one run by node key; what was loaded or computed here is not loaded again."""

    def __init__(self, run_id: UUID, scope: str = "") -> None:
        self._run_id = run_id
        self._scope = scope
        self._known: dict[str, JsonObject | None] = {}

    def load(self, key: str) -> JsonObject | None:
        """Return the output of a node, or None when it has none."""
        if key not in self._known:
            self.prefetch([key])
        return self._known[key]

    def prefetch(self, keys: Iterable[str]) -> None:
        """Load several outputs with one query."""
        missing = [key for key in keys if key not in self._known]
        if not missing:
            return
        rows = NodeRun.objects.filter(
            run_id=self._run_id, scope=self._scope, node_key__in=missing, status__in=_FINISHED
        )
        found = dict(rows.values_list("node_key", "output"))
        self._known.update({key: found.get(key) for key in missing})

    def add(self, outputs: Mapping[str, JsonObject]) -> None:
        """Remember outputs that are not stored yet."""
        self._known.update(outputs)
