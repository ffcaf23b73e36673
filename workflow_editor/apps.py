"""Django's entry into the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WorkflowEditorConfig(AppConfig):
    name = "workflow_editor"
    verbose_name = _("Workflows")

    def ready(self) -> None:
        from allauth.core.internal import ratelimit
        from django.core.cache import caches
        from django.utils.connection import ConnectionProxy

        from agents.knowledge.indexing_queue import indexing_queue
        from tools.core.registered.workflow_names import workflow_names
        from tools.core.registered.workflows import workflow_service
        from tools.core.workflow_tool import workflow_functions
        from tools.selectors.run_access import run_access
        from workflow_editor import signals  # noqa: F401  registered by being imported
        from workflow_editor.adapters.process.task_queue import enqueue_indexing
        from workflow_editor.agent_runtime.tool_calls import CallableWorkflows
        from workflow_editor.selectors.lists.workflows import names_by_id
        from workflow_editor.selectors.people.file_access import RunFileAccess
        from workflow_editor.services.workflow_service import CallersWorkflows

        # The package counts in the default cache, which a restart empties.
        ratelimit.cache = ConnectionProxy(caches, "sign_in")
        workflow_names.register(names_by_id)
        workflow_service.register(CallersWorkflows())
        workflow_functions.register(CallableWorkflows())
        run_access.register(RunFileAccess())
        indexing_queue.register(enqueue_indexing)
