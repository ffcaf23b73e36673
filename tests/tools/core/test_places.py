"""Places of a pool: whatever one person and their triggers do, the reserve is for others."""

import random
import threading
from collections import Counter
from collections.abc import Iterator

import pytest

from tools.core.concurrency.places import Places, Share, current_share, sharing

ANA, BEN = Share("ana"), Share("ben")
SIZES = [1, 2, 4, 8, 200]


def taken(places: Places, share: Share) -> int:
    """Take as many places as there are for a share."""
    return sum(iter(lambda: places.take(share), False))


@pytest.mark.parametrize("size", SIZES)
def test_one_person_gets_the_size_and_others_the_reserve(size: int) -> None:
    places = Places(size)
    assert taken(places, ANA) == size
    assert places.total - size == places.reserve >= 1
    others = [Share(number) for number in range(places.reserve)]
    assert [taken(places, other) for other in others] == [1] * places.reserve
    assert not places.take(Share("one more"))


@pytest.mark.parametrize("size", SIZES)
def test_a_trigger_leaves_places_to_its_person(size: int) -> None:
    places = Places(size)
    by_trigger = taken(places, Share("ana", "hook"))
    assert by_trigger == max(1, size - places.reserve)
    assert taken(places, ANA) == size - by_trigger
    assert places.take(BEN)


def test_a_place_that_is_given_back_can_be_taken_again() -> None:
    places = Places(4)
    taken(places, ANA)
    places.release(ANA)
    assert places.take(ANA)
    assert not places.take(ANA)


@pytest.mark.parametrize("seed", range(200))
def test_whatever_happens_the_last_places_are_for_newcomers(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311  repeatable, not secret
    size = draw.randint(1, 12)
    places = Places(size)
    held: Counter[Share] = Counter()
    for _ in range(80):
        takes, person, trigger = draw.random() < 0.7, draw.choice("abc"), draw.choice(("", "hook", "form"))
        share = Share(person, (person, trigger) if trigger else None)
        before = places.held_by(person)
        if takes and places.take(share):
            held[share] += 1
            free = places.total - held.total()
            assert free >= 0
            assert before == 0 or free >= places.reserve
        elif not takes and held[share]:
            held[share] -= 1
            places.release(share)
        for one in "abc":
            of_person = sum(count for share, count in held.items() if share.person == one)
            assert places.held_by(one) == of_person <= size
        if held.total() < places.total:
            assert places.has_place(Share("somebody new"))


def waiting(places: Places, share: Share, order: list[Share]) -> threading.Thread:
    """Wait for a place in a thread, which gives it back at once."""

    def hold() -> None:
        with places.held(share, within_s=30):
            order.append(share)

    thread = threading.Thread(target=hold)
    before = len(places._waiting)
    thread.start()
    while len(places._waiting) == before:
        thread.join(0.001)
    return thread


def test_whoever_holds_the_fewest_is_next() -> None:
    places, order = Places(2), list[Share]()
    taken(places, ANA)
    places.take(BEN)
    threads = [waiting(places, share, order) for share in (ANA, ANA, BEN)]
    places.release(ANA)
    assert not order, "the last place is for newcomers"
    places.release(BEN)
    for thread in threads:
        thread.join(30)
    assert order == [BEN, ANA, ANA]
    assert (places.held_by("ana"), places.held_by("ben")) == (1, 0)


def test_a_place_that_does_not_come_is_given_up() -> None:
    places = Places(1)
    places.take(ANA)
    with pytest.raises(TimeoutError), places.held(ANA, within_s=0.01):
        pass
    places.release(ANA)
    with places.held(ANA, within_s=0.01):
        assert places.held_by("ana") == 1


def test_a_share_is_only_asked_for_where_it_is_needed() -> None:
    def finds() -> Iterator[Share]:
        yield ANA

    found = finds()
    assert current_share() == Share()
    with sharing(lambda: next(found)):
        pass
    with sharing(lambda: next(found)):
        assert current_share() == ANA
    assert current_share() == Share()
