"""Tokens are fetched once, kept until shortly before their end, and forgotten when refused; turns come one by one."""

import threading

import pytest

from tests.doubles.memory_store import MemoryStore
from tests.doubles.tool_ports import FakeClock
from tools.adapters.gateway_factory import StoredTokenCache
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.errors import ToolUnavailableError, ToolUpstreamError
from tools.core.registered.tokens import IssuedToken, credential_key


class Service:
    """Issues numbered tokens."""

    def __init__(self, life_s: float = 7200) -> None:
        self.issued = 0
        self.life_s = life_s

    def __call__(self) -> IssuedToken:
        self.issued += 1
        return IssuedToken(f"t-{self.issued}", self.life_s)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def tokens(clock: FakeClock) -> StoredTokenCache:
    return StoredTokenCache(MemoryStore(clock.monotonic))


@pytest.mark.parametrize(("life_s", "kept_s"), [(7200, 6900), (100, 50), (0, 1)])
def test_a_token_is_kept_until_its_margin(
    tokens: StoredTokenCache, clock: FakeClock, life_s: float, kept_s: float
) -> None:
    service = Service(life_s)
    assert tokens.get("k", service) == tokens.get("k", service) == "t-1"
    clock.now += kept_s - 0.5
    assert tokens.get("k", service) == "t-1"
    clock.now += 0.5
    assert tokens.get("k", service) == "t-2"


def test_only_the_refused_token_is_forgotten(tokens: StoredTokenCache) -> None:
    service = Service()
    assert tokens.get("k", service) == "t-1"
    tokens.forget("k", "t-1")
    assert tokens.get("k", service) == "t-2"
    tokens.forget("k", "t-1")
    assert tokens.get("k", service) == "t-2"


def test_a_failed_fetch_keeps_nothing(tokens: StoredTokenCache) -> None:
    def refuse() -> IssuedToken:
        raise ToolUpstreamError("no")

    with pytest.raises(ToolUpstreamError):
        tokens.get("k", refuse)
    assert tokens.get("k", Service()) == "t-1"


def test_many_callers_share_one_fetch(tokens: StoredTokenCache) -> None:
    service, begun, gate, found = Service(), threading.Event(), threading.Event(), list[str]()

    def slow() -> IssuedToken:
        begun.set()
        assert gate.wait(60)
        return service()

    threads = [threading.Thread(target=lambda: found.append(tokens.get("k", slow))) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert begun.wait(60)
    gate.set()
    for thread in threads:
        thread.join(60)
    assert found == ["t-1"] * 8


def test_a_key_does_not_show_its_credential() -> None:
    key = credential_key("https://open.example", "app", "planted-secret")
    assert "planted" not in key
    assert key != credential_key("https://open.example", "appplanted-secret")
    assert "planted" not in repr(IssuedToken("planted", 1))


def test_a_turn_is_waited_for_and_ends(clock: FakeClock) -> None:
    mutex = KeyedMutex(MemoryStore(clock.monotonic), clock)
    with mutex.held("a", wait_s=1, hold_s=60):
        with mutex.held("b", wait_s=0, hold_s=60):
            pass
        with pytest.raises(ToolUnavailableError), mutex.held("a", wait_s=1, hold_s=60):
            pass
    with mutex.held("a", wait_s=0, hold_s=60):
        pass


def test_the_turn_of_a_dead_holder_is_given_on(clock: FakeClock) -> None:
    mutex = KeyedMutex(MemoryStore(clock.monotonic), clock)
    with mutex.held("a", wait_s=0, hold_s=5), mutex.held("a", wait_s=10, hold_s=60):
        assert clock.now == pytest.approx(1005, abs=0.1)
