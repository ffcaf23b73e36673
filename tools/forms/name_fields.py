"""Names that people send: `visible_name` as a validator of the panel's forms."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field
from django.http import HttpRequest

from tools.core.naming.visible_name import CODE, UnreadableNameError, visible_name
from tools.forms.local_text import local_text

_NAMES = frozenset({"name", "title", "username"})


class NamesInForms:
    """Mixed into an administrator's page: what it calls a name is one that can be read."""

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]  # a mixin of ModelAdmin
        if field is not None and db_field.name in _NAMES:
            field.validators.append(_check)
        return field


def _check(name: str) -> None:
    try:
        visible_name(name)
    except UnreadableNameError as error:
        raise ValidationError(local_text(error.text), code=CODE) from None
