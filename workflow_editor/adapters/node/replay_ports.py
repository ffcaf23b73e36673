"""Ports of replayed nodes: answered from a cassette, without outside access.

A replay lives in the process that began it; after a crash others have no cassette, and its nodes fail.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import Any
from uuid import UUID

from agents.core.attachments import FilePart
from agents.core.errors import AttachmentError
from agents.core.ports import Toolbox
from tools.core.definitions import ToolRef
from tools.core.registered.files import OpenFile, StoredFile
from tools.core.text import Text
from tools.secrets.redaction import redact_text
from workflow_editor.cassettes.clients import CassetteClient, CassetteToolbox
from workflow_editor.cassettes.format import FailureEntry, FileEntry, LocalText
from workflow_editor.cassettes.player import NodePlayer, Player
from workflow_editor.errors import NodeError
from workflow_editor.models import NodeRun, Run
from workflow_editor.nodes.ports import FilePort, KnowledgeHits, ModelHandle

_BROKEN_OFF = Text("This replay was interrupted with the process that ran it. Run the test again.")

_lock = Lock()
_players: dict[UUID, Player] = {}


@contextmanager
def played(run_id: UUID, player: Player) -> Iterator[None]:
    """Let a replay and its child runs be played by this thread while the context is open."""
    with _lock:
        _players[run_id] = player
    try:
        yield
    finally:
        with _lock:
            # Child runs have come to it meanwhile.
            gone = [known for known, other in _players.items() if other.recording is player.recording]
            for known in gone:
                del _players[known]


def player_of(run: Run) -> Player:
    """Return the player of a replay; a child run's is made by its first node.

    Raises:
        NodeError: code `replay_broken_off`.
        CassetteMismatchError: the recorded node ran no other workflow.
    """
    with _lock:
        known = _players.get(run.pk)
    if known is not None:
        return known
    around = NodeRun.objects.select_related("run").filter(child_runs=run).first()
    if around is None:
        raise NodeError(_BROKEN_OFF, code="replay_broken_off")
    player = player_of(around.run).child(around.node_key, around.scope)
    with _lock:
        return _players.setdefault(run.pk, player)


class CassetteModels:
    def __init__(self, player: NodePlayer) -> None:
        self._player = player

    def resolve(self, provider: str, model: str) -> ModelHandle:
        return ModelHandle(CassetteClient(self._player), model, provider)


class CassetteTools:
    def __init__(self, player: NodePlayer) -> None:
        self._player = player

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        return CassetteToolbox(refs, self._player)

    def close(self) -> None:
        """There is nothing to close."""


class CassetteCredentials:
    def authorize(self, credential_id: str, address: str) -> None:
        """Every credential will do: nothing is sent."""


class CassetteKnowledge:
    def __init__(self, player: NodePlayer) -> None:
        self._player = player

    def search(self, base: str, question: str, *, top_k: int, threshold: float) -> KnowledgeHits:
        entry = self._player.search(base, redact_text(question))
        return KnowledgeHits(entry.passages, entry.usage.usage())


class CassetteFiles:
    """See `nodes.ports.FilePort`. Only the replay that completes a new recording opens `stored` attachments."""

    def __init__(self, player: NodePlayer, stored: FilePort) -> None:
        self._player = player
        self._stored = stored

    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        return self._stored.save(name, content_type, chunks)

    def open(self, file: Any) -> AbstractContextManager[OpenFile]:
        return self._stored.open(file)

    def attachment(self, file_id: str) -> FilePart:
        entry = self._player.file(file_id, lambda: self._opened(file_id))
        if entry.failure is not None:
            raise AttachmentError(entry.failure.message.text())
        return FilePart(entry.name, entry.media_type, "")

    def _opened(self, file_id: str) -> FileEntry:
        try:
            part = self._stored.attachment(file_id)
        except AttachmentError as error:
            return FileEntry(file_id=file_id, failure=FailureEntry(code=error.code, message=LocalText.of(error.text)))
        return FileEntry(file_id=file_id, name=part.name, media_type=part.media_type)
