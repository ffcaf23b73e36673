"""Embeddings over the wire: requests, retries and errors."""

import pytest

from agents.core.errors import ProviderRequestError, ProviderUnavailableError
from agents.core.messages import Usage
from agents.core.prices import Prices
from agents.knowledge.embedding.embedding import Tally
from agents.knowledge.embedding.remote_embedder import RemoteEmbedder
from agents.providers.connection import Connection
from tests.doubles.aimock import API_KEY, Aimock


def embedder(base_url: str, waits: list[float] | None = None) -> RemoteEmbedder:
    connection = Connection("openai", "custom-openai", "Ours", base_url, API_KEY)
    return RemoteEmbedder(connection, "text-embedding-3-small", sleep=(waits if waits is not None else []).append)


def test_a_batch_is_one_call_and_vectors_have_length_one(aimock: Aimock) -> None:
    aimock.reply({"embedding": [3.0, 4.0]})
    vectors = embedder(aimock.openai_url).embed(["warp", "weft"])
    assert vectors.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]] * 2
    (request,) = aimock.requests()
    assert request["path"] == "/v1/embeddings"
    assert request["body"]["model"] == "text-embedding-3-small"


def test_a_passing_failure_is_repeated(aimock: Aimock) -> None:
    waits: list[float] = []
    aimock.reply({"embedding": [1.0, 0.0]})
    aimock.fail_once(503, message="busy")
    assert embedder(aimock.openai_url, waits).embed(["warp"]).shape == (1, 2)
    assert waits == [0.5]


def test_a_lasting_failure_is_reported_at_once(aimock: Aimock) -> None:
    waits: list[float] = []
    aimock.fail_once(404, message="no such model")
    with pytest.raises(ProviderRequestError) as caught:
        embedder(aimock.openai_url, waits).embed(["warp"])
    assert "Check the model name" in caught.value.text.en
    assert waits == []


def test_a_service_that_is_down_is_reported_with_its_address() -> None:
    waits: list[float] = []
    with pytest.raises(ProviderUnavailableError) as caught:
        embedder("http://127.0.0.1:9/v1", waits).embed(["warp"])
    assert "http://127.0.0.1:9/v1" in caught.value.text.in_language("zh")
    assert waits == [0.5, 1.0]


def test_a_service_that_is_silent_about_tokens_is_counted_by_the_length_of_the_texts(aimock: Aimock) -> None:
    tally = Tally()
    connection = Connection("openai", "custom-openai", "Ours", aimock.openai_url, API_KEY)
    metered = RemoteEmbedder(connection, "m", prices=Prices(500_000.0), meter=tally, sleep=lambda _: None)
    aimock.reply({"embedding": [1.0, 0.0]})
    aimock.fail_once(503, message="busy")
    metered.embed(["warp and weft"])
    assert tally.usage == Usage(4, 0, 2.0)


def test_a_passage_that_is_too_long_names_the_setting_of_the_base(aimock: Aimock) -> None:
    aimock.fail_once(400, message="input exceeds 8192 tokens")
    with pytest.raises(ProviderRequestError) as caught:
        embedder(aimock.openai_url).embed(["warp"])
    assert "8192 tokens" in caught.value.text.en
    assert "chunk size" in caught.value.text.en
    assert "分段长度" in caught.value.text.in_language("zh")
