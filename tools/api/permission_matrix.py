"""The permission matrix of roles and tools, and the reason of each decision in it."""

from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from pydantic import BeforeValidator, Field, WithJsonSchema

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import Filled, JsonObject, LocalText, RowId
from tools.api.contract.shapes import Query, Shape
from tools.api.policies import STAFF, read_object
from tools.core.definitions import CallMode
from tools.core.ports import PolicyEffect
from tools.core.registered.workflow_names import workflow_names
from tools.policies.index import CallFacts
from tools.policies.reasons import reason_of
from tools.selectors.explanations import explain, people_of
from tools.selectors.matrix import MatrixCell, MatrixRow, named_patterns, permission_matrix
from tools.services.policies import PolicyCell, policy_cells_set
from tools.services.validation import invalid_field

MOST_CELLS = 10_000


class MatrixRoleShape(Shape):
    """A column; `id` is null for any role, which has no name."""

    id: int | None
    name: str


class MatrixCellShape(Shape):
    """A role and a tool."""

    effect: PolicyEffect | None
    """Effect of the cell's own rule; null: inherited."""
    in_force: PolicyEffect | None
    """Effect in force; null for patterns, which cover several tools."""
    rule: str | None
    """Id of the rule in force; null: the default."""


class MatrixToolShape(Shape):
    """A row: a tool, or a pattern that covers several."""

    pattern: str
    title: LocalText
    kind: LocalText | None
    """Type of a configured tool."""
    about: str
    """Owner and hosts of a configured tool."""
    is_tool: bool
    """False for patterns, which have no decision of their own."""
    cells: list[MatrixCellShape]
    """In the order of the roles."""


class MatrixSectionShape(Shape):
    title: LocalText
    tools: list[MatrixToolShape]


class MatrixRule(Shape):
    """A rule in force in some cell."""

    id: str
    role: str | None
    tool_pattern: str
    reason: LocalText


class PermissionMatrix(Shape):
    """Rules for any workflow and mode without a condition, and the decisions in force."""

    roles: list[MatrixRoleShape]
    sections: list[MatrixSectionShape]
    rules: list[MatrixRule]


class MatrixCellChange(Shape):
    """The rule that a cell is to have."""

    role: RowId | None
    """Null: any role."""
    tool_pattern: Annotated[str, Field(min_length=1, max_length=200)]
    effect: PolicyEffect | None
    """Null: no rule of its own."""


class MatrixChange(Shape):
    cells: Annotated[list[MatrixCellChange], Field(min_length=1, max_length=MOST_CELLS)]


class MatrixChanged(Shape):
    changed: int
    """Number of rules that were added, changed or removed."""


class ExplanationsQuery(Query):
    user: Filled = ""
    """User name; everybody when left out."""
    role: RowId | None = None
    """Members of this role only."""
    tool: Filled = ""
    """Pattern of a tool in the matrix; every tool when left out."""
    workflow: UUID | None = None
    mode: CallMode = "live"
    arguments: Annotated[JsonObject | None, BeforeValidator(read_object), WithJsonSchema({"type": "string"})] = None
    """JSON object: explains a call with these arguments, conditions too."""
    untrusted: bool = False
    """With text from outside in a writing call."""


class ExplanationRow(Shape):
    """A decision about one person and one tool."""

    username: str
    tool: str
    title: LocalText
    effect: PolicyEffect
    rule: str | None
    reason: LocalText


class Explanations(Shape):
    rows: list[ExplanationRow]
    most_people: int | None
    """Set when there are more people: only the first ones are in the list."""


class NamedWorkflow(Shape):
    id: UUID
    name: str


@endpoint("GET", "tools/policies/matrix/", permissions=STAFF)
def tool_policies_matrix() -> PermissionMatrix:
    """Show what each role may do with each tool, and by which rule."""
    matrix = permission_matrix()
    rows = [row for section in matrix.sections for row in section.rows]
    titles = {row.tool.pattern: row.tool.title for row in rows}
    rules = {
        cell.decision.rule.id: cell.decision.rule
        for row in rows
        for cell in row.cells
        if cell.decision and cell.decision.rule
    }
    return PermissionMatrix(
        roles=[MatrixRoleShape(id=role.role_id, name=role.name) for role in matrix.roles],
        sections=[
            MatrixSectionShape(title=section.title, tools=[_tool(row) for row in section.rows])
            for section in matrix.sections
        ],
        rules=[
            MatrixRule.of(rule, reason=reason_of(rule, titles.get(rule.tool_pattern, rule.tool_pattern)))
            for rule in rules.values()
        ],
    )


@endpoint("PATCH", "tools/policies/matrix/", permissions=STAFF)
def tool_policies_matrix_partial_update(user: User, body: MatrixChange) -> MatrixChanged:
    """Set the rules of cells, all or none; cells that are not sent stay."""
    cells = [PolicyCell(cell.role, cell.tool_pattern, cell.effect) for cell in body.cells]
    return MatrixChanged(changed=policy_cells_set(cells=cells, changed_by=user))


@endpoint("GET", "tools/policies/explanations/", permissions=STAFF)
def tool_policies_explanations(query: ExplanationsQuery) -> Explanations:
    """Explain who may use a tool, or what a person may use, and by which rule."""
    if not query.user and not query.tool:
        raise invalid_field("/tool", "required", _("Choose a user or a tool."))
    people, most_people = people_of(username=query.user, role_id=query.role)
    if query.user and not people:
        raise invalid_field("/user", "does_not_exist", _("This user does not exist."))
    tools = [tool for tool in named_patterns() if tool.subject and query.tool in {"", tool.pattern}]
    if not tools:
        raise invalid_field("/tool", "does_not_exist", _("This tool does not exist."))
    asks_about_call = query.arguments is not None or query.untrusted
    found = explain(
        people=people,
        tools=tools,
        workflow_id=query.workflow,
        mode=query.mode,
        facts=CallFacts(query.arguments or {}, query.untrusted) if asks_about_call else None,
    )
    rows = [
        ExplanationRow.of(
            one.decision,
            username=one.person.username,
            tool=one.tool.pattern,
            title=one.tool.title,
            rule=one.decision.rule.id if one.decision.rule else None,
        )
        for one in found
    ]
    return Explanations(rows=rows, most_people=most_people)


@endpoint("GET", "tools/policies/workflows/", permissions=STAFF)
def tool_policies_workflows() -> list[NamedWorkflow]:
    """List the names of all workflows that a rule may be about."""
    return [NamedWorkflow(id=id_, name=name) for id_, name in workflow_names.get()(None).items()]


def _tool(row: MatrixRow) -> MatrixToolShape:
    return MatrixToolShape.of(row.tool, is_tool=row.tool.subject is not None, cells=[_cell(cell) for cell in row.cells])


def _cell(cell: MatrixCell) -> MatrixCellShape:
    found = cell.decision
    return MatrixCellShape(
        effect=cell.effect,
        in_force=found.effect if found else None,
        rule=found.rule.id if found and found.rule else None,
    )
