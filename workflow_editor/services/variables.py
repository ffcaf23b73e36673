"""Sets and deletes the variables of the installation."""

import re

from django.contrib.auth.models import User
from django.db import transaction

from tools.core.field_errors import FieldError
from tools.core.text import Text
from workflow_editor.errors import ConflictError, InvalidInputError, NotFoundError
from workflow_editor.graph.structure import error_json
from workflow_editor.models import Variable
from workflow_editor.models.variable import NAME

MOST = 500
_WRONG_NAME = Text("Use at most 64 letters, digits and “_”, and begin with no digit.")
_TOO_MANY = Text("There are already {most} variables. Delete some first.", most=MOST)


def variable_set(user: User, *, name: str, value: str, test_value: str | None, description: str) -> Variable:
    """Make a variable, or replace its value.

    Raises:
        InvalidInputError: the name is not usable in templates; the pointer is `/name`.
        ConflictError: (`too_many_variables`) no more may be made.
    """
    if not re.fullmatch(NAME, name):
        wrong = error_json(FieldError("/name", "invalid_name", _WRONG_NAME))
        raise InvalidInputError(_WRONG_NAME, details={"errors": [wrong]})
    with transaction.atomic():
        variable = Variable.objects.select_for_update().filter(pk=name).first()
        if variable is None:
            if Variable.objects.count() >= MOST:
                raise ConflictError(_TOO_MANY, code="too_many_variables")
            variable = Variable(name=name)
        variable.value, variable.test_value, variable.description = value, test_value, description
        variable.updated_by = user
        variable.save()
    return variable


def variable_delete(name: str) -> None:
    deleted, _ = Variable.objects.filter(pk=name).delete()
    if not deleted:
        raise NotFoundError("There is no such variable.")
