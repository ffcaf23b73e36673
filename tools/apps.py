"""Django's entry into the app: executors, system checks and signals are registered here, once."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ToolsConfig(AppConfig):
    name = "tools"
    verbose_name = _("Tools")

    def ready(self) -> None:
        from tools import checks, signals  # noqa: F401  registered by being imported
        from tools.executors import register_all
        from tools.outbound.http_credential import stored_credentials
        from tools.services.stored_credentials import OrmCredentialStore

        register_all()
        stored_credentials.register(OrmCredentialStore())
