"""Django's entry into the app."""

from django.apps import AppConfig


class WorkflowEditorConfig(AppConfig):
    name = "workflow_editor"
    verbose_name = "Workflows"
