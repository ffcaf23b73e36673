"""Embeddings by a model API that speaks OpenAI's format, Ollama and vLLM included. No framework."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.core.errors import ProviderError, ProviderRequestError
from agents.core.messages import Usage
from agents.core.prices import Prices
from agents.core.tokens import estimated_tokens
from agents.knowledge.embedding.embedding import EmbeddingMeter, Tally
from agents.knowledge.text.vectors import Vectors, unit_rows
from agents.providers.clients import openai_client
from agents.providers.connection import Connection
from agents.providers.failures import failure
from agents.providers.retry import pause_s
from agents.providers.sdk_calls import wait_for
from agents.providers.sdk_errors import provider_error
from tools.core.text import Text

if TYPE_CHECKING:
    from openai.types import CreateEmbeddingResponse

LONGEST_WAIT_S = 20.0
"""Total pauses of a call; a service that asks for longer fails at once with its message."""
TIMEOUT_S = 60.0
DEFAULT_BATCH = 32
NO_PRICES = Prices()
_REFUSED = (400, 413, 422)
_TOO_LONG = Text("{reason} If a passage is too long for the embedding model, lower the knowledge base's chunk size.")


class RemoteEmbedder:
    """See `agents.knowledge.embedding.embedding.Embedder`. Transient failures are retried a few times.

    `batch` is the service's limit of texts per request; `meter` is asked before each call, and receives its usage.
    """

    def __init__(
        self,
        connection: Connection,
        model: str,
        *,
        batch: int = DEFAULT_BATCH,
        prices: Prices = NO_PRICES,
        meter: EmbeddingMeter | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = connection
        self._model = model
        self.batch = batch
        self._prices = prices
        self._meter = meter or Tally()
        self._sleep = sleep

    def similarity(self, cosine: float) -> float:
        """Return (1 + cosine) / 2, which search engines have made usual."""
        return min(max((1.0 + cosine) / 2.0, 0.0), 1.0)

    def cost(self, texts: Sequence[str]) -> Usage:
        """Return an estimate by the length of the texts, priced."""
        return self._prices.priced(Usage(sum(map(estimated_tokens, texts))))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of at most `batch` texts.

        Raises ProviderError if the service failed, or its answer was malformed.
        """
        guess = self.cost(texts)
        self._meter.reserve(self._model, guess)
        attempt, waited_s = 1, 0.0
        while True:
            try:
                rows, tokens = self._asked(texts)
                self._meter.add(guess if tokens is None else self._prices.priced(Usage(tokens)))
                return self._vectors(rows, len(texts))
            except ProviderError as error:
                wait_s = pause_s(error, attempt)
                if wait_s is None or waited_s + wait_s > LONGEST_WAIT_S:
                    raise
                self._sleep(wait_s)
                attempt, waited_s = attempt + 1, waited_s + wait_s

    def _asked(self, texts: Sequence[str]) -> tuple[list[Any], int | None]:
        """Return the vectors, and the tokens that they took unless the service keeps silent about them."""
        try:
            answer = wait_for(self._call(texts))
            rows = sorted(answer.data, key=lambda row: row.index)
            return [row.embedding for row in rows], _tokens(answer)
        except (AttributeError, TypeError):
            raise failure("form", self._connection.title) from None
        except Exception as error:
            found = provider_error(error, self._connection)
            raise _about_passages(found) from None

    async def _call(self, texts: Sequence[str]) -> "CreateEmbeddingResponse":
        return await openai_client(self._connection).embeddings.create(
            model=self._model, input=list(texts), encoding_format="float", timeout=TIMEOUT_S
        )

    def _vectors(self, rows: list[Any], wanted: int) -> Vectors:
        try:
            vectors = np.asarray(rows, dtype=np.float32)
        except (TypeError, ValueError):
            raise failure("form", self._connection.title) from None
        if vectors.ndim != 2 or vectors.shape[0] != wanted or not vectors.shape[1] or not np.isfinite(vectors).all():
            raise failure("form", self._connection.title)
        return unit_rows(vectors)


def _about_passages(error: Exception) -> Exception:
    """Return a refusal with the settings that it is about: those of a base, where no node is concerned."""
    if not isinstance(error, ProviderRequestError) or error.details.get("status") not in _REFUSED:
        return error
    return ProviderRequestError(_TOO_LONG.filled(reason=error.text), details=error.details)


def _tokens(answer: "CreateEmbeddingResponse") -> int | None:
    tokens = getattr(answer.usage, "prompt_tokens", None)
    return tokens if isinstance(tokens, int) and tokens > 0 else None
