"""Which rows of this app grant rights, so that the audit log records their changes."""

from agents.models import ModelProvider
from tools.services.access_watch import watch_access

watch_access(ModelProvider, "provider")
