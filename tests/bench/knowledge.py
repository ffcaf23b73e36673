"""Retrieval among ten thousand chunks on SQLite: time of a question, time of indexing, memory.

A program of its own, since it needs Django and a database: `python -m tests.bench.knowledge [SIZE]` prints JSON.
"""

import json
import random
import statistics
import sys
from time import perf_counter, process_time
from typing import Any

import psutil

from agents.knowledge.text.terms import STOP_WORDS
from tests.bench.own_database import own_database
from tests.bench.size import Size, size_argument

DOCUMENTS = 20
_SEED = 7
_WORDS_PER_CHUNK = 130
_VOCABULARY = 20_000


def texts(random_: random.Random, chunks: int) -> list[str]:
    """Return documents that are cut into at least `chunks` pieces.

    Word frequencies are as uneven as in a language, where the most frequent words carry no meaning.
    """
    words = sorted(STOP_WORDS) + [
        "".join(random_.choices("abcdefghijklmnoprstuvw", k=random_.randint(3, 10))) for _ in range(_VOCABULARY)
    ]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    sentences = chunks * _WORDS_PER_CHUNK // 10
    drawn = random_.choices(words, weights, k=sentences * 10)
    lines = [" ".join(drawn[start : start + 10]) + "." for start in range(0, len(drawn), 10)]
    each = len(lines) // DOCUMENTS
    return [" ".join(lines[start : start + each]) for start in range(0, len(lines), each)]


def questions(random_: random.Random, documents: list[str], count: int) -> list[str]:
    """Return questions of eight words that stand near each other somewhere."""
    found = []
    for _ in range(count):
        words = random_.choice(documents).split(" ", 5_000)[:5_000]
        start = random_.randrange(len(words) - 8)
        found.append(" ".join(words[start : start + 8]))
    return found


def p95(values: list[float]) -> float:
    return round(sorted(values)[int(len(values) * 0.95)], 1)


def memory_mb() -> float:
    return float(psutil.Process().memory_info().rss) / 1024**2


def measure(size: Size) -> dict[str, Any]:
    from django.contrib.auth.models import User

    from agents.knowledge.models import KnowledgeChunk
    from agents.knowledge.services.search import knowledge_search
    from tests.factories.knowledge import base_create, document_create, index_all

    random_ = random.Random(_SEED)  # noqa: S311  the same corpus every time
    documents = texts(random_, size.chunks)
    base = base_create(User.objects.create(username="bench"))
    for number, text in enumerate(documents):
        document_create(base, text, name=f"{number}.txt")
    began = perf_counter()
    index_all()
    indexing_s = perf_counter() - began
    base.refresh_from_db()
    before = memory_mb()
    times, work = [], []
    for question in ["first", *questions(random_, documents, size.questions)]:
        began, worked = perf_counter(), process_time()
        knowledge_search(base=base, query=question, top_k=5, threshold=0.0)
        times.append((perf_counter() - began) * 1000)
        work.append((process_time() - worked) * 1000)
    first, rest = times[0], times[1:]
    return {
        "chunks": KnowledgeChunk.objects.filter(base=base, live=True).count(),
        "indexing_s": round(indexing_s, 1),
        "question_ms": {
            "first": round(first, 1),
            "median": round(statistics.median(rest), 1),
            "p95": p95(rest),
            "processor_p95": p95(work[1:]),
            "limits": {"p95": 50},
        },
        "memory_mb": {"vectors": round(memory_mb() - before, 1), "process": round(memory_mb(), 1)},
    }


def main() -> None:
    size = size_argument()
    with own_database():
        from agents.knowledge.indexing_queue import indexing_queue

        indexing_queue.register(lambda: None)
        sys.stdout.write(json.dumps(measure(size)))


if __name__ == "__main__":
    main()
