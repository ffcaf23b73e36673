"""Nodes in the panel. What is saved here is an edit of the graph like any other: same rules, same revision."""

import json
from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tools.forms.local_text import local_text
from workflow_editor.errors import WorkflowError
from workflow_editor.models import ProcessNode, Workflow
from workflow_editor.services.graph import graph_apply


class IndentedJson(json.JSONEncoder):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 2})


class NodeForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """Takes values as they were typed: `ProcessNode.full_clean()` has the rules."""

    revision = forms.IntegerField(label=_("revision"), widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.required = name == "workflow"
            field.validators = [one for one in field.validators if not isinstance(one, _REPEATED_RULES)]
            field.widget.attrs.pop("maxlength", None)
            if isinstance(field, forms.CharField):
                field.strip = False
            if isinstance(field, forms.JSONField):
                field.encoder = IndentedJson
                field.validators.append(_refuse_nul)
        if self.instance.pk:
            self.fields["revision"].initial = self.instance.workflow.revision

    def clean(self) -> dict[str, Any]:
        """Refuse what was typed over an older graph than the one that is stored."""
        given = cast("dict[str, Any]", super().clean())
        if self.instance.pk and given.get("revision") != self.instance.workflow.revision:
            raise forms.ValidationError(
                _("Someone else saved this graph after you opened it. Reload this page."), code="graph_conflict"
            )
        return given


def _refuse_nul(value: Any) -> None:
    # PostgreSQL stores none; requests to the API are refused before they are read.
    if "\\u0000" in json.dumps(value).replace("\\\\", ""):
        raise forms.ValidationError(_("Null characters are not allowed."), code="null_characters_not_allowed")


_REPEATED_RULES = (MaxLengthValidator, RegexValidator)


@admin.register(ProcessNode)
class NodeAdmin(ModelAdmin):
    """Names and settings of nodes; positions and connections are edited on the canvas."""

    form = NodeForm
    list_display = ("name", "key", "type", "workflow")
    list_filter = ("type",)
    list_select_related = ("workflow",)
    search_fields = ("name", "key", "workflow__name")
    autocomplete_fields = ("workflow",)
    fields = ("workflow", "key", "name", "type", "config", "parent", "bypass", "policy", "revision")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProcessNode]:
        """Exclude nodes of workflows behind agents."""
        rows: QuerySet[ProcessNode] = super().get_queryset(request)
        return rows.filter(workflow__agent__isnull=True)

    def get_readonly_fields(self, request: HttpRequest, obj: ProcessNode | None = None) -> tuple[str, ...]:
        return ("workflow", "key") if obj else ()

    def save_model(self, request: HttpRequest, obj: ProcessNode, form: Any, change: bool) -> None:
        operation = obj.storing_operation()
        if operation.get("changes") != {}:
            _edit(request, obj.workflow, [operation], form.cleaned_data.get("revision"))
        obj.pk = ProcessNode.objects.get(workflow=obj.workflow, key=obj.key).pk

    def delete_model(self, request: HttpRequest, obj: ProcessNode) -> None:
        _edit(request, obj.workflow, [{"op": "remove_node", "key": obj.key}])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ProcessNode]) -> None:
        for workflow in Workflow.objects.filter(pk__in=queryset.values("workflow")):
            keys = queryset.filter(workflow=workflow).values_list("key", flat=True)
            _edit(request, workflow, [{"op": "remove_node", "key": key} for key in keys])

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _or_message(self, request, lambda: super(NodeAdmin, self).changeform_view(request, *args, **kwargs))

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _or_message(self, request, lambda: super(NodeAdmin, self).delete_view(request, *args, **kwargs))

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _or_message(self, request, lambda: super(NodeAdmin, self).changelist_view(request, *args, **kwargs))


def _edit(
    request: HttpRequest, workflow: Workflow, operations: list[dict[str, Any]], revision: int | None = None
) -> None:
    workflow.refresh_from_db(fields=["revision"])
    graph_apply(
        cast("User", request.user),
        workflow_id=workflow.pk,
        revision=workflow.revision if revision is None else revision,
        operations=operations,
    )


def _or_message(site: NodeAdmin, request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """Show why the graph cannot become that: nothing of it was saved."""
    try:
        return view()
    except WorkflowError as error:
        site.message_user(request, local_text(error.text), messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())
