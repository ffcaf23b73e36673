"""Audits changes of this app's rows that grant rights."""

from agents.models import ModelProvider
from tools.services.access_watch import watch_access

watch_access(ModelProvider, "provider")
