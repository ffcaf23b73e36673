"""Sends bot answers after their turn, with retries, each part at most once.

A claim moves `next_at` to its end. The row is marked before each part; after a crash, a marked part is resent only to
services that deduplicate.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agents.core.language import language_of
from tools.adapters.outbound import outbound_client
from tools.core.errors import ToolError, ToolNotReachedError
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.secrets import encryption
from workflow_editor.adapters.process.task_queue import enqueue_bot_reply
from workflow_editor.errors import failure_json
from workflow_editor.models import BotReply, Status, Turn
from workflow_editor.nodes.builtin.bot_message import BotMessageConfig
from workflow_editor.selectors.access import RIGHT_LOST, Access, may_still
from workflow_editor.services.due_claims import claim_due
from workflow_editor.triggers.bots.service import BotRequest, BotService, NotSentError, Outgoing

MOST_ATTEMPTS = 8
_FIRST_PAUSE_S = 2.0
_LONGEST_PAUSE_S = 300.0
_TIMEOUT_S = 20.0
_LEASE = timedelta(seconds=60)
"""Longer than one part may take; renewed before each."""
_CLAIMED_AT_ONCE = 50
_UNKNOWN = Text(
    "Nobody knows whether the last part of the answer arrived. Look into the chat before you send it again."
)


def bot_reply_due(turn: Turn) -> None:
    """Let the answer of a turn that is over be sent, in the caller's transaction; a cancelled one has none."""
    waiting = BotReply.objects.filter(turn=turn, status=BotReply.Status.WAITING)
    if turn.status == Status.CANCELLED:
        waiting.delete()
    else:
        waiting.update(status=BotReply.Status.DUE, next_at=timezone.now())


def bot_reply_again(reply: BotReply) -> None:
    """Send what is missing of an answer that was not sent, because a person wants it."""
    rows = BotReply.objects.filter(pk=reply.pk, status__in=(BotReply.Status.FAILED, BotReply.Status.UNKNOWN))
    rows.update(status=BotReply.Status.DUE, is_sending=False, attempts=0, next_at=timezone.now(), problem=None)


def bot_replies_claim_due() -> int:
    """Let workers send what is due, at most fifty at once; return how many."""
    now = timezone.now()
    return claim_due(_due, now, _CLAIMED_AT_ONCE, lambda _: now + _LEASE, enqueue_bot_reply)


def _due(now: datetime) -> QuerySet[BotReply]:
    return BotReply.objects.filter(status=BotReply.Status.DUE, next_at__lte=now)


def bot_reply_send(reply_id: UUID, claimed_until: datetime) -> None:
    """Send an answer by a claim; nothing once the claim is over."""
    found = _claimed(reply_id, claimed_until).select_related("turn__conversation__trigger").first()
    if found is None:
        return
    sending = _Sending(found, claimed_until)
    if found.is_sending and not sending.service.sends_once:
        sending.end(BotReply.Status.UNKNOWN, _UNKNOWN)
        return
    try:
        sending.send_all()
    except NotSentError as error:
        sending.failed(error)
    except ToolNotReachedError as error:
        sending.failed(NotSentError(error.text, retry=True))
    except ToolError as error:
        sending.failed(NotSentError(error.text, retry=True, is_unknown=True))


def bot_owner(reply_id: UUID) -> int | None:
    """Return the publisher of the bot that gives an answer."""
    rows = BotReply.objects.filter(pk=reply_id)
    return rows.values_list("turn__conversation__trigger__runs_as", flat=True).first()


def _claimed(reply_id: UUID, until: datetime) -> "QuerySet[BotReply]":
    return BotReply.objects.filter(pk=reply_id, status=BotReply.Status.DUE, next_at=until)


class _Sending:
    def __init__(self, reply: BotReply, claimed_until: datetime) -> None:
        trigger = reply.turn.conversation.trigger
        if trigger is None:
            raise ValueError("the answer of a bot has a trigger")
        self._reply, self._until, self._trigger = reply, claimed_until, trigger
        self._config = BotMessageConfig.model_validate(trigger.config)
        self._secrets = {name: str(value) for name, value in trigger.secrets().items()}

    @property
    def service(self) -> BotService:
        return self._config.bot

    def send_all(self) -> None:
        target = encryption.decrypt(self._reply.target)
        parts = self._parts()
        for number in range(self._reply.parts_sent, len(parts)):
            if not may_still(self._trigger.runs_as_id, Access.EDIT, self._trigger.workflow_id):
                raise NotSentError(RIGHT_LOST, retry=False)
            if not self._store(is_sending=True, renew=True):
                return
            key = f"{self._reply.pk.hex}-{number}"
            now = timezone.now()
            outgoing = Outgoing(parts[number], target, key, self._secrets, self._config.account_id, now)
            self.service.send(outgoing, _send)
            self._store(is_sending=False, parts_sent=number + 1)
        self.end(BotReply.Status.SENT, None)

    def _parts(self) -> Sequence[str]:
        turn = self._reply.turn
        failed = self.service.failed.in_language(language_of(turn.user_text))
        text = turn.answer if turn.status == Status.SUCCEEDED else failed
        return self.service.parts(text)

    def failed(self, error: NotSentError) -> None:
        """Store what comes next: another attempt, a person's decision, or nothing."""
        if error.is_unknown and not self.service.sends_once:
            self.end(BotReply.Status.UNKNOWN, _UNKNOWN)
            return
        attempts = self._reply.attempts + 1
        problem = failure_json("bot_reply_failed", error.reason, {})
        if not error.retry or attempts >= MOST_ATTEMPTS:
            self._store(status=BotReply.Status.FAILED, is_sending=False, attempts=attempts, problem=problem)
            return
        pause_s = max(error.wait_s or 0, min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2 ** (attempts - 1)))
        next_at = timezone.now() + timedelta(seconds=pause_s)
        self._store(is_sending=False, attempts=attempts, problem=problem, next_at=next_at)

    def end(self, status: BotReply.Status, reason: Text | None) -> None:
        problem = None if reason is None else failure_json("bot_reply_unknown", reason, {})
        self._store(status=status, is_sending=False, problem=problem)

    def _store(self, *, renew: bool = False, **values: object) -> bool:
        """Store values while the claim holds; say whether it does."""
        until = timezone.now() + _LEASE if renew else values.get("next_at", self._until)
        is_held = bool(_claimed(self._reply.pk, self._until).update(**{**values, "next_at": until}))
        self._until = until if isinstance(until, datetime) else self._until
        for name, value in values.items():
            setattr(self._reply, name, value)
        return is_held


def _send(request: BotRequest) -> OutboundResponse:
    headers = {"content-type": "application/json; charset=utf-8", **request.headers}
    method, body = ("GET", b"") if request.body is None else ("POST", write_json(request.body))
    outbound = OutboundRequest(method, request.url, headers, body)
    return _client().send(outbound, timeout_s=_TIMEOUT_S, max_redirects=0)


@lru_cache(maxsize=1)
def _client() -> OutboundClient:
    return outbound_client()
