"""A new password by e-mail, over a real mail server, without revealing addresses."""

import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.doubles.mail_server import MailServer, link_in
from tests.doubles.task_queue import TaskQueue
from tests.factories.users import PASSWORD
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import AccessEvent
from workflow_editor.adapters.process import task_queue
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import AccountLink
from workflow_editor.services.account_links import account_link_find, invitation_create, password_reset_create

NEW = "warp-and-weft-99"
HERS = "Alice@Example.com"


@pytest.fixture
def alice(alice: User) -> User:
    alice.email = HERS
    alice.save()
    return alice


def ask(email: str = HERS, language: str = "en", **meta: Any) -> Any:
    return APIClient().post("/api/account/password/reset/", {"email": email}, HTTP_ACCEPT_LANGUAGE=language, **meta)


def mailed(queue: TaskQueue, mail: MailServer, **asked: str) -> str:
    """Ask for a link, and return its token."""
    assert ask(**asked).status_code == 202
    queue.run_all()
    return link_in(mail.next()).rsplit("=", 1)[-1]


def choose(token: str, password: str = NEW) -> Any:
    return APIClient().post("/api/setup/", {"token": token, "password": password})


def sign_in(password: str) -> int:
    return APIClient().post("/api/session/", {"username": "alice", "password": password}).status_code


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [("en", "Choose a new password", "within one hour"), ("zh-Hans", "重设 Flowloom 密码", "一小时内")],
)
def test_the_link_of_the_mail_sets_a_new_password_once(
    alice: User, queue: TaskQueue, mail: MailServer, language: str, subject: str, text: str
) -> None:
    assert ask(email="alice@EXAMPLE.COM", language=language).status_code == 202
    queue.run_all()
    letter = mail.next()
    assert (letter["To"], letter["From"]) == (HERS, "Flowloom <flowloom@example.com>")
    assert subject in letter["Subject"]
    assert text in letter.get_content()
    link = link_in(letter)
    assert link.startswith("http://testserver/setup?token=")
    token = link.rsplit("=", 1)[-1]
    assert APIClient().post("/api/setup/link/", {"token": token}).json()["username"] == "alice"
    assert choose(token).json()["user"]["username"] == "alice"
    assert (sign_in(PASSWORD), sign_in(NEW)) == (403, 200)
    assert_problem(choose(token, "another-long-word-3"), 403, "setup_closed")


def test_nobody_learns_whether_an_address_is_known(alice: User, bob: User, queue: TaskQueue, mail: MailServer) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@example.com", is_active=False)
    answers = [ask(email) for email in (HERS, "bob@example.com", "nobody@example.com")]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b"")}
    # Nothing that depends on the address is done before the answer.
    assert [name for name, _ in queue.sent] == [task_queue.MAIL_LINKS] * 3
    assert not AccountLink.objects.exists()
    queue.run_all()
    assert mail.next()["To"] == HERS
    assert mail.mails.empty()


def test_an_address_that_only_seems_alike_gets_nothing(alice: User, queue: TaskQueue, mail: MailServer) -> None:
    for email in ("alıce@example.com", "Alice@examp\u0142e.com"):
        assert ask(email).status_code in (202, 400)
    queue.run_all()
    assert mail.mails.empty()


def test_accounts_that_share_an_address_get_a_link_each(
    alice: User, bob: User, queue: TaskQueue, mail: MailServer
) -> None:
    User.objects.filter(pk=bob.pk).update(email=HERS)
    ask()
    queue.run_all()
    texts = [mail.next().get_content() for _ in range(2)]
    assert [sum(name in text for text in texts) for name in ("“alice”", "“bob”")] == [1, 1]


SPELLINGS = ["alice@example.com", "ALICE@example.com", "Alice@EXAMPLE.com", "alice@example.COM", "aLice@example.com"]


@pytest.mark.parametrize("known", [True, False])
def test_one_address_gets_five_mails_an_hour_however_it_is_spelt(
    alice: User, queue: TaskQueue, mail: MailServer, known: bool
) -> None:
    if not known:
        User.objects.filter(pk=alice.pk).update(email="")
    answers = [ask(SPELLINGS[n % 5], REMOTE_ADDR=f"198.51.100.{n}") for n in range(9)]
    assert [answer.status_code for answer in answers] == [202] * 5 + [429] * 4
    assert 0 < int(answers[-1]["Retry-After"]) <= 3600
    queue.run_all()
    assert mail.mails.qsize() == (5 if known else 0)


def test_one_client_may_not_ask_for_many_addresses(db: None, queue: TaskQueue, mail: MailServer) -> None:
    answers = [ask(f"person{n}@example.com") for n in range(12)]
    assert [answer.status_code for answer in answers] == [202] * 10 + [429] * 2


def test_without_a_mail_server_it_states_whom_to_ask(alice: User) -> None:
    problem = assert_problem(ask(), 409, "mail_not_set_up")
    assert "administrator" in problem["detail"]
    assert APIClient().get("/api/session/").json()["sends_mail"] is False


def test_the_sign_in_page_knows_that_links_can_be_sent(db: None, mail: MailServer) -> None:
    assert APIClient().get("/api/session/").json()["sends_mail"] is True


def test_a_page_elsewhere_cannot_ask(alice: User, mail: MailServer) -> None:
    answer = APIClient(enforce_csrf_checks=True).post("/api/account/password/reset/", {"email": HERS})
    assert_problem(answer, 403, "csrf_failed")


def test_a_link_lasts_an_hour(alice: User, queue: TaskQueue, mail: MailServer) -> None:
    token = mailed(queue, mail)
    link = AccountLink.objects.get()
    assert link.expires_at is not None
    assert link.expires_at - timezone.now() <= timedelta(hours=1)
    AccountLink.objects.update(expires_at=timezone.now())
    assert_problem(choose(token), 403, "setup_closed")


def change_password(api: APIClient) -> Any:
    return api.post("/api/account/password/", {"current_password": PASSWORD, "new_password": NEW})


def change_email(api: APIClient, email: str = "a@new.example") -> Any:
    return confirmed(api).post("/api/account/email/", {"email": email})


@pytest.mark.parametrize("change", [change_password, change_email])
def test_a_mailed_link_ends_with_the_password_or_the_address(
    alice: User, alice_api: APIClient, queue: TaskQueue, mail: MailServer, change: Any
) -> None:
    token = mailed(queue, mail)
    assert change(alice_api).status_code == 204
    assert_problem(choose(token), 403, "setup_closed")


def test_whoever_asks_ends_no_link_of_the_administrator(
    alice: User, admin: User, queue: TaskQueue, mail: MailServer
) -> None:
    _, given = password_reset_create(admin, alice)
    first = mailed(queue, mail)
    second = mailed(queue, mail)
    assert_problem(choose(first), 403, "setup_closed")
    assert choose(second).status_code == 200
    assert choose(given, "another-long-word-3").status_code == 200


def test_the_token_is_in_no_message_and_no_row(alice: User, queue: TaskQueue, mail: MailServer) -> None:
    ask()
    sent = repr(queue.sent)
    queue.run_all()
    token = link_in(mail.next()).rsplit("=", 1)[-1]
    assert token not in sent + repr(list(AccountLink.objects.values_list())) + repr(list(AccessEvent.objects.values()))


def test_a_mail_server_that_refuses_is_an_error_of_the_task(alice: User, queue: TaskQueue, mail: MailServer) -> None:
    mail.refuse = "451 Try again later"
    assert ask().status_code == 202
    with pytest.raises(smtplib.SMTPDataError):
        queue.run_all()


def test_ones_address_changes_after_a_confirmation_only(alice: User, alice_api: APIClient) -> None:
    assert_problem(alice_api.post("/api/account/email/", {"email": "a@new.example"}), 403, "confirmation_needed")
    assert pointers(assert_problem(change_email(alice_api, "no address"), 400, "invalid_input")) == ["/email"]
    alice.refresh_from_db()
    assert alice.email == HERS
    assert change_email(alice_api).status_code == 204
    assert alice_api.get("/api/session/").json()["user"]["email"] == "a@new.example"
    event = AccessEvent.objects.order_by("-id")[0]
    assert (event.action, event.username, event.details) == (
        "user.changed",
        "alice",
        {"email": [HERS, "a@new.example"]},
    )
    assert change_email(alice_api, "").status_code == 204


def test_a_borrowed_session_cannot_guess_the_password_here_either(alice_api: APIClient) -> None:
    answers = [alice_api.post("/api/account/confirmation/", {"password": "wrong"}) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [400] * 5 + [429] * 2
    assert_problem(change_password(alice_api), 429, "throttled")


def test_whoever_is_invited_may_give_an_address(admin: User) -> None:
    _, token = invitation_create(admin)
    body = {"token": token, "username": "carol", "password": PASSWORD, "email": "nonsense"}
    assert pointers(assert_problem(APIClient().post("/api/setup/", body), 400, "invalid_input")) == ["/email"]
    assert APIClient().post("/api/setup/", body | {"email": "Carol@Example.com"}).status_code == 200
    assert User.objects.get(username="carol").email == "Carol@example.com"


@pytest.mark.parametrize("lost", [{"is_active": False}, {"is_superuser": False}])
def test_links_of_a_dismissed_administrator_end(admin: User, alice: User, lost: dict[str, bool]) -> None:
    tokens = [invitation_create(admin)[1], password_reset_create(admin, alice)[1]]
    for token in tokens:
        account_link_find(token)
    User.objects.filter(pk=admin.pk).update(**lost)
    for token in tokens:
        with pytest.raises(ForbiddenError) as refused:
            account_link_find(token)
        assert refused.value.code == "setup_closed"
