"""Addresses of this app under /api/."""

from agents.api import providers
from tools.api.contract.routes import routes

urlpatterns = routes(providers)
