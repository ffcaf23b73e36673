"""The beginning of a run."""

import logging
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import User
from django.db import DataError, connection, transaction
from django.utils import timezone

from tools.core.definitions import CallMode, JsonObject
from tools.core.remembered import Remembered
from tools.core.text import Text
from workflow_editor.adapters.state.plans import plan_of_version, version_of
from workflow_editor.engine.events import RunQueued
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.run_limits import RunLimits, limits_of
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.graph.validation import Problem, problems, without_sent
from workflow_editor.models import Run, TriggerDelivery, Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph
from workflow_editor.run_store.shares import share_of
from workflow_editor.selectors.checks.problems import surrounding_problems
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.limits.queue import run_put_under_limits
from workflow_editor.services.runs.early_claims import early_claims
from workflow_editor.services.runs.given_files import files_of, files_of_delivery, give_files
from workflow_editor.services.runs.idempotency import run_once
from workflow_editor.services.runs.invalid_graph import refuse_errors
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.runs.step import RunMemory, Step
from workflow_editor.services.versions import version_snapshot

logger = logging.getLogger(__name__)

_REMEMBERED_GRAPHS = 200
# Nodes that a request may wait for, those in passes included; the first step of a longer graph is a worker's.
_BEGINS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class _Startable:
    """One revision or version of a graph, ready to run."""

    version: WorkflowVersion
    document: Document
    problems: tuple[Problem, ...]
    plan: Plan


_startables: Remembered[Hashable, _Startable] = Remembered(_REMEMBERED_GRAPHS)


def run_start(
    workflow: Workflow,
    user: User,
    *,
    inputs: JsonObject,
    mode: CallMode = "live",
    trigger: str = "manual",
    until_node: str | None = None,
    version: WorkflowVersion | None = None,
    idempotency_key: str | None = None,
    delivery: TriggerDelivery | None = None,
    at_once: bool = True,
) -> tuple[Run, bool]:
    """Begin a run of the stored graph, and return it with whether it is new.

    A short graph takes its first step in the creating transaction, so one without effects is finished on return; the
    rest is for workers.

    Args:
        inputs: values by start field; missing ones get their defaults.
        until_node: run only up to this node; inside a container, the whole container.
        version: run this one instead of the current graph.
        idempotency_key: returns the run of this user and workflow with the same key.
        delivery: of a trigger; the run is stored in the caller's transaction.
        at_once: False leaves the first step to a worker.
    Raises:
        GraphInvalidError: the graph cannot run; `details["problems"]` lists why.
        InvalidInputError: unfit inputs (pointers `/inputs/<name>`), or no node `until_node`.
        LimitError: (`cap_reached`) the person has reached a cap.
    """

    def begin() -> Run:
        key = (version.pk if version else (workflow.pk, workflow.revision), until_node)
        # Unchanged parts are prepared once per process: a graph without edits starts from memory.
        startable = _startables.of(key, partial(_prepare, workflow, user, version, until_node))
        found = [*startable.problems, *surrounding_problems(startable.document, user)]
        refuse_errors(without_sent(found, inputs))
        find = files_of(user) if delivery is None else files_of_delivery(delivery)
        values, files = give_files(startable.plan, read_run_inputs(startable.plan, inputs), find)
        new_run = partial(
            Run,
            workflow=workflow,
            version=startable.version,
            mode=mode,
            is_draft=_is_draft(workflow, version),
            trigger=trigger,
            target_node=until_node,
            inputs=values,
            idempotency_key=idempotency_key or None,
            delivery=delivery,
            created_by=user,
            created_at=timezone.now(),
        )
        limited = partial(_limited, new_run, limits_of(workflow.settings))
        run = run_insert(limited, startable.plan, at_once=at_once)
        files_give(files, run=run)
        return run

    return run_once(workflow, user, idempotency_key, begin)


def _is_draft(workflow: Workflow, version: WorkflowVersion | None) -> bool:
    """Say whether something unpublished is tried; agents are saved, not published."""
    return version is None or (version.number is None and workflow.agent_id is None)


def _limited(new_run: Callable[[], Run], limits: RunLimits) -> Run:
    run = new_run()
    run_put_under_limits(run, limits)
    return run


def run_insert(new_run: Callable[[], Run], plan: Plan, *, at_once: bool = True) -> Run:
    """Store a new run; a short one that is not held takes its first step at once.

    `new_run` makes it with its limits, again if that step cannot be stored. In a transaction of the caller's, nobody
    works on it before the commit.
    """
    run = new_run()
    if at_once and len(plan.nodes) <= _BEGINS_AT_ONCE and not run.held:
        try:
            # A run that cannot be stored takes nothing of the caller's along.
            with transaction.atomic() if connection.in_atomic_block else nullcontext():
                return _insert_begun(run)
        except (TypeError, ValueError, RecursionError, DataError):
            # An output that cannot be stored: a worker meets it again and lets the run fail.
            logger.warning("A run could not begin at once", exc_info=True)
        run = new_run()
    run_enqueue(run)
    return run


def _insert_begun(run: Run) -> Run:
    step = Step(RunMemory.of(run, is_fresh=True))
    step.emit(RunQueued())
    step.begin(limit=_BEGINS_AT_ONCE)
    with early_claims.reserved(share_of(run)) as send:
        claimed = step.store_new(claims=send is not None)
        # The step goes on with this object; the caller keeps it as it was stored.
        stored = copy(run) if claimed else run
        if send and claimed:
            send(claimed)
    return stored


def _prepare(workflow: Workflow, user: User, version: WorkflowVersion | None, until_node: str | None) -> _Startable:
    graph = read_graph(Document.model_validate(version.document) if version else graph_document(workflow))
    found = tuple(problems(graph))
    if until_node is not None:
        graph = _up_to(graph, until_node)
        found = tuple(problem for problem in found if problem.node_key is None or problem.node_key in graph.nodes)
    # Each run decides about inputs that the start node lacks: they count only when they are sent.
    refuse_errors([problem for problem in found if problem.unless_sent is None])
    if version is None or until_node is not None:
        version = version_snapshot(workflow, graph.document, user)
    return _Startable(version_of(version.pk), graph.document, found, plan_of_version(version.pk, graph))


def _up_to(graph: ParsedGraph[ParsedConfig], until_node: str) -> ParsedGraph[ParsedConfig]:
    parts = Subgraphs(graph)
    if not parts.runs(until_node):
        text = Text("There is no node {until_node}.", until_node=until_node)
        raise InvalidInputError.at("/until_node", "unknown_node", text)
    return read_graph(parts.up_to(until_node))
