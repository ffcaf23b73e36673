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
from tools.policies.conditions import ConditionError, compile_condition
from tools.policies.index import CallFacts
from tools.selectors.policies import policy_explain, policy_get, policy_list, policy_versions
from tools.selectors.policy_dry_run import policy_dry_run
from tools.services.policies import policy_create, policy_delete, policy_draft, policy_update

STAFF = (IsAuthenticated, StaffOnly)
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
    args_untrusted: bool
    """Applies to writing calls with arguments that contain text from the web, MCP, a database or a similar source."""
    mock_result: JsonObject | None
    ask_timeout_s: int
    """Seconds before “ask” rejects the call."""
    ask_someone_else: bool
    """“Ask” cannot be answered by the user who started the run, whatever their role."""
    note: str
    revision: int
    created_at: datetime


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
    args_untrusted: bool = False
    """Applies to writing calls with arguments that contain text from outside."""
    mock_result: JsonObject | None = None
    """Result that the effect mock returns."""
    ask_timeout_s: int = ASK_TIMEOUT_S
    """Time in seconds that the effect ask waits."""
    ask_someone_else: bool = False
    """The effect ask is not answered by whoever started the run."""
    note: Annotated[str, Field(max_length=500)] = ""


class ToolPolicyChange(ToolPolicyWrite, partial=True):
    """Changes of a rule."""


class ToolPolicyVersionShape(Shape):
    """One revision of a rule, and its author."""

    policy_id: UUID
    number: int
    change: ToolPolicyVersion.Change
    content: JsonObject
    username: str
    at: datetime


class ConditionCheckRequest(Shape):
    when: str


class ConditionCheck(Shape):
    """Fault of a condition; null: none."""

    message: str | None


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
def tool_policies_create(user: User, body: ToolPolicyWrite) -> ToolPolicyShape:
    """Add a rule; it counts from the next call on."""
    return _shown(policy_create(created_by=user, **_values(dict(body))))


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
    """Check a condition while it is being written."""
    try:
        if body.when:
            compile_condition(body.when)
    except ConditionError as error:
        return ConditionCheck(message=local_text(error.text))
    return ConditionCheck(message=None)


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
def tool_policies_partial_update(user: User, rule: Rule, body: ToolPolicyChange) -> ToolPolicyShape:
    """Change the rule; fields that are not sent stay. It counts from the next call on."""
    policy_update(policy=rule, changed_by=user, **_values(body.sent()))
    return _shown(rule)


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
    )


def _values(sent: dict[str, Any]) -> Any:
    return {"workflow_id" if name == "workflow" else name: value for name, value in sent.items()}


def _person(asking: User, username: str) -> User:
    if username in ("", asking.username):
        return asking
    if not asking.is_staff:
        raise RecordForbiddenError(_("Only administrators may ask about other users."))
    person = User.objects.filter(username=username).first()
    if person is None:
        raise RecordNotFoundError(_("This user does not exist."))
    return person
