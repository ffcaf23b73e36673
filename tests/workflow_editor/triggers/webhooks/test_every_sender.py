"""All senders alike: what is proved is taken, and whatever differs from it is refused by the one error there is."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from tests.workflow_editor.triggers.webhooks.cases import CASES, Case
from tests.workflow_editor.triggers.webhooks.signed_requests import NOW, changed, value_of, without
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.sender import NotVerifiedError, WebhookRequest

each = pytest.mark.parametrize("case", CASES, ids=str)
proving_bodies = pytest.mark.parametrize("case", [case for case in CASES if case.proves_body], ids=str)
with_time = pytest.mark.parametrize("case", [case for case in CASES if case.window], ids=str)
HOSTILE_BODIES = (
    b"", b"\xff\xfe", b"null", b"[]", b"{}", b'{"id":', b'{"id":{}}', b"[" * 5000, b'{"a":' * 5000, b"<xml>",
    b'<!DOCTYPE a [<!ENTITY b "c">]><xml>&b;</xml>', b"<a>" * 5000 + b"</a>" * 5000, b"\x00" * 100,
    b'{"header":1,"schema":"2.0"}', b'{"entry":[1]}', b'{"entry":{"changes":1}}', b'{"event_id":[],"update_id":true}',
)  # fmt: skip
NO_NUMBERS = (
    "", "now", "-1", "1e9", "1_700_000_000", "+1700000000", " 1700000000", "１７００００００００", "inf", "nan",
    "9" * 400, "1700000000.0", "0x1",
)  # fmt: skip


def refused(case: Case, asked: WebhookRequest) -> bool:
    """Return whether the request is refused; any other exception than the one for that is raised."""
    try:
        case.verified(asked)
    except NotVerifiedError:
        return True
    return False


def flipped(text: str, at: int) -> str:
    """Return the text with another letter or digit at a place."""
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def test_every_sender_has_a_case() -> None:
    assert {case.name.partition(" ")[0] for case in CASES} == SENDERS.keys() - {"none"}


@each
def test_a_proved_request_is_taken(case: Case) -> None:
    (delivery,) = case.verified(case.request()).deliveries
    assert (delivery.key, delivery.given_key) == (case.key, case.given_key)


@proving_bodies
def test_another_body_is_refused(case: Case) -> None:
    asked = case.request()
    proved = case.verified(asked).deliveries
    bodies = [asked.body + b" ", asked.body[:-1], b"\xff\xfe", b""]
    bodies += [asked.body[:at] + bytes([asked.body[at] ^ 1]) + asked.body[at + 1 :] for at in range(len(asked.body))]
    for body in bodies:
        other = replace(asked, body=body)
        assert refused(case, other) or (case.is_wrapped and case.verified(other).deliveries == proved), body


@each
def test_another_proof_is_refused(case: Case) -> None:
    asked = case.request()
    for name in case.proofs:
        value = value_of(asked, name)
        # Parts of a list that a sender may fill as it likes.
        own = value.rindex(" v1") if " v1" in value else 0
        end = value.index(",v0=none") if ",v0=none" in value else len(value)
        for at in range(own, end):
            assert refused(case, changed(asked, name, flipped(value, at))), (name, at)


@each
@pytest.mark.parametrize(
    "value", ["", " ", "é", "签名", "\x00", "x" * 1_000_000, "=" * 4096, "v1," * 1000, "t=1,v1=\u0661"]
)
def test_what_is_no_proof_is_refused(case: Case, value: str) -> None:
    for name in case.proofs:
        assert refused(case, changed(case.request(), name, value)), name


@each
def test_a_missing_proof_is_refused(case: Case) -> None:
    for name in case.proofs:
        assert refused(case, without(case.request(), name)), name


@each
def test_nothing_is_proved_without_secrets(case: Case) -> None:
    for secrets in ({}, dict.fromkeys(case.secrets, ""), dict.fromkeys(case.secrets, " "), {"other": "x"}):
        with pytest.raises(NotVerifiedError):
            case.verified(case.request(), secrets)


@each
def test_two_secrets_are_valid_while_one_is_changed(case: Case) -> None:
    old = {name: "whsec_b2xk" if value.startswith("whsec_") else "a" * 43 for name, value in case.secrets.items()}
    following = {f"{name}_next": value for name, value in case.secrets.items()}
    assert not refused(case, case.request())
    assert case.verified(case.request(), {**old, **following}).deliveries
    assert case.verified(case.request(), {**case.secrets, **{f"{name}_next": old[name] for name in old}}).deliveries
    with pytest.raises(NotVerifiedError):
        case.verified(case.request(), old)


@with_time
def test_requests_of_another_time_are_refused(case: Case) -> None:
    window = case.window or timedelta()
    for distance in (window, -window):
        case.verified(replace(case.request(), received_at=NOW + distance))
        beyond = distance + distance / window * timedelta(seconds=1)
        with pytest.raises(NotVerifiedError, match="timestamp"):
            case.verified(replace(case.request(), received_at=NOW + beyond))


@pytest.mark.parametrize("case", [case for case in CASES if case.timestamp], ids=str)
@pytest.mark.parametrize("time", NO_NUMBERS)
def test_timestamps_that_are_no_numbers_are_refused(case: Case, time: str) -> None:
    assert refused(case, changed(case.request(), case.timestamp or "", time))


@each
def test_a_proved_body_of_another_form_raises_nothing_else(case: Case) -> None:
    for body in HOSTILE_BODIES:
        try:
            asked = case.made(body, NOW)
        except UnicodeDecodeError:
            continue  # The vendor's own library cannot sign it.
        refused(case, asked)


@each
def test_requests_at_random_raise_nothing_else(case: Case) -> None:
    random = Random(case.name)  # noqa: S311  nothing is kept secret with it
    for asked in _damaged(case.request(), random):
        refused(case, asked)


def _damaged(asked: WebhookRequest, random: Random) -> Iterator[WebhookRequest]:
    """Yield the request with a few bytes of everything replaced, removed or repeated."""
    for _ in range(300):
        yield replace(
            asked,
            method=random.choice(("GET", "POST", "")),
            body=_damage(asked.body, random),
            headers={name: _damage(value.encode(), random).decode("latin-1") for name, value in asked.headers.items()},
            query={name: _damage(str(value).encode(), random).decode("latin-1") for name, value in asked.query.items()},
        )


def _damage(value: bytes, random: Random) -> bytes:
    for _ in range(random.choice((0, 0, 1, 3))):
        at = random.randint(0, len(value))
        value = value[:at] + random.randbytes(random.randint(0, 2)) + value[at + random.randint(0, 2) :]
    return value * random.choice((1, 1, 1, 2))
