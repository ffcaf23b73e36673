"""Addresses under /api/ that belong to workflows, runs and people."""

from django.urls import path

from tools.api.contract.routes import modules_of, routes
from workflow_editor.api.views.schema import DocsView, SchemaView

urlpatterns = [
    *routes(*modules_of("workflow_editor.api.views")),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(url_name="schema")),
]
