"""Mails to people whom a comment mentions, over a real mail server: who gets one, once, and in which language."""

import smtplib
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.mail_server import MailServer, link_in
from tests.doubles.task_queue import TaskQueue
from workflow_editor.models import InboxItem, Workflow, WorkflowMember

BOB = "bob@example.com"


@pytest.fixture
def bob(bob: User) -> User:
    bob.email = BOB
    bob.save()
    return bob


def mention(api: APIClient, workflow: Workflow, text: str = "Warm enough, @bob?", **fields: Any) -> Any:
    body = {"text": text, "node_key": "greet", "mentions": ["bob"], **fields}
    answer = api.post(f"/api/workflows/{workflow.pk}/comments/", body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def prefer(user: User, **chosen: Any) -> None:
    assert client_of(user).patch("/api/account/preferences/", chosen).status_code == 200


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [
        ("en", "alice mentioned you in “Greeting”", "a comment on “Greet”"),
        ("zh", "alice 在“Greeting”中提到了您", "“Greet”"),
    ],
)
def test_whoever_is_mentioned_gets_a_mail_that_leads_to_the_comment(
    alice_api: APIClient,
    bob: User,
    workflow: Workflow,
    queue: TaskQueue,
    mail: MailServer,
    language: str,
    subject: str,
    text: str,
) -> None:
    prefer(bob, language=language)
    mention(alice_api, workflow)
    queue.run_all()
    letter = mail.next()
    assert (letter["To"], letter["Subject"]) == (BOB, subject)
    content = letter.get_content()
    assert text in content
    assert "Warm enough, @bob?" in content
    assert link_in(letter) == f"http://testserver/workflows/{workflow.pk}?comments=greet"
    assert "http://testserver/settings/account" in content
    assert mail.mails.empty()


def test_a_comment_mails_a_person_once(
    alice_api: APIClient, bob: User, workflow: Workflow, queue: TaskQueue, mail: MailServer
) -> None:
    comment = mention(alice_api, workflow)
    tasks = list(queue.sent) * 2
    for _ in range(2):
        alice_api.patch(f"/api/comments/{comment['id']}/", {"text": "@bob!", "mentions": ["bob"]})
    queue.sent.extend(tasks)
    queue.run_all()
    assert mail.next()["To"] == BOB
    assert mail.mails.empty()


def no_address(bob: User, **_: Any) -> None:
    User.objects.filter(pk=bob.pk).update(email="")


def not_wanted(bob: User, **_: Any) -> None:
    prefer(bob, mail_on_mention=False)


def read_already(bob: User, **_: Any) -> None:
    client_of(bob).patch("/api/inbox/", {"is_read": True})


def removed_member(workflow: Workflow, **_: Any) -> None:
    WorkflowMember.objects.filter(workflow=workflow).delete()


def deleted_comment(alice_api: APIClient, comment: Any, **_: Any) -> None:
    assert alice_api.delete(f"/api/comments/{comment['id']}/").status_code == 204


def disabled_account(bob: User, **_: Any) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)


REASONS = [no_address, not_wanted, read_already, removed_member, deleted_comment, disabled_account]


@pytest.mark.parametrize("reason", REASONS)
def test_no_mail_where_there_is_a_reason_against_it(
    alice_api: APIClient, bob: User, workflow: Workflow, queue: TaskQueue, mail: MailServer, reason: Any
) -> None:
    comment = mention(alice_api, workflow)
    assert queue.sent
    reason(alice_api=alice_api, bob=bob, workflow=workflow, comment=comment)
    queue.run_all()
    assert mail.mails.empty()


def test_nobody_mails_themselves_or_those_who_only_take_part(
    alice_api: APIClient, alice: User, bob: User, workflow: Workflow, queue: TaskQueue, mail: MailServer
) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    mention(alice_api, workflow, mentions=["alice"])
    mention(client_of(bob), workflow, "Yes", mentions=[])
    assert not queue.sent


def test_a_mail_that_the_server_refuses_is_sent_when_it_is_tried_again(
    alice_api: APIClient, bob: User, workflow: Workflow, queue: TaskQueue, mail: MailServer
) -> None:
    mention(alice_api, workflow)
    [task] = queue.sent
    mail.refuse = "451 Try again later"
    with pytest.raises(smtplib.SMTPDataError):
        queue.run_all()
    mail.refuse = ""
    queue.sent.append(task)
    queue.run_all()
    assert mail.next()["To"] == BOB
    assert InboxItem.objects.get().mailed_at is not None


def test_names_with_line_breaks_stay_in_one_subject(
    alice_api: APIClient, bob: User, workflow: Workflow, queue: TaskQueue, mail: MailServer
) -> None:
    Workflow.objects.filter(pk=workflow.pk).update(name="Tea\nBcc: eve@example.com")
    mention(alice_api, workflow)
    queue.run_all()
    letter = mail.next()
    assert (letter["Bcc"], letter["Subject"].strip()) == (None, "alice mentioned you in “Tea Bcc: eve@example.com”")


def test_without_a_mail_server_nothing_is_queued(
    alice_api: APIClient, bob: User, workflow: Workflow, queue: TaskQueue
) -> None:
    mention(alice_api, workflow)
    assert not queue.sent
    assert InboxItem.objects.count() == 1
