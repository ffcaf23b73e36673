"""Meters a run's model calls and checks its budget before each.

Budgets are reserved, not only counted: before a call, under the run's lock, the node records its cost so far and this
call's maximum, so parallel nodes cannot exceed it. Sums propagate to outer runs, which have budgets of their own, and
to the person's daily limit.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agents.core.messages import Usage
from agents.core.prices import Prices
from agents.knowledge.embedding.embedding import Tally
from agents.providers.base import ModelClient, ModelRequest, ReplyCompleted, StreamEvent, closing_stream
from tools.core.definitions import CancelToken, JsonObject
from tools.core.text import Text
from workflow_editor.adapters.node.daily_money import money_today
from workflow_editor.adapters.state.run_tree import calling_nodes
from workflow_editor.engine.run_limits import RunLimits, limits_of
from workflow_editor.errors import NodeError
from workflow_editor.models import NodeRun, Run
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.suspension import NodeSuspendedError
from workflow_editor.nodes.waits import BudgetWait, SpentAmount

MONEY_SPENT = Text("Today's spending limit is used up. Run this again tomorrow, or ask an administrator to raise it.")
ASSUMED_OUTPUT_TOKENS = 1_000
"""Output tokens reserved when the node sets no limit."""
_BYTES_PER_TOKEN = 3
"""UTF-8 bytes per token: about four in English, two to three in Chinese.

Deliberately higher than the estimate of `agents.core.tokens`: reserving too little overspends a budget.
"""


@dataclass(frozen=True, slots=True)
class _Level:
    """A run, the node's own or an outer one, and the node counted in it."""

    run_id: UUID
    node_run_id: int


class _OverBudgetError(Exception):
    """Undoes the transaction; never leaves this module."""

    def __init__(self, wait: NodeWait) -> None:
        self.wait = wait


class Meter:
    """Counts the model calls of one node run; `spent` is its cost so far, including calls before a crash."""

    def __init__(self, run: Run, node_run_id: int, spent: Callable[[], Usage]) -> None:
        self._run = run
        self._node_run_id = node_run_id
        self._spent = spent

    @cached_property
    def _levels(self) -> list[_Level]:
        """Looked for when the first call is made; most nodes make none."""
        return _levels(self._run, self._node_run_id)

    @property
    def has_budget(self) -> bool:
        return bool(self._levels)

    def metered(self, client: ModelClient, prices: Prices) -> ModelClient:
        """Return a client that keeps the budget and reports costs; the same one when there is nothing to do."""
        return MeteredClient(client, prices, self) if self._levels or prices != Prices() else client

    def reserve(self, model: str, call: Usage) -> None:
        """Reserve a call's maximum cost.

        Raises:
            NodeSuspendedError: the call might exceed a budget; the run pauses until somebody raises it.
            NodeError: (`cap_reached`) it might exceed the daily limit of the person who started the outermost run.
        """
        if not self._levels:
            return
        spent = self._spent()
        try:
            with transaction.atomic():
                payer = self._lock_payer()
                self._lock()
                amount = spent + call
                for level in self._levels:
                    amount = _reserve(level, amount, model)
                if payer is not None and money_today(payer, timezone.now()) > settings.MAX_MONEY_PER_DAY:
                    raise NodeError(MONEY_SPENT, code="cap_reached", details={"cap": "money_per_day"})
        except _OverBudgetError as over:
            NodeRun.objects.filter(pk=self._node_run_id).update(reserved=_amount(spent))
            raise NodeSuspendedError(over.wait) from None

    def _lock_payer(self) -> int | None:
        """Lock the paying person, as a run start does; None without a daily limit."""
        if not settings.MAX_MONEY_PER_DAY:
            return None
        outermost = Run.objects.only("created_by", "trigger").get(pk=self._levels[-1].run_id)
        if outermost.created_by_id is None or outermost.trigger == Run.REPLAY:
            return None
        User.objects.select_for_update(no_key=True).get(pk=outermost.created_by_id)
        return outermost.created_by_id

    def _lock(self) -> None:
        """Lock all runs at once, oldest first, which is the order of everybody who locks several."""
        runs = Run.objects.select_for_update().filter(pk__in=[level.run_id for level in self._levels])
        list(runs.order_by("pk").values_list("pk", flat=True))


class MeteredClient:
    """Model client that reserves before calls and prices them afterwards."""

    def __init__(self, client: ModelClient, prices: Prices, meter: Meter) -> None:
        self._client = client
        self._prices = prices
        self._meter = meter

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        """As the client's own; see `Meter.reserve` for what it raises beyond."""
        self._meter.reserve(request.model, self._prices.priced(most_of(request)))
        return self._priced(request, cancel)

    def _priced(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        with closing_stream(self._client.stream(request, cancel)) as events:
            for event in events:
                if isinstance(event, ReplyCompleted):
                    event = ReplyCompleted(replace(event.reply, usage=self._prices.priced(event.reply.usage)))
                yield event


class MeteredEmbedding(Tally):
    """Adds up the calls of one search, each of which is reserved before."""

    def __init__(self, meter: Meter) -> None:
        super().__init__()
        self._meter = meter

    def reserve(self, model: str, call: Usage) -> None:
        self._meter.reserve(model, self.usage + call)


def most_of(request: ModelRequest) -> Usage:
    """Return the tokens that a call takes at most, as far as is known before: texts by their length."""
    texts = [message.text for message in request.messages]
    texts += [call.arguments for message in request.messages for call in message.tool_calls]
    texts += [f"{function.name}{function.description}{function.parameters}" for function in request.functions]
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    return Usage(math.ceil(size / _BYTES_PER_TOKEN), request.max_tokens or ASSUMED_OUTPUT_TOKENS)


def _levels(run: Run, node_run_id: int) -> list[_Level]:
    """Return the run and outer runs, innermost first, up to the outermost with a budget.

    With a daily limit all are included, since it is that of the outermost run's person.
    """
    levels = [_Level(run.pk, node_run_id)]
    wanted = 1 if limits_of(run.limits).has_budget else 0
    for caller in calling_nodes(run):
        levels.append(_Level(caller.run_id, caller.pk))
        if limits_of(caller.run.limits).has_budget:
            wanted = len(levels)
    return levels if settings.MAX_MONEY_PER_DAY else levels[:wanted]


def _reserve(level: _Level, amount: Usage, model: str) -> Usage:
    """Record a node's reservation and return the total of its run. Raises _OverBudgetError above the budget."""
    run = Run.objects.only("limits", "usage").get(pk=level.run_id)
    at_work = NodeRun.objects.filter(run=level.run_id, status__in=OPEN_STATUSES, reserved__isnull=False)
    used = Usage.from_json(run.usage)
    for reserved in at_work.exclude(pk=level.node_run_id).values_list("reserved", flat=True):
        used += Usage(reserved["tokens"], 0, reserved["money"]) if reserved else Usage()
    needed = used + amount
    _check(level.run_id, limits_of(run.limits), used, needed, model)
    NodeRun.objects.filter(pk=level.node_run_id).update(reserved=_amount(amount))
    return needed


def _check(run_id: UUID, limits: RunLimits, used: Usage, needed: Usage, model: str) -> None:
    over_tokens = limits.budget_tokens is not None and needed.tokens > limits.budget_tokens
    over_money = limits.budget_money is not None and needed.cost > limits.budget_money
    if over_tokens or over_money:
        wait = BudgetWait(
            run_id=str(run_id),
            over="tokens" if over_tokens else "money",
            budget=SpentAmount(tokens=limits.budget_tokens, money=limits.budget_money),
            used=SpentAmount(**_amount(used)),
            needed=SpentAmount(**_amount(needed)),
            model=model,
        )
        raise _OverBudgetError(NodeWait(wait, None))


def _amount(usage: Usage) -> JsonObject:
    return {"tokens": usage.tokens, "money": usage.cost}
