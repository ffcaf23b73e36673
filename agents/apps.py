"""Django's entry into the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    name = "agents"
    verbose_name = _("Models")

    def ready(self) -> None:
        from agents.models import ModelProvider
        from agents.selectors import provider_key
        from tools.core.registered.providers import model_providers
        from tools.services.access_watch import watch_access

        model_providers.register(provider_key)
        watch_access(ModelProvider, "provider")
