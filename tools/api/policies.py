"""Permission rules, what they would decide, and why something was decided."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from pydantic import BeforeValidator, Field, WithJsonSchema
from rest_framework.permissions import IsAuthenticated

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import Filled, JsonObject, LocalText
from tools.api.contract.shapes import Query, Shape
from tools.api.permissions import StaffOnly
from tools.core.definitions import CallMode
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.core.field_errors import refused_value
from tools.core.formats.json_text import parse_json
from tools.core.ports import ASK_TIMEOUT_S
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.forms.local_text import local_text
from tools.models import ToolPolicy, ToolPolicyVersion
from tools.policies.condition_sentences import Clause, ComparisonName, read_sentence, write_sentence
from tools.policies.conditions import MAX_SOURCE_CHARACTERS, ConditionError, compile_condition
from tools.policies.index import CallFacts
from tools.selectors.policies import policy_explain, policy_get, policy_list, policy_versions
from tools.selectors.policy_dry_run import policy_dry_run
from tools.selectors.tool_hosts import hosts_without_rule
from tools.services.policies import policy_create, policy_delete, policy_draft, policy_update
from tools.services.validation import invalid_field

STAFF = (IsAuthenticated, StaffOnly)
MOST_CLAUSES = 50
_NO_OBJECT = Text("Enter a JSON object.")


def read_object(given: object) -> object:
    try:
        found = parse_json(given) if isinstance(given, str) else given
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise refused_value("not_an_object", _NO_OBJECT)
    return found


Rule = Annotated[ToolPolicy, FoundBy(policy_get)]
PolicyMode = Annotated[
    Literal["", "live", "test"],
    WithJsonSchema({"oneOf": [{"x-component": "RunMode"}, {"type": "string", "const": ""}]}),
]


class RuleClause(Shape):
    """A condition as a person types it; numbers, true and false keep their type, quotation marks make texts of them."""

    argument: Annotated[str, Field(max_length=MAX_SOURCE_CHARACTERS)]
    """Path of an argument of the call, such as headers.Accept."""
    comparison: ComparisonName
    value: Annotated[str, Field(max_length=MAX_SOURCE_CHARACTERS)]
    """Empty for `given` and `missing`; separated by commas for `one_of` and `none_of`."""


Clauses = Annotated[list[RuleClause], Field(max_length=MOST_CLAUSES)] | None


class ToolPolicyShape(Shape):
    """A permission rule; `role` and `workflow` are null for any."""

    id: UUID
    role: str | None
    tool_pattern: str
    """*, an executor such as http_request, tool:ID, a namespace such as system:*, or a host such as
    host:api.example.com or host:*.example.com."""
    workflow: UUID | None
    mode: PolicyMode
    """Null: both modes."""
    effect: ToolPolicy.Effect
    when: str
    """CEL over args, caller, workflow and mode, for example args.method == 'DELETE'; empty for always."""
    clauses: list[RuleClause] | None
    """The parts of `when`, which must all hold; null where no sentence can express it."""
    args_untrusted: bool
    """Applies to writing calls with arguments that contain text from the web, MCP, a database or a similar source."""
    mock_result: JsonObject | None
    ask_timeout_s: int
    """Seconds before “ask” rejects the call."""
    ask_someone_else: bool
    """“Ask” cannot be answered by the user who started the run, whatever their role."""
    enabled: bool
    """A rule that is switched off decides nothing."""
    note: str
    revision: int
    created_by: str | None
    created_at: datetime


class SavedToolPolicy(ToolPolicyShape):
    """A rule as it was saved."""

    hosts_left_open: list[str]
    """Hosts of its tool that a node can call directly, past this rule, as no rule covers them."""


class ToolPolicyWrite(Shape):
    """The content of a rule."""

    role: Filled | None = None
    """Name of a group; null for any role."""
    tool_pattern: Annotated[str, Field(min_length=1, max_length=200)]
    workflow: UUID | None = None
    mode: PolicyMode = ""
    """Null: both modes."""
    effect: ToolPolicy.Effect
    when: str = ""
    """CEL over args, caller, workflow and mode; empty: always."""
    clauses: Clauses = None
    """The condition as parts that must all hold, read in place of `when`; null: `when` is read."""
    args_untrusted: bool = False
    """Applies to writing calls with arguments that contain text from outside."""
    mock_result: JsonObject | None = None
    """Result that the effect mock returns."""
    ask_timeout_s: int = ASK_TIMEOUT_S
    """Time in seconds that the effect ask waits."""
    ask_someone_else: bool = False
    """The effect ask is not answered by whoever started the run."""
    enabled: bool = True
    note: Annotated[str, Field(max_length=500)] = ""


class ToolPolicyChange(ToolPolicyWrite, partial=True):
    """Changes of a rule."""

    revision: int | None = None
    """The revision that was looked at; when the rule was saved after it, nothing is changed (409)."""


class ToolPolicyVersionShape(Shape):
    """One revision of a rule, and its author."""

    policy_id: UUID
    number: int
    change: ToolPolicyVersion.Change
    content: JsonObject
    username: str
    at: datetime


class ConditionCheckRequest(Shape):
    """A condition as CEL, or as clauses that must all hold."""

    when: str = ""
    clauses: Clauses = None
    """Read in place of `when`, unless null."""


class ConditionCheck(Shape):
    """A condition in both forms, and its fault; null: none."""

    message: str | None
    when: str
    clauses: list[RuleClause] | None
    """Null where no sentence can express it."""


class ExplanationQuery(Query):
    user: Filled = ""
    """User name; oneself when left out. Others: staff only."""
    tool: Filled
    """tool:<id>, system:<action>, an executor or a UI type."""
    workflow: UUID | None = None
    mode: CallMode = "live"
    arguments: Annotated[JsonObject | None, BeforeValidator(read_object), WithJsonSchema({"type": "string"})] = None
    """JSON object: explains this very call, conditions too."""
    untrusted: bool = False
    """With text from outside in a writing call."""


class ToolPolicyExplanation(Shape):
    effect: ToolPolicy.Effect
    rule: ToolPolicyShape | None
    reason: LocalText


class PolicyDryRunRequest(ToolPolicyWrite):
    """A rule as it would be."""

    replaces: UUID | None = None
    """The rule that would be changed."""
    last: int = Field(1000, ge=1, le=10_000)
    """Calls to look at."""


class PolicyDryRunExample(Shape):
    """A call that would be decided otherwise."""

    id: str
    at: datetime
    username: str
    tool: str
    before: ToolPolicy.Effect
    after: ToolPolicy.Effect


class PolicyDryRun(Shape):
    """Dry run of a rule on the last calls; `to` counts them by the effect that they would newly have."""

    calls: int
    changed: int
    to: dict[str, int]
    examples: list[PolicyDryRunExample]
    summary: str


@endpoint("GET", "tools/policies/", permissions=STAFF)
def tool_policies_list() -> list[ToolPolicyShape]:
    """List all rules."""
    return [_shown(policy) for policy in policy_list()]


@endpoint("POST", "tools/policies/", status=201, permissions=STAFF)
def tool_policies_create(user: User, body: ToolPolicyWrite) -> SavedToolPolicy:
    """Add a rule; it counts from the next call on."""
    return _saved(policy_create(created_by=user, **_values(dict(body))))


@endpoint("GET", "tools/policies/explain/")
def tool_policies_explain(user: User, query: ExplanationQuery) -> ToolPolicyExplanation:
    """Explain the decision for a user, a tool and a workflow, or for one call. Only staff may ask about others."""
    found = policy_explain(
        user=_person(user, query.user),
        tool=ToolId(query.tool),
        workflow_id=query.workflow,
        mode=query.mode,
        facts=None if query.arguments is None else CallFacts(query.arguments, query.untrusted),
    )
    return ToolPolicyExplanation.of(found, rule=found.rule and _shown(found.rule))


@endpoint("POST", "tools/policies/check/", permissions=STAFF)
def tool_policies_check(body: ConditionCheckRequest) -> ConditionCheck:
    """Check a condition while it is being written, and translate it between CEL and a sentence."""
    when = body.when
    try:
        if body.clauses is not None:
            when = _written(body.clauses)
        if when:
            compile_condition(when)
    except ConditionError as error:
        return ConditionCheck(message=local_text(error.text), when=when, clauses=body.clauses)
    return ConditionCheck(message=None, when=when, clauses=_clauses(when))


@endpoint("POST", "tools/policies/dry-run/", permissions=STAFF)
def tool_policies_dry_run(body: PolicyDryRunRequest) -> PolicyDryRun:
    """Decide the last audited calls again, with a rule that is not saved."""
    values = _values(dict(body))
    replaces, last = values.pop("replaces"), values.pop("last")
    draft = policy_draft(policy=policy_get(policy_id=replaces) if replaces else None, **values)
    found = policy_dry_run(policy=draft, last=last)
    examples = [PolicyDryRunExample.of(one, id=str(one.id)) for one in found.examples]
    return PolicyDryRun.of(found, examples=examples, summary=found.summary)


@endpoint("PATCH", "tools/policies/<uuid:policy_id>/", permissions=STAFF)
def tool_policies_partial_update(user: User, rule: Rule, body: ToolPolicyChange) -> SavedToolPolicy:
    """Change the rule; fields that are not sent stay. It counts from the next call on."""
    sent = body.sent()
    edited_from = sent.pop("revision", None)
    return _saved(policy_update(policy=rule, changed_by=user, edited_from=edited_from, **_values(sent)))


@endpoint("DELETE", "tools/policies/<uuid:policy_id>/", permissions=STAFF)
def tool_policies_destroy(user: User, rule: Rule) -> None:
    """Remove the rule; it no longer counts from the next call on."""
    policy_delete(policy=rule, deleted_by=user)


@endpoint("GET", "tools/policies/<uuid:policy_id>/versions/", permissions=STAFF)
def tool_policies_versions(policy_id: UUID) -> list[ToolPolicyVersionShape]:
    """List the revisions of a rule, newest first; also of one that is gone."""
    return [ToolPolicyVersionShape.of(one, content=one.content) for one in policy_versions(policy_id=policy_id)]


def _shown(policy: ToolPolicy) -> ToolPolicyShape:
    return ToolPolicyShape.of(
        policy,
        role=policy.role and policy.role.name,
        workflow=policy.workflow_id,
        mock_result=policy.mock_result,
        clauses=_clauses(policy.when),
        created_by=policy.created_by and policy.created_by.username,
    )


def _saved(policy: ToolPolicy) -> SavedToolPolicy:
    return SavedToolPolicy.of(
        _shown(policy), mock_result=policy.mock_result, hosts_left_open=hosts_without_rule(policy)
    )


def _clauses(when: str) -> list[RuleClause] | None:
    found = read_sentence(when)
    return None if found is None else [RuleClause.of(clause) for clause in found]


def _written(clauses: list[RuleClause]) -> str:
    return write_sentence([Clause(**dict(clause)) for clause in clauses])


def _values(sent: dict[str, Any]) -> Any:
    values = {"workflow_id" if name == "workflow" else name: value for name, value in sent.items()}
    clauses = values.pop("clauses", None)
    if clauses is not None:
        try:
            values["when"] = _written(clauses)
        except ConditionError as error:
            raise invalid_field("/when", "condition_invalid", local_text(error.text)) from error
    return values


def _person(asking: User, username: str) -> User:
    if username in ("", asking.username):
        return asking
    if not asking.is_staff:
        raise RecordForbiddenError(_("Only administrators may ask about other users."))
    person = User.objects.filter(username=username).first()
    if person is None:
        raise RecordNotFoundError(_("This user does not exist."))
    return person
