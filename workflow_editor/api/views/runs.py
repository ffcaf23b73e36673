"""Runs: start them, watch them, stop them."""

import re
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field
from rest_framework.request import Request

from tools.api.contract.endpoints import Header, Paged, Reply, endpoint
from tools.api.contract.fields import JsonObject, RowId, component
from tools.api.contract.shapes import EMPTY_COUNTS, Query, Shape, read
from tools.api.people import Person
from tools.api.permissions import signed_in
from tools.api.times import MAX_SEARCH, TimesQuery
from tools.core.definitions import CallMode
from workflow_editor.adapters.body_memory import body_was_read
from workflow_editor.api.list_filters import StartedBy
from workflow_editor.api.pagination import NewestFirst
from workflow_editor.api.parsing import JsonParser, JsonWithFilesParser, json_and_files
from workflow_editor.api.requests import is_still_signed_in
from workflow_editor.api.rows import EditedWorkflow, ReadRun, StoppedRun
from workflow_editor.api.run_shapes import NodeRunShape, RunShape, RunSummary, node_runs, whole_run
from workflow_editor.models import Run, Status
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run import listing
from workflow_editor.selectors.run.events import events_after
from workflow_editor.selectors.run.listing import node_run_latest, run_list_for_user
from workflow_editor.selectors.run.sent_prompts import sent_prompts
from workflow_editor.selectors.testing.workflow_tests import version_numbered
from workflow_editor.services.file_uses import files_upload
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.start import run_start

MAX_WAIT_S = 120
LONGEST_KEY = 200
_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*(\d{1,6})", re.IGNORECASE)

IdempotencyKey = Annotated[
    str,
    Header(
        "Idempotency-Key",
        "A repeated request with the same key answers with the first run instead of starting another.",
    ),
]
Prefer = Annotated[
    str,
    Header(
        "Prefer",
        "`wait=<seconds>`: answer when the run has ended or asks a person, at the latest after so many seconds "
        "(RFC 7240).",
    ),
]
_SEARCHED = (
    f"Text in the input or output, names of fields included. The newest {listing.MOST_SEARCHED:,} runs that match "
    f"workflow, trigger, person and time are searched, in values of at most {INLINE_CHARACTERS:,} characters."
)
NodeKey = Annotated[str, Field(min_length=1, max_length=64)]
Scope = Annotated[str, Field(max_length=400)]
"""Name of a pass of the containers around a node."""


class RunCreate(Shape):
    """A run of a graph, or of what leads up to a node and the node itself."""

    inputs: JsonObject = Field(default_factory=dict)
    version: Annotated[int, Field(ge=1)] | None = None
    """Number of a published version; null: the draft."""
    until_node: NodeKey | MISSING = MISSING
    mode: CallMode = "live"


class RunWithFiles(Shape):
    """A run with files: further parts, each named by the input that it fills."""

    json_: RunCreate = Field(alias="json")


class RunsQuery(TimesQuery):
    """Filters of a list of runs, by the time at which they were started."""

    workflow: UUID | MISSING = MISSING
    version: Annotated[int, Field(ge=1, le=2_147_483_647)] | MISSING = MISSING
    """Number of a published version."""
    status: Status | MISSING = MISSING
    kind: Run.Kind | MISSING = MISSING
    trigger: StartedBy | MISSING = MISSING
    person: RowId | MISSING = MISSING
    """Id of who started it."""
    value: Annotated[str, Field(max_length=MAX_SEARCH, description=_SEARCHED)] | MISSING = MISSING


class RunPeopleQuery(Query):
    search: Annotated[str, Field(max_length=MAX_SEARCH)] = ""
    """Part of the user name."""


class NodeRunQuery(Query):
    """`scope` names a pass of the containers around the node, empty outside them; without it, the last pass counts."""

    scope: Annotated[Scope | MISSING, EMPTY_COUNTS] = MISSING


class EventsQuery(Query):
    after: int = Field(0, ge=0)
    limit: int = Field(200, ge=1, le=1000)


class RunEvents(Shape):
    """Events in order; ask again with `after` = the last `seq` for more."""

    results: list[Annotated[Any, component("RunEventFrame")]]


class SentCall(Shape):
    name: str
    arguments: str


class SentMessage(Shape):
    """A message as a model was sent it, secrets masked; a long text is cut."""

    round: int
    """The first model call that was sent it; later ones were, too."""
    role: Literal["system", "user", "assistant", "tool"]
    text: str
    is_cut: bool
    calls: list[SentCall]
    files: list[str]


class SentFunction(Shape):
    name: str
    description: str


class SentPrompt(Shape):
    """Messages sent to the model calls of a node, and the functions that they might call."""

    messages: list[SentMessage]
    functions: list[SentFunction]


@endpoint(
    "POST",
    "workflows/<uuid:workflow_id>/runs/",
    status=(201, 200),
    parsers=(JsonParser, JsonWithFilesParser),
    bodies={"application/json": RunCreate, "multipart/form-data": RunWithFiles},
)
def run_create(
    request: Request, user: User, workflow: EditedWorkflow, key: IdempotencyKey, prefer: Prefer
) -> Reply[RunShape]:
    """Run the draft or a published version; parts named by inputs are files. 200: the key was used before."""
    body, files = json_and_files(request)
    given = read(RunCreate, body).model_dump()
    given["inputs"] |= files_upload(user, files)
    number = given.pop("version")
    version = None if number is None else version_numbered(workflow, number)
    run, is_new = run_start(workflow, user, **given, version=version, trigger="manual", idempotency_key=stored_key(key))
    return run_reply(request, run, prefer, is_new=is_new)


@endpoint("GET", "runs/", pages=NewestFirst)
def run_list(user: User, query: RunsQuery) -> Paged[RunSummary]:
    """List the runs of all workflows that the person who asks sees, newest first."""
    return Paged(run_list_for_user(user, **query.sent()), RunSummary.of_run)


@endpoint("GET", "runs/people/")
def run_people(user: User, query: RunPeopleQuery) -> list[Person]:
    """List the first 20 people with runs that the person who asks may see."""
    return [Person.of(one) for one in listing.run_people(user, query.search)]


@endpoint("GET", "runs/<uuid:run_id>/")
def run_get(run: ReadRun) -> RunShape:
    """Return a run with its graph and what each node did."""
    return whole_run(run)


@endpoint("POST", "runs/<uuid:run_id>/cancel/", operation="run_cancel")
def cancel(user: User, run: StoppedRun) -> RunSummary:
    """Ask a run to stop; one that is over stays as it is."""
    run_cancel(run.pk)
    return RunSummary.of_run(run_for(user, run.pk))


@endpoint("GET", "runs/<uuid:run_id>/events/")
def run_event_list(run: ReadRun, query: EventsQuery) -> RunEvents:
    """Return the events behind a number, in order."""
    return RunEvents.model_construct(results=events_after(run.pk, query.after, query.limit))


@endpoint("GET", "runs/<uuid:run_id>/nodes/<str:node_key>/")
def run_node_get(run: ReadRun, node_key: str, query: NodeRunQuery) -> NodeRunShape:
    """Return what one node did, with its whole output."""
    return node_runs(run, [node_run_latest(run, node_key, **query.sent())])[0]


@endpoint("GET", "runs/<uuid:run_id>/nodes/<str:node_key>/prompt/")
def run_node_prompt(run: ReadRun, node_key: str, query: NodeRunQuery) -> SentPrompt:
    """Return what a node sent to its model in all calls, as it was sent."""
    return SentPrompt.model_construct(**sent_prompts(node_run_latest(run, node_key, **query.sent()).id))


def run_reply(request: Request, run: Run, prefer: str, *, is_new: bool = True) -> Reply[RunShape]:
    """Answer with the whole run; when the client wants to wait, after its end or once it asks a person.

    Source: RFC 7240, section 4.3.

    Args:
        prefer: the header; it may say for how many seconds the client wants to wait.
    """
    headers = {}
    found = _WAIT.search(prefer)
    if wait_s := min(int(found.group(1)), MAX_WAIT_S) if found else 0:
        if run.status in OPEN_STATUSES:
            body_was_read(request._request)
            run_wait(run.pk, wait_s, partial(is_still_signed_in, request))
            run = run_for(signed_in(request), run.pk)
        headers["Preference-Applied"] = f"wait={wait_s}"
    return Reply(whole_run(run), 201 if is_new else 200, headers)


def stored_key(key: str) -> str | None:
    """Return the caller's idempotency key; of one that is too long to be stored, its hash; None for none."""
    return (key if len(key) <= LONGEST_KEY else sha256(key.encode()).hexdigest()) or None
