"""The variables of the installation: everybody reads them, administrators change them."""

from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User
from pydantic import StringConstraints

from agents.api.permissions import StaffChanges
from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from workflow_editor.models import Variable
from workflow_editor.models.variable import MAX_VALUE
from workflow_editor.services import variables

STAFF = (StaffChanges,)
Value = Annotated[str, StringConstraints(strip_whitespace=False, max_length=MAX_VALUE)]


class VariableSet(Shape):
    """New values of a variable."""

    value: Value
    test_value: Value | None = None
    """In runs in test mode. Null: the same."""
    description: Annotated[str, StringConstraints(max_length=500)] = ""


class VariableShape(Shape):
    """A variable, which templates refer to as `{{ env.<name> }}`."""

    name: str
    value: str
    test_value: str | None
    description: str
    updated_by: str | None = None
    updated_at: datetime


@endpoint("GET", "variables/", permissions=STAFF)
def variable_list() -> list[VariableShape]:
    """All variables, by name."""
    return [_shown(variable) for variable in Variable.objects.select_related("updated_by")]


@endpoint("PUT", "variables/<str:variable_name>/", permissions=STAFF)
def variable_set(user: User, variable_name: str, body: VariableSet) -> VariableShape:
    """Make a variable, or replace what it says."""
    return _shown(variables.variable_set(user, name=variable_name, **body.model_dump()))


@endpoint("DELETE", "variables/<str:variable_name>/", permissions=STAFF)
def variable_delete(variable_name: str) -> None:
    """Delete a variable; references to it are empty from then on."""
    variables.variable_delete(variable_name)


def _shown(variable: Variable) -> VariableShape:
    author = variable.updated_by
    return VariableShape.of(variable, updated_by=author.username if author else None)
