"""Recall of the search on the test corpus: see its README."""

import pytest
from django.contrib.auth.models import User

from agents.knowledge.services.search import knowledge_compare
from agents.knowledge.text.ranking import MODES, SearchMode
from tests.factories.knowledge import corpus, indexed_base

pytestmark = pytest.mark.django_db
TOP_K = 5


def recall_at_5(owner: User, *languages: str) -> dict[SearchMode, float]:
    """Return for each way to search how many of the questions have their answer among the first five passages."""
    base = indexed_base(owner, dict(row for language in languages for row in corpus(language)))
    questions = [row for language in languages for row in corpus(f"questions_{language}")]
    hits: dict[SearchMode, int] = dict.fromkeys(MODES, 0)
    for answer, question in questions:
        found = knowledge_compare(base=base, query=question, top_k=TOP_K, threshold=0)
        for mode, passages in found.items():
            hits[mode] += answer in {passage.document for passage in passages}
    return {mode: count / len(questions) for mode, count in hits.items()}


@pytest.mark.parametrize("languages", [("en",), ("zh",), ("en", "zh")])
def test_both_searches_together_find_at_least_as_much_as_each_alone(alice: User, languages: tuple[str, ...]) -> None:
    recall = recall_at_5(alice, *languages)
    assert recall["hybrid"] >= max(recall["vector"], recall["lexical"])
    assert recall["hybrid"] >= 0.9
