"""Values of `vars` and `conversation` in a run, and the port that changes them.

Readers take the newest values. Writers lock, and store their node run's key with the change, so a retry after a crash
does not write again.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import CONVERSATION_WORD, VARS_WORD
from workflow_editor.models import PersistentValues, Run, Turn, ValueWrite

PERSISTENT_WORDS: Final[Sequence[str]] = (VARS_WORD, CONVERSATION_WORD)
MAX_CHARACTERS = 200_000
"""Total size of one owner's values as JSON, which each reader loads and each writer stores."""
_TOO_LARGE = Text(
    "The variables would be longer than {most} characters together. Keep large or many values in a table.", most=0
)


def persistent_values(run: Run, word: str) -> JsonObject:
    """Return the current values of one of the words in a run."""
    return _Owner.of(run, word).read()


def row_of_turn(turn: Turn | None) -> PersistentValues | None:
    """Return what the conversation knows as of a turn: its own row, else that of the nearest turn before it."""
    while turn is not None:
        row = PersistentValues.objects.filter(turn=turn).first()
        if row is not None:
            return row
        turn = turn.parent
    return None


class StoredPersistentValues:
    """Implements `nodes.ports.PersistentValuesPort`; `key` is stable over the node run's attempts."""

    def __init__(self, run_id: UUID, key: str) -> None:
        self._run_id = run_id
        self._key = sha256(key.encode()).hexdigest()

    def write(self, change: Callable[[JsonObject, JsonObject], JsonObject]) -> JsonObject:
        with transaction.atomic():
            # Two attempts at once, one of which was given up, take turns here.
            run = Run.objects.select_for_update(no_key=True).get(pk=self._run_id)
            written = ValueWrite.objects.filter(pk=self._key).first()
            if written is not None:
                return dict(written.output)
            rows = [_Owner.of(run, word).locked_row() for word in PERSISTENT_WORDS]
            output = change(*(row.values for row in rows))
            for row in rows:
                bounded(row.values)
                row.save()
            ValueWrite.objects.create(pk=self._key, run=run, output=output)
        return output


def bounded(values: JsonObject) -> JsonObject:
    """Return the values. Raises NodeError (`variables_too_large`) if their total is too long."""
    if len(json.dumps(values)) > MAX_CHARACTERS:
        raise NodeError(_TOO_LARGE.filled(most=MAX_CHARACTERS), code="variables_too_large")
    return values


class _Owner:
    """Owner of a word's values in a run: the workflow, a turn, or else the run itself."""

    def __init__(self, run: Run, word: str, turn: Turn | None) -> None:
        self._run = run
        self._word = word
        self._turn = turn

    @classmethod
    def of(cls, run: Run, word: str) -> "_Owner":
        is_of_turn = word == CONVERSATION_WORD
        return cls(run, word, Turn.objects.filter(run=run).first() if is_of_turn else None)

    def read(self) -> JsonObject:
        row = PersistentValues.objects.filter(run=self._run, word=self._word).first() or self._shared_row()
        return {} if row is None else dict(row.values)

    def locked_row(self) -> PersistentValues:
        """Return the row to change, made with what counts until then when there is none."""
        owner: dict[str, Any] = {"run": self._run}
        if not self._is_trial and self._word == VARS_WORD:
            owner = {"workflow": self._run.workflow}
        elif not self._is_trial and self._turn is not None:
            owner = {"turn": self._turn}
        row, _ = PersistentValues.objects.get_or_create(**owner, word=self._word, defaults={"values": self.read()})
        return PersistentValues.objects.select_for_update().get(pk=row.pk)

    @property
    def _is_trial(self) -> bool:
        run = self._run
        return run.mode == Run.Mode.TEST or run.kind == Run.Kind.DEBUG or run.trigger == Run.REPLAY

    def _shared_row(self) -> PersistentValues | None:
        if self._word == VARS_WORD:
            return PersistentValues.objects.filter(workflow=self._run.workflow_id).first()
        return row_of_turn(self._turn)
