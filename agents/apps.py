"""Django's entry into the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    name = "agents"
    verbose_name = _("Models")

    def ready(self) -> None:
        from agents import signals  # noqa: F401  registered by being imported
        from agents.selectors import provider_key
        from tools.core.registered.providers import model_providers

        model_providers.register(provider_key)
