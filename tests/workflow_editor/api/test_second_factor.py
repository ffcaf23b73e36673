"""Second factors: set up, asked for on every way in, used once, removed."""

import re
import time
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import caches
from django.core.management import call_command
from django.urls import URLPattern, get_resolver
from pytest_django import Settings
from rest_framework.permissions import SAFE_METHODS
from rest_framework.test import APIClient
from rest_framework.views import APIView

from tests.conftest import client_of, confirmed
from tests.doubles.passkey import Passkey
from tests.factories.users import PASSWORD, user_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.api.contract.routes import EndpointView
from tools.models import AccessEvent
from tools.secrets.encryption import decrypt
from workflow_editor.api.second_step import RecentlyConfirmed
from workflow_editor.services.account_links import invitation_create, password_reset_create
from workflow_editor.services.second_factor import factors
from workflow_editor.services.second_factor.factors import COUNT, PERIOD_S, recovery_codes_create

NEW = "warp-and-weft-99"
ORIGIN = "https://flowloom.example"


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten recovery codes for each person take half a second to hash, as they must where they are guessed."""
    assert factors._ROUNDS >= 200_000
    monkeypatch.setattr(factors, "_ROUNDS", 1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, at the beginning of a step."""
    now = [float(int(time.time()) // PERIOD_S * PERIOD_S)]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD_S)))


class Person:
    """alice with an authenticator app."""

    def __init__(self, user: User, clock: list[float]) -> None:
        self.user, self.clock = user, clock
        client = confirmed(client_of(user))
        self.secret = client.post("/api/account/factors/totp/offer/").json()["secret"]
        made = client.post("/api/account/factors/totp/", {"code": code_of(self.secret)})
        assert made.status_code == 201, made.content
        self.recovery_codes: list[str] = made.json()["recovery_codes"]
        clock[0] += PERIOD_S

    def code(self) -> str:
        """Return the next code."""
        self.clock[0] += PERIOD_S
        return code_of(self.secret)


@pytest.fixture
def person(alice: User, clock: list[float]) -> Person:
    return Person(alice, clock)


def signing_in(password: str = PASSWORD) -> APIClient:
    """Return a client that has given the right password."""
    client = APIClient()
    answer = client.post("/api/session/", {"username": "alice", "password": password})
    assert answer.status_code == 200
    return client


def step(client: APIClient, **given: Any) -> Any:
    return client.post("/api/session/second-step/", given)


def is_signed_in(client: APIClient) -> bool:
    known = client.get("/api/session/").json()["user"] is not None
    assert (client.get("/api/workflows/").status_code == 200) is known
    return known


def by_password(person: Person) -> APIClient:
    return signing_in()


def by_reset_link(person: Person) -> APIClient:
    client = APIClient()
    token = password_reset_create(None, person.user)[1]
    assert client.post("/api/setup/", {"token": token, "password": NEW}).status_code == 200
    return client


def by_reset_link_in_a_strange_browser(person: Person) -> APIClient:
    """As `by_reset_link`, where somebody else is signed in."""
    client = client_of(user_create("dora"))
    token = password_reset_create(None, person.user)[1]
    assert client.post("/api/setup/", {"token": token, "password": NEW}).json()["user"] is None
    client.delete("/api/session/")
    return client


def by_admin_link(person: Person) -> APIClient:
    client = APIClient()
    token = password_reset_create(user_create("root", is_staff=True), person.user)[1]
    assert client.post("/api/setup/", {"token": token, "password": NEW}).json()["second_step"] == ["code"]
    return client


def by_panel(person: Person) -> APIClient:
    """The panel sends to the one sign-in."""
    client = APIClient()
    answer = client.post("/admin/login/", {"username": "alice", "password": PASSWORD}, format="multipart")
    assert answer["Location"].startswith("/sign-in")
    assert client.post("/api/session/", {"username": "alice", "password": PASSWORD}).status_code == 200
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    return client


WAYS_IN: list[Callable[[Person], APIClient]] = [
    by_password,
    by_reset_link,
    by_reset_link_in_a_strange_browser,
    by_admin_link,
    by_panel,
]


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_way_in_passes_the_second_step_by(person: Person, way: Callable[[Person], APIClient]) -> None:
    client = way(person)
    assert not is_signed_in(client)
    for method, address in (("get", "/api/account/factors/"), ("post", "/api/tokens/"), ("get", "/v1/models")):
        assert getattr(client, method)(address, {"name": "CI"}).status_code == 401, address


@pytest.mark.parametrize("way", [by_password, by_reset_link, by_admin_link, by_panel])
def test_the_right_code_completes_every_way_in(person: Person, way: Callable[[Person], APIClient]) -> None:
    client = way(person)
    answer = step(client, code=person.code())
    assert answer.json()["user"]["username"] == "alice"
    assert is_signed_in(client)
    done = AccessEvent.objects.filter(action="sign_in.succeeded", username="alice").latest("id")
    assert done.details["steps"][-1] == "totp"


def test_an_invitation_makes_an_account_without_a_factor_and_signs_in(admin: User) -> None:
    client = APIClient()
    body = {"token": invitation_create(admin)[1], "username": "erin", "password": NEW}
    assert client.post("/api/setup/", body).json()["user"]["username"] == "erin"
    assert is_signed_in(client)


def test_a_pending_sign_in_is_reported_until_it_is_completed_or_replaced(person: Person, bob: User) -> None:
    client = signing_in()
    assert client.get("/api/session/").json()["second_step"] == ["code"]
    assert client.post("/api/session/", {"username": "bob", "password": "wrong"}).status_code == 403
    assert client.get("/api/session/").json()["second_step"] == []
    assert_problem(step(client, code=person.code()), 401, "not_signed_in")


def test_the_step_without_a_password_before_is_refused(person: Person) -> None:
    assert_problem(step(APIClient(), code=person.code()), 401, "not_signed_in")


def test_who_is_deactivated_between_the_steps_stays_outside(person: Person) -> None:
    client = signing_in()
    User.objects.filter(pk=person.user.pk).update(is_active=False)
    assert_problem(step(client, code=person.code()), 401, "not_signed_in")


def test_a_code_opens_once_even_after_the_caches_were_flushed(person: Person) -> None:
    code = person.code()
    assert step(signing_in(), code=code).status_code == 200
    for name in ("default", "throttles"):
        caches[name].clear()
    assert pointers(assert_problem(step(signing_in(), code=code), 400, "invalid_input")) == ["/code"]
    # Nor one of a step before, which the tolerance for clocks would accept.
    earlier = format_hotp_value(hotp_value(person.secret, int(time.time()) // PERIOD_S - 1))
    assert step(signing_in(), code=earlier).status_code == 400
    assert step(signing_in(), code=person.code()).status_code == 200


def test_the_code_that_set_the_app_up_opens_nothing(alice: User, clock: list[float]) -> None:
    person = Person(alice, clock)
    clock[0] -= PERIOD_S
    assert step(signing_in(), code=code_of(person.secret)).status_code == 400


@pytest.mark.parametrize(("steps", "fits"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_one_step(person: Person, clock: list[float], steps: int, fits: bool) -> None:
    clock[0] += 5 * PERIOD_S
    code = format_hotp_value(hotp_value(person.secret, int(clock[0]) // PERIOD_S + steps))
    assert (step(signing_in(), code=f"{code[:3]} {code[3:]}").status_code == 200) is fits


def test_a_recovery_code_opens_once_and_is_stored_as_a_hash(person: Person) -> None:
    assert len(set(person.recovery_codes)) == COUNT
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert not [code for code in [person.secret, *person.recovery_codes] if code in stored]
    code = person.recovery_codes[3]
    assert step(signing_in(), code=f"{code[:5]}-{code[5:]}".upper()).status_code == 200
    assert step(signing_in(), code=code).status_code == 400
    assert client_of(person.user).get("/api/account/factors/").json()["recovery_codes_left"] == COUNT - 1


def test_guesses_are_counted_for_the_person_and_recorded(person: Person) -> None:
    answers = [step(signing_in(), code="000000") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [400] * 5 + [429] * 2
    assert_problem(step(signing_in(), code=person.code()), 429, "throttled")
    assert AccessEvent.objects.filter(action="sign_in.failed", target="alice").count() == 5


def asks_for_confirmation(view_class: type[APIView], method: str) -> bool:
    if issubclass(view_class, EndpointView):
        own = view_class.endpoints[method].policies["permission_classes"] if method in view_class.endpoints else ()
        return RecentlyConfirmed in (own or ())
    asks = RecentlyConfirmed in getattr(view_class, "permission_classes", ())
    return asks and method in view_class().allowed_methods


def guarded_views() -> set[str]:
    def walk(patterns: list[Any], prefix: str = "") -> Any:
        for item in patterns:
            if isinstance(item, URLPattern):
                yield prefix + str(item.pattern), item.callback
            else:
                yield from walk(item.url_patterns, prefix + str(item.pattern))

    return {
        f"{method.upper()} /{route}"
        for route, callback in walk(get_resolver().url_patterns)
        for method in getattr(getattr(callback, "view_class", None), "http_method_names", ())
        if method.upper() not in SAFE_METHODS and asks_for_confirmation(callback.view_class, method.upper())
    }


def test_the_package_brings_no_address_of_its_own() -> None:
    """Its own views would count codes in a cache."""
    shown = str(get_resolver().url_patterns) + str(guarded_views())
    assert "allauth" not in shown


GUARDED = {
    "POST /api/account/email/",
    "DELETE /api/account/factors/<int:factor_id>/",
    "POST /api/account/factors/passkeys/",
    "POST /api/account/factors/passkeys/options/",
    "POST /api/account/factors/recovery-codes/",
    "POST /api/account/factors/totp/",
    "POST /api/account/factors/totp/offer/",
    "PATCH /api/people/<int:person_id>/",
    "DELETE /api/people/<int:person_id>/deactivation/",
    "POST /api/people/<int:person_id>/deactivation/",
    "DELETE /api/people/<int:person_id>/factors/",
    "POST /api/people/<int:person_id>/password-link/",
    "DELETE /api/people/<int:person_id>/sessions/",
    "POST /api/people/invitations/",
    "DELETE /api/people/links/<int:account_link_id>/",
    "POST /api/tokens/",
}


def test_these_acts_ask_for_a_confirmation() -> None:
    assert guarded_views() == GUARDED


@pytest.mark.parametrize("act", sorted(GUARDED))
def test_a_session_alone_does_none_of_them(person: Person, act: str) -> None:
    User.objects.filter(pk=person.user.pk).update(is_staff=True, is_superuser=True)
    client = signing_in()
    step(client, code=person.code())
    method, address = act.split(" ")
    address = address.replace("<int:factor_id>", str(Authenticator.objects.get(type="totp").pk))
    address = re.sub(r"<int:\w+>", str(person.user.pk), address)
    problem = assert_problem(getattr(client, method.lower())(address, {}), 403, "confirmation_needed")
    assert problem["proofs"] == ["password", "code"]
    assert Authenticator.objects.count() == 2


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"password": "wrong", "code": "right"}, ["/password"]),
        ({"password": PASSWORD}, ["/code"]),
        ({"password": PASSWORD, "code": ""}, ["/code"]),
        ({"password": PASSWORD, "code": "000000"}, ["/code"]),
    ],
)
def test_a_confirmation_takes_the_password_and_the_factor(
    person: Person, given: dict[str, str], where: list[str]
) -> None:
    client = client_of(person.user)
    body = given | ({"code": person.code()} if given.get("code") == "right" else {})
    answer = client.post("/api/account/confirmation/", body)
    assert pointers(assert_problem(answer, 400, "invalid_input")) == where
    assert client.post("/api/tokens/", {"name": "CI"}).status_code == 403


def test_without_a_factor_the_password_confirms_as_the_dialog_sends_it(alice: User) -> None:
    client = client_of(alice)
    assert client.post("/api/account/confirmation/", {"password": PASSWORD, "code": ""}).status_code == 204
    assert client.post("/api/account/factors/totp/offer/").status_code == 200


def test_a_confirmation_holds_for_five_minutes(person: Person, clock: list[float]) -> None:
    client = client_of(person.user)
    body = {"password": PASSWORD, "code": person.code()}
    assert client.post("/api/account/confirmation/", body).status_code == 204
    assert client.post("/api/tokens/", {"name": "CI"}).status_code == 201
    clock[0] += 301
    assert_problem(client.post("/api/tokens/", {"name": "CI"}), 403, "confirmation_needed")


def test_the_last_factor_takes_the_recovery_codes_along(person: Person) -> None:
    client = client_of(person.user)
    client.post("/api/account/confirmation/", {"password": PASSWORD, "code": person.code()})
    (factor,) = client.get("/api/account/factors/").json()["factors"]
    assert client.delete(f"/api/account/factors/{factor['id']}/").status_code == 204
    assert not Authenticator.objects.exists()
    assert is_signed_in(signing_in())
    removed = AccessEvent.objects.filter(action="factor.removed", username="alice")
    assert removed.count() == 2


def test_the_person_is_mailed_whoever_changes_their_factors(
    person: Person, settings: Settings, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EMAIL_HOST = "mail.example.com"
    User.objects.filter(pk=person.user.pk).update(email="alice@example.com")
    with django_capture_on_commit_callbacks(execute=True):
        recovery_codes_create(User.objects.get(pk=person.user.pk))
    with django_capture_on_commit_callbacks(execute=True):
        call_command("remove_factors", "alice", stdout=StringIO())
    with django_capture_on_commit_callbacks(execute=True):
        Authenticator.objects.create(user=User.objects.get(pk=person.user.pk), type="webauthn", data={"name": "Key"})
    with django_capture_on_commit_callbacks(execute=True):
        User.objects.get(pk=person.user.pk).delete()
    assert {tuple(sent.to) for sent in mail.outbox} == {("alice@example.com",)}
    assert [str(sent.body).partition(". ")[0] for sent in mail.outbox] == [
        "New recovery codes were made for the account “alice”",
        "An authenticator app was removed from the account “alice”",
        "A passkey was added to the account “alice”",
    ]


def test_nobody_removes_the_factor_of_another_person(person: Person, bob: User) -> None:
    factor = Authenticator.objects.get(type="totp").pk
    answer = confirmed(client_of(bob)).delete(f"/api/account/factors/{factor}/")
    assert_problem(answer, 404, "not_found")


def test_recovery_codes_are_never_removed_alone(person: Person) -> None:
    client = client_of(person.user)
    client.post("/api/account/confirmation/", {"password": PASSWORD, "code": person.code()})
    codes = Authenticator.objects.get(type="recovery_codes").pk
    assert client.delete(f"/api/account/factors/{codes}/").status_code == 404


def test_new_recovery_codes_end_the_old_ones(person: Person) -> None:
    client = client_of(person.user)
    client.post("/api/account/confirmation/", {"password": PASSWORD, "code": person.code()})
    (fresh, *_) = client.post("/api/account/factors/recovery-codes/").json()["recovery_codes"]
    assert step(signing_in(), code=person.recovery_codes[0]).status_code == 400
    assert step(signing_in(), code=fresh).status_code == 200


def test_recovery_codes_are_for_those_with_a_factor(alice: User) -> None:
    answer = confirmed(client_of(alice)).post("/api/account/factors/recovery-codes/")
    assert_problem(answer, 409, "factor_missing")


def test_a_second_app_is_refused(person: Person) -> None:
    client = client_of(person.user)
    client.post("/api/account/confirmation/", {"password": PASSWORD, "code": person.code()})
    assert_problem(client.post("/api/account/factors/totp/offer/"), 409, "factor_exists")


def test_an_app_counts_once_its_code_fits(alice: User) -> None:
    client = confirmed(client_of(alice))
    offer = client.post("/api/account/factors/totp/offer/").json()
    assert offer["address"].startswith("otpauth://totp/")
    assert len({len(row) for row in offer["qr"]}) == 1
    assert client.post("/api/account/factors/totp/", {"code": "000000"}).status_code == 400
    assert is_signed_in(signing_in())


def test_a_new_key_of_the_installation_takes_secrets_of_apps_along(person: Person, settings: Settings) -> None:
    from cryptography.fernet import Fernet

    path = settings.DATA_DIR / "credential_key"
    old = path.read_bytes()
    try:
        path.write_bytes(Fernet.generate_key() + b"\n" + old)
        call_command("reencrypt", stdout=StringIO())
        path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")
        assert decrypt(Authenticator.objects.get(type="totp").data["secret"]) == {"secret": person.secret}
    finally:
        path.write_bytes(old)


class TestPasskeys:
    @pytest.fixture
    def domain(self, settings: Settings) -> None:
        settings.PUBLIC_URL = ORIGIN

    def added(self, user: User, key: Passkey) -> Any:
        client = confirmed(client_of(user))
        options = client.post("/api/account/factors/passkeys/options/").json()["options"]
        body = {"name": "Laptop", "credential": key.create(options)}
        return client.post("/api/account/factors/passkeys/", body)

    def test_completes_a_sign_in(self, domain: None, alice: User) -> None:
        key = Passkey(ORIGIN)
        made = self.added(alice, key)
        assert made.status_code == 201
        assert len(made.json()["recovery_codes"]) == COUNT
        client = signing_in()
        assert client.get("/api/session/").json()["second_step"] == ["code", "passkey"]
        options = client.post("/api/session/second-step/options/").json()["options"]
        assert step(client, credential=key.get(options)).json()["user"]["username"] == "alice"
        assert is_signed_in(client)
        (factor,) = client.get("/api/account/factors/").json()["factors"]
        assert (factor["kind"], factor["name"]) == ("webauthn", "Laptop")
        assert factor["last_used_at"]

    def test_confirms_an_act(self, domain: None, alice: User) -> None:
        key = Passkey(ORIGIN)
        self.added(alice, key)
        client = client_of(alice)
        options = client.post("/api/account/confirmation/options/").json()["options"]
        body = {"password": PASSWORD, "credential": key.get(options)}
        assert client.post("/api/account/confirmation/", body).status_code == 204
        assert client.post("/api/tokens/", {"name": "CI"}).status_code == 201

    @pytest.mark.parametrize("made_at", ["https://evil.example", "http://flowloom.example"])
    def test_of_another_page_is_refused(self, domain: None, alice: User, made_at: str) -> None:
        assert pointers(assert_problem(self.added(alice, Passkey(made_at)), 400, "invalid_input")) == ["/credential"]

    def test_of_somebody_else_or_of_an_earlier_question_is_refused(self, domain: None, alice: User, bob: User) -> None:
        key, other = Passkey(ORIGIN), Passkey(ORIGIN)
        self.added(alice, key)
        self.added(bob, other)
        client = signing_in()
        options = client.post("/api/session/second-step/options/").json()["options"]
        assert step(client, credential=other.get(options)).status_code == 400
        client.post("/api/session/second-step/options/")
        assert step(client, credential=key.get(options)).status_code == 400
        assert not is_signed_in(client)

    @pytest.mark.parametrize(
        "credential",
        [{}, {"id": 1}, {"id": "x", "rawId": "x", "response": [], "type": "public-key"},
         {"id": "eA", "rawId": "eA", "type": "public-key", "response": {
             "clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "oA", "signature": "oA"}}],
    )  # fmt: skip
    def test_that_is_none_is_refused(self, domain: None, alice: User, credential: Any) -> None:
        self.added(alice, Passkey(ORIGIN))
        client = signing_in()
        client.post("/api/session/second-step/options/")
        assert step(client, credential=credential).status_code == 400
        own = confirmed(client_of(user_create("dora")))
        own.post("/api/account/factors/passkeys/options/")
        answer = own.post("/api/account/factors/passkeys/", {"name": "Key", "credential": credential})
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        ("address", "offered"),
        [("https://flowloom.example", True), ("http://localhost:8000", True), ("http://flowloom.example", False),
         ("https://192.0.2.1", False), ("http://127.0.0.1:8000", False), ("https://[2001:db8::1]", False)],
    )  # fmt: skip
    def test_are_offered_where_browsers_make_them(
        self, settings: Settings, alice: User, address: str, offered: bool
    ) -> None:
        settings.PUBLIC_URL = address
        client = confirmed(client_of(alice))
        assert client.get("/api/account/factors/").json()["allows_passkeys"] is offered
        answer = client.post("/api/account/factors/passkeys/options/")
        assert answer.status_code == (200 if offered else 409)
