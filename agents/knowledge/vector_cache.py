"""The vectors of knowledge bases in the memory of this process, read again when something else can be found."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from agents.knowledge.models import KnowledgeBase, KnowledgeChunk

if TYPE_CHECKING:
    from agents.knowledge.text.vectors import VectorIndex

MAX_BYTES = 256 * 1024**2
"""Total over all knowledge bases; the searched one is always kept."""
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class _Held:
    revision: int
    embedder: str
    index: "VectorIndex"


class VectorMemory:
    """Keeps the knowledge bases that were searched last. Thread-safe."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[UUID, _Held] = OrderedDict()

    def index_of(self, base: KnowledgeBase) -> "VectorIndex":
        """Return the vectors as they were when the row was read, or newer."""
        with self._lock:
            found = self._held.get(base.pk)
            if found is not None and (found.revision, found.embedder) == (base.revision, base.embedder):
                self._held.move_to_end(base.pk)
                return found.index
        # Outside the lock: others go on searching. Two threads may both read; the later one wins.
        index = _read(base)
        with self._lock:
            self._held[base.pk] = _Held(base.revision, base.embedder, index)
            self._held.move_to_end(base.pk)
            while len(self._held) > 1 and self._bytes() > self._max_bytes:
                self._held.popitem(last=False)
        return index

    def _bytes(self) -> int:
        return sum(held.index.size_bytes for held in self._held.values())


vector_memory = VectorMemory()


def _read(base: KnowledgeBase) -> "VectorIndex":
    from agents.knowledge.text.vectors import VectorIndex

    chunks = KnowledgeChunk.objects.filter(base=base, live=True, document__embedder=base.embedder)
    rows = chunks.exclude(vector=None).order_by("id").values_list("id", "vector")
    vectors = {chunk_id: vector for chunk_id, vector in rows if vector is not None}
    width = len(next(iter(vectors.values()), b""))
    # A service may change the length of its vectors under the same name: those of the first kind are kept.
    fitting = {chunk_id: vector for chunk_id, vector in vectors.items() if len(vector) == width}
    return VectorIndex.of_stored(list(fitting), list(fitting.values()), width // _FLOAT_BYTES)
