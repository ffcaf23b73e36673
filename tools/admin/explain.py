"""The explain page: who may call what, and why."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView
from unfold.views import UnfoldModelAdminViewMixin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from tools.admin.workflow_column import workflow_choices, workflow_id
from tools.forms.local_text import local_text
from tools.models import ToolPolicy
from tools.policies.index import CallFacts
from tools.selectors.explanations import Explained, explain
from tools.selectors.matrix import matrix_tools
from tools.selectors.policies import MODES

MOST_PEOPLE = 200


class ExplainForm(forms.Form):
    """A person, a tool or both; who is left out means everybody, what is left out means every tool."""

    user = forms.ModelChoiceField(
        User.objects.order_by("username"),
        label=_("User"),
        required=False,
        empty_label=_("Everyone"),
        widget=UnfoldAdminSelectWidget,
    )
    tool = forms.ChoiceField(label=_("Tool"), required=False, widget=UnfoldAdminSelectWidget)
    workflow = forms.TypedChoiceField(
        label=_("Workflow"),
        required=False,
        coerce=workflow_id,
        empty_value=None,
        widget=UnfoldAdminSelectWidget,
        choices=lambda: workflow_choices(_("Outside any workflow")),
    )

    mode = forms.ChoiceField(
        label=_("Mode"), required=False, choices=ToolPolicy.Mode.choices, widget=UnfoldAdminSelectWidget
    )
    arguments = forms.JSONField(
        label=_("Arguments as JSON"), required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
    )
    untrusted = forms.BooleanField(label=_("With untrusted text"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["tool"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                ("", _("Every tool")),
                *((tool.pattern, local_text(tool.title)) for tool in matrix_tools()),
            ]

    def clean(self) -> dict[str, Any]:
        fields = self.cleaned_data
        if fields.get("arguments") is not None and not isinstance(fields["arguments"], dict):
            self.add_error("arguments", forms.ValidationError(_("Enter a JSON object."), code="not_an_object"))
        if not fields.get("user") and not fields.get("tool"):
            raise forms.ValidationError(_("Choose a user or a tool."), code="required")
        return fields


class PermissionExplainView(UnfoldModelAdminViewMixin, TemplateView):
    """Lists the decision, the deciding rule and the reason for each person and tool that were asked about."""

    title = _("Explain")
    permission_required = ("tools.view_toolpolicy",)
    template_name = "admin/tools/permission_explain.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = bool(self.request.GET)
        form = ExplainForm(self.request.GET if asked else None)
        rows = _rows(form) if asked and form.is_valid() else []
        return super().get_context_data(form=form, rows=rows, asked=asked, most_people=MOST_PEOPLE, **kwargs)


def _rows(form: ExplainForm) -> list[Explained]:
    fields = form.cleaned_data
    everybody = User.objects.filter(is_active=True).order_by("username")[:MOST_PEOPLE]
    return explain(
        people=[fields["user"]] if fields["user"] else list(everybody),
        tools=[tool for tool in matrix_tools() if fields["tool"] in {"", tool.pattern}],
        workflow_id=fields["workflow"],
        mode=MODES[fields["mode"]] or "live",
        facts=_facts(fields),
    )


def _facts(fields: dict[str, Any]) -> CallFacts | None:
    """Arguments, or text from outside, make it a question about one call."""
    if fields["arguments"] is None and not fields["untrusted"]:
        return None
    return CallFacts(fields["arguments"] or {}, fields["untrusted"])
