"""Finds passages: by words, by vectors, and by both."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agents.core.messages import Usage
from agents.knowledge.embedding.embedding import EmbeddingMeter, Tally
from agents.knowledge.models import KnowledgeBase, KnowledgeChunk
from agents.knowledge.search_index import chunks_with_words
from agents.knowledge.services.documents import base_embedded
from agents.knowledge.services.embedders import embedder_for
from agents.knowledge.text.context import MAX_QUERY_CHARS, Passage
from agents.knowledge.text.ranking import CANDIDATES, MODES, Scores, SearchMode, fused, kept
from agents.knowledge.text.terms import coverage, query_terms
from agents.knowledge.vector_cache import vector_memory


@dataclass(frozen=True, slots=True)
class _Candidates:
    by_words: Sequence[int]
    by_vectors: Sequence[int]
    similarities: Mapping[int, float]

    def order(self, mode: SearchMode) -> Sequence[int]:
        if mode == "hybrid":
            return fused([self.by_vectors, self.by_words])
        return self.by_vectors if mode == "vector" else self.by_words


def knowledge_search(
    *,
    base: KnowledgeBase,
    query: str,
    top_k: int,
    threshold: float,
    meter: EmbeddingMeter | None = None,
) -> list[Passage]:
    """Return at most `top_k` passages matching the first 2,000 characters of a query, best first.

    `threshold`, from 0 to 1, applies to the better of similarity and coverage (`ranking.Scores`). Raises ProviderError,
    ProviderSetupError or ProviderNotFoundError if the query cannot be embedded.
    """
    found = knowledge_compare(base=base, query=query, top_k=top_k, threshold=threshold, modes=["hybrid"], meter=meter)
    return found["hybrid"]


def knowledge_compare(
    *,
    base: KnowledgeBase,
    query: str,
    top_k: int,
    threshold: float,
    modes: Collection[SearchMode] = MODES,
    meter: EmbeddingMeter | None = None,
) -> dict[SearchMode, list[Passage]]:
    """Return what each way to search finds for the same question; arguments and errors as `knowledge_search`."""
    asked = _asked(query)
    if not asked:
        return {mode: [] for mode in modes}
    terms = query_terms(asked)
    found = _candidates(base, asked, terms, max(CANDIDATES, top_k), modes, meter)
    scores = _scores(terms, found)
    best = {mode: kept(_stored(found.order(mode), scores), scores, top_k=top_k, threshold=threshold) for mode in modes}
    passages = _passages([one for chosen in best.values() for one in chosen])
    return {
        mode: [passages[one.chunk_id] for one in chosen if one.chunk_id in passages] for mode, chosen in best.items()
    }


def knowledge_question_cost(*, base: KnowledgeBase, query: str) -> Usage:
    """Return the known upper bound of a query's embedding cost.

    Raises ProviderError, ProviderSetupError or ProviderNotFoundError (see `knowledge_search`).
    """
    return embedder_for(base).cost([_asked(query)])


def knowledge_try(*, base: KnowledgeBase, query: str, top_k: int, threshold: float) -> dict[SearchMode, list[Passage]]:
    """Return the results of each kind of search, for trials at the base's own expense.

    Raises ProviderError, ProviderSetupError or ProviderNotFoundError (see `knowledge_search`).
    """
    tally = Tally()
    found = knowledge_compare(base=base, query=query, top_k=top_k, threshold=threshold, meter=tally)
    base_embedded(base.pk, tally.usage)
    return found


def _asked(query: str) -> str:
    return query.strip()[:MAX_QUERY_CHARS]


def _candidates(
    base: KnowledgeBase,
    query: str,
    terms: Sequence[str],
    count: int,
    modes: Collection[SearchMode],
    meter: EmbeddingMeter | None,
) -> _Candidates:
    by_words = chunks_with_words(base.pk, terms, count)
    if set(modes) == {"lexical"}:
        return _Candidates(by_words, (), {})
    index = vector_memory.index_of(base)
    if not len(index.ids):
        return _Candidates(by_words, (), {})
    embedder = embedder_for(base, meter)
    vector = embedder.embed([query])[0]
    nearest = index.nearest(vector, count)
    cosines = index.cosines(vector, by_words) | dict(nearest)
    similarities = {chunk_id: embedder.similarity(cosine) for chunk_id, cosine in cosines.items()}
    return _Candidates(by_words, [chunk_id for chunk_id, _ in nearest], similarities)


def _scores(terms: Sequence[str], found: _Candidates) -> dict[int, Scores]:
    ids = {*found.by_words, *found.by_vectors}
    stored = KnowledgeChunk.objects.filter(id__in=ids).values_list("id", "terms")
    return {
        chunk_id: Scores(chunk_id, found.similarities.get(chunk_id), coverage(terms, words))
        for chunk_id, words in stored
    }


def _stored(order: Sequence[int], scores: Mapping[int, Scores]) -> list[int]:
    """Leave out what has been deleted since the vectors were read."""
    return [chunk_id for chunk_id in order if chunk_id in scores]


def _passages(chosen: Sequence[Scores]) -> dict[int, Passage]:
    scores = {one.chunk_id: one for one in chosen}
    rows = KnowledgeChunk.objects.filter(id__in=scores).select_related("document").defer("vector", "terms")
    return {row.pk: _passage(row, scores[row.pk]) for row in rows}


def _passage(row: KnowledgeChunk, scores: Scores) -> Passage:
    return Passage(
        chunk_id=row.pk,
        document_id=str(row.document_id),
        document=row.document.name,
        index=row.index,
        start=row.start,
        end=row.end,
        text=row.text,
        metadata=row.metadata,
        score=scores.score,
        similarity=scores.similarity,
        coverage=scores.coverage,
    )
