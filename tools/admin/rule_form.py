"""Form of a permission rule: a sentence, with the CEL expression of its conditions behind “Advanced”."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from tools.forms.local_text import local_text
from tools.models import ToolPolicy
from tools.policies.condition_sentences import COMPARISONS, Clause, read_sentence, write_sentence
from tools.policies.conditions import MAX_SOURCE_CHARACTERS, ConditionError
from tools.selectors.matrix import named_patterns

_COLUMNS = ("argument", "comparison", "value")
_BLANK = Clause("", COMPARISONS[0].name, "")


class ToolPatternWidget(UnfoldAdminTextInputWidget):
    """A pattern, with every tool and host that has a name as a suggestion."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        field = super().render(name, value, {**(attrs or {}), "list": "tool-names"}, renderer)
        return field + render_to_string("admin/tools/tool_names.html", {"tools": named_patterns()})


class ConditionWidget(UnfoldAdminTextareaWidget):
    """Clauses and their CEL; `<name>_as` names the one that was edited last, which is read."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        if data.get(f"{name}_as") != "sentence":
            return super().value_from_datadict(data, files, name)
        columns = [data.getlist(f"{name}_{column}") for column in _COLUMNS]
        return [clause for row in zip(*columns, strict=False) if not (clause := Clause(*row)).is_blank]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        source = _source(value)
        clauses = value if isinstance(value, list) else read_sentence(source)
        context = {
            "name": name,
            "source": super().render(name, source, {**(attrs or {}), "rows": 3}, renderer),
            "is_sentence": clauses is not None,
            "rows": clause_rows(clauses or []),
            "blank": clause_rows([_BLANK]),
        }
        return render_to_string("admin/tools/rule_condition.html", context)


class ConditionField(forms.CharField):
    """CEL, sent as its text or as clauses."""

    widget = ConditionWidget

    def to_python(self, value: Any) -> str:
        try:
            return str(super().to_python(write_sentence(value) if isinstance(value, list) else value))
        except ConditionError as error:
            raise ValidationError(local_text(error.text), code="condition_invalid") from error


class RuleForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A rule; a condition keeps its text while its sentence is unchanged."""

    when = ConditionField(
        label=_("with these arguments"),
        required=False,
        max_length=MAX_SOURCE_CHARACTERS,
        help_text=_(
            "All conditions must hold; without one, the rule always applies. Numbers, true and false keep their type; "
            "put them in quotation marks to compare texts."
        ),
    )

    class Meta:
        model = ToolPolicy
        fields = "__all__"

    def clean_when(self) -> str:
        stored: str = self.instance.when
        return stored if self["when"].data == read_sentence(stored) else str(self.cleaned_data["when"])


def clause_rows(clauses: list[Clause]) -> str:
    """Return the rows of clauses as HTML."""
    return render_to_string("admin/tools/rule_clauses.html", {"clauses": clauses, "comparisons": COMPARISONS})


def _source(value: Any) -> str:
    """Return the CEL of a field's value; none of clauses that are not complete."""
    try:
        return write_sentence(value) if isinstance(value, list) else value or ""
    except ConditionError:
        return ""
