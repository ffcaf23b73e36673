"""Django's entry into the app: executors, system checks and signals are registered here, once."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class ToolsConfig(AppConfig):
    name = "tools"
    verbose_name = _("Tools")

    def ready(self) -> None:
        from tools import checks, signals  # noqa: F401  registered by being imported
        from tools.executors import register_all
        from tools.outbound.http_credential import stored_credentials
        from tools.sandbox.javascript.workers import keep_compiled_in
        from tools.services.stored_credentials import OrmCredentialStore

        register_all()
        stored_credentials.register(OrmCredentialStore())
        keep_compiled_in(Path(settings.DATA_DIR) / "compiled")
