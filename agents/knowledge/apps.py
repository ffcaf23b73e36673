"""Django's entry into the app of knowledge bases."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KnowledgeConfig(AppConfig):
    name = "agents.knowledge"
    verbose_name = _("Knowledge")

    def ready(self) -> None:
        from agents.knowledge.tool import StoredKnowledge
        from tools.core.registered.knowledge import knowledge_bases

        knowledge_bases.register(StoredKnowledge())
