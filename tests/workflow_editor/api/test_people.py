"""Administration of people and invitations, by superusers who have confirmed that it is them."""

import smtplib
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import client_of, confirmed
from tests.doubles.mail_server import MailServer, link_in
from tests.factories.users import user_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import AccessEvent
from workflow_editor.models import AccountLink

PEOPLE = "/api/people/"
HIDDEN = "\u3164"
NEW = "a-long-word-9"


@pytest.fixture
def api(admin_api: APIClient) -> APIClient:
    return confirmed(admin_api)


@pytest.fixture
def clerks(db: None) -> Group:
    return Group.objects.create(name="clerks")


def of(person: User, rest: str = "") -> str:
    return f"{PEOPLE}{person.pk}/{rest}"


def invite(api: APIClient, **body: Any) -> Any:
    answer = api.post(f"{PEOPLE}invitations/", {"note": "Erin", **body})
    assert answer.status_code == 201, answer.content
    return answer.json()


def token_in(made: Any) -> str:
    return str(made["address"].rpartition("token=")[2])


def names(api: APIClient, **query: str) -> list[str]:
    return [row["username"] for row in api.get(PEOPLE, query).json()["results"]]


def test_the_list_finds_people_by_name_address_and_role(api: APIClient, alice: User, bob: User, clerks: Group) -> None:
    api.patch(of(alice), {"email": "weaver@example.com", "role_ids": [clerks.pk]})
    assert names(api) == ["admin", "alice", "bob"]
    assert names(api, search="BO") == ["bob"]
    assert names(api, search="weaver@") == ["alice"]
    assert names(api, search="clerk") == ["alice"]
    assert names(api, search="nobody") == []


def test_a_person_is_shown_with_roles_state_and_last_visit(api: APIClient, alice: User, clerks: Group) -> None:
    alice.groups.add(clerks)
    row = next(row for row in api.get(PEOPLE).json()["results"] if row["username"] == "alice")
    assert row == {
        "id": alice.pk,
        "username": "alice",
        "email": "",
        "roles": [{"id": clerks.pk, "name": "clerks"}],
        "is_active": True,
        "is_staff": False,
        "is_superuser": False,
        "has_second_factor": False,
        "last_seen_at": None,
    }
    client_of(alice).get("/api/session/")
    assert api.get(PEOPLE, {"search": "alice"}).json()["results"][0]["last_seen_at"] is not None


@pytest.mark.parametrize("staff", [False, True])
def test_only_superusers_administer_people(alice: User, bob: User, staff: bool) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=staff)
    api = confirmed(client_of(alice))
    assert_problem(api.get(PEOPLE), 403, "staff_only")
    assert_problem(api.patch(of(bob), {"is_superuser": True}), 403, "staff_only")
    assert_problem(api.post(of(bob, "deactivation/"), {"successor_id": None}), 403, "staff_only")
    assert_problem(api.post(f"{PEOPLE}invitations/", {}), 403, "staff_only")
    bob.refresh_from_db()
    assert (bob.is_active, bob.is_superuser) == (True, False)


def test_the_right_is_asked_for_at_every_act(api: APIClient, admin: User, bob: User) -> None:
    User.objects.filter(pk=admin.pk).update(is_superuser=False)
    assert_problem(api.patch(of(bob), {"is_staff": True}), 403, "staff_only")


def test_changes_need_a_confirmation_and_reading_does_not(admin_api: APIClient, bob: User, clerks: Group) -> None:
    assert admin_api.get(PEOPLE).status_code == 200
    assert admin_api.get(of(bob, "leaving/")).status_code == 200
    for answer in (
        admin_api.patch(of(bob), {"role_ids": [clerks.pk]}),
        admin_api.post(f"{PEOPLE}invitations/", {}),
        admin_api.post(of(bob, "password-link/"), {}),
        admin_api.delete(of(bob, "factors/")),
        admin_api.delete(of(bob, "sessions/")),
        admin_api.post(of(bob, "deactivation/"), {"successor_id": None}),
        admin_api.delete(of(bob, "deactivation/")),
    ):
        assert_problem(answer, 403, "confirmation_needed")
    assert not bob.groups.exists()


def test_roles_and_rights_change_in_place(api: APIClient, bob: User, clerks: Group) -> None:
    changed = api.patch(of(bob), {"role_ids": [clerks.pk], "is_staff": True}).json()
    assert (changed["roles"], changed["is_staff"]) == ([{"id": clerks.pk, "name": "clerks"}], True)
    assert api.get(f"{PEOPLE}roles/").json() == [{"id": clerks.pk, "name": "clerks"}]
    assert api.patch(of(bob), {"role_ids": []}).json()["roles"] == []


def test_a_role_that_is_gone_changes_nothing(api: APIClient, bob: User, clerks: Group) -> None:
    problem = assert_problem(api.patch(of(bob), {"role_ids": [clerks.pk, 999], "is_staff": True}), 400, "invalid_input")
    assert pointers(problem) == ["/role_ids"]
    bob.refresh_from_db()
    assert (bob.is_staff, bob.groups.count()) == (False, 0)


@pytest.mark.parametrize("name", [HIDDEN, "no spaces", "ALICE", ""])
def test_a_name_is_readable_and_nobody_elses(api: APIClient, alice: User, bob: User, name: str) -> None:
    problem = assert_problem(api.patch(of(bob), {"username": name}), 400, "invalid_input")
    assert pointers(problem) == ["/username"]
    bob.refresh_from_db()
    assert bob.username == "bob"


def test_a_name_may_change_its_case(api: APIClient, bob: User) -> None:
    assert api.patch(of(bob), {"username": "Bob", "email": "bob@example.com"}).json()["username"] == "Bob"


def test_an_administrator_keeps_their_own_rights_and_account(api: APIClient, admin: User) -> None:
    assert_problem(api.patch(of(admin), {"is_superuser": False}), 409, "conflict")
    assert_problem(api.post(of(admin, "deactivation/"), {"successor_id": None}), 409, "conflict")
    admin.refresh_from_db()
    assert (admin.is_active, admin.is_superuser) == (True, True)


def test_an_unknown_person_is_not_found(api: APIClient) -> None:
    for method, rest in (("patch", ""), ("get", "leaving/"), ("delete", "sessions/"), ("post", "password-link/")):
        assert_problem(getattr(api, method)(f"{PEOPLE}999/{rest}"), 404, "not_found")
    assert_problem(api.delete(f"{PEOPLE}links/999/"), 404, "not_found")


def test_a_closed_account_opens_again(api: APIClient, bob: User) -> None:
    assert api.post(of(bob, "deactivation/"), {"successor_id": None}).json()["is_active"] is False
    assert names(api, is_active="true") == ["admin"]
    assert names(api, is_active="false") == ["bob"]
    assert api.delete(of(bob, "deactivation/")).json()["is_active"] is True
    bob.refresh_from_db()
    assert bob.is_active


def test_an_invited_person_gets_the_role_and_chooses_the_password(api: APIClient, clerks: Group) -> None:
    made = invite(api, role_ids=[clerks.pk])
    assert "mailed" not in made
    (listed,) = api.get(f"{PEOPLE}links/").json()
    assert (listed["note"], listed["roles"]) == ("Erin", [{"id": clerks.pk, "name": "clerks"}])
    assert token_in(made) not in str(listed)
    body = {"token": token_in(made), "username": "erin", "password": NEW}
    assert APIClient().post("/api/setup/", body).status_code == 200
    erin = User.objects.get(username="erin")
    assert erin.check_password(NEW)
    assert (list(erin.groups.all()), erin.is_staff, erin.is_superuser) == ([clerks], False, False)
    assert api.get(f"{PEOPLE}links/").json() == []


def test_the_audit_log_names_an_invitation_in_one_language(api: APIClient) -> None:
    api.post(f"{PEOPLE}invitations/", {"note": "New one"}, headers={"Accept-Language": "zh-hans"})
    assert AccessEvent.objects.get(action="invitation.created").target == "Invitation New one"


def test_an_invitation_lasts_as_long_as_chosen(api: APIClient) -> None:
    invite(api, days=30)
    link = AccountLink.objects.get()
    assert link.expires_at is not None
    assert (link.expires_at - timezone.now()).days in {29, 30}
    for days in (0, 31):
        problem = assert_problem(api.post(f"{PEOPLE}invitations/", {"days": days}), 400, "invalid_input")
        assert pointers(problem) == ["/days"]


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [("en", "Your invitation to Flowloom", "admin has invited you"), ("zh-Hans", "Flowloom 邀请", "admin 邀请您")],
)
def test_an_invitation_is_mailed(api: APIClient, mail: MailServer, language: str, subject: str, text: str) -> None:
    body = {"email": "erin@example.com"}
    made = api.post(f"{PEOPLE}invitations/", body, headers={"Accept-Language": language}).json()
    letter = mail.next()
    assert (letter["To"], made["mailed"], link_in(letter)) == ("erin@example.com", True, made["address"])
    assert subject in letter["Subject"]
    assert text in letter.get_content()
    assert api.get(f"{PEOPLE}links/").json()[0]["note"] == "erin@example.com"


def test_an_invitation_whose_mail_fails_has_a_link_to_send(
    api: APIClient, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail.refuse = "554 No"
    made = invite(api, email="erin@example.com")
    assert made["mailed"] is False
    assert APIClient().post("/api/setup/link/", {"token": token_in(made)}).json()["purpose"] == "invitation"
    monkeypatch.setattr(smtplib, "SMTP", _unreachable)
    assert invite(api, email="erin@example.com")["mailed"] is False


def _unreachable(*args: Any, **kwargs: Any) -> None:
    raise ConnectionRefusedError


def test_without_a_mail_server_no_address_is_taken(api: APIClient) -> None:
    answer = api.post(f"{PEOPLE}invitations/", {"email": "erin@example.com"})
    assert_problem(answer, 409, "mail_not_set_up")
    assert not AccountLink.objects.exists()


def test_a_person_chooses_a_new_password_with_a_link(api: APIClient, alice: User) -> None:
    token = token_in(api.post(of(alice, "password-link/"), {}).json())
    (listed,) = api.get(f"{PEOPLE}links/").json()
    assert (listed["purpose"], listed["user"]) == ("password_reset", {"id": alice.pk, "username": "alice"})
    person = APIClient()
    about = person.post("/api/setup/link/", {"token": token}).json()
    assert (about["purpose"], about["username"]) == ("password_reset", "alice")
    body = {"token": token, "password": NEW, "username": "admin"}
    assert person.post("/api/setup/", body).json()["user"]["username"] == "alice"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert person.post("/api/setup/", body).status_code == 403


@pytest.mark.parametrize("end", ["revoked", "expired", "replaced", "deactivated"])
def test_a_link_that_has_ended_opens_nothing(api: APIClient, alice: User, end: str) -> None:
    token = token_in(api.post(of(alice, "password-link/"), {}).json())
    if end == "revoked":
        assert api.delete(f"{PEOPLE}links/{AccountLink.objects.get().pk}/").status_code == 204
    elif end == "expired":
        AccountLink.objects.update(expires_at=timezone.now())
    elif end == "replaced":
        api.post(of(alice, "password-link/"), {})
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    assert APIClient().post("/api/setup/link/", {"token": token}).status_code == 403
    assert APIClient().post("/api/setup/", {"token": token, "password": NEW}).status_code == 403


def test_a_used_invitation_is_not_revoked(api: APIClient) -> None:
    made = invite(api)
    APIClient().post("/api/setup/", {"token": token_in(made), "username": "erin", "password": NEW})
    assert_problem(api.delete(f"{PEOPLE}links/{AccountLink.objects.get().pk}/"), 404, "not_found")


def test_a_page_of_people_costs_the_same_for_many(
    api: APIClient, clerks: Group, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        user_create(f"weaver{number}", roles=("clerks",))
    with django_assert_max_num_queries(12):
        assert len(api.get(PEOPLE).json()["results"]) == 13
