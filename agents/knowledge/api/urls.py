"""Addresses of knowledge bases under /api/."""

from agents.knowledge.api import bases
from tools.api.contract.routes import routes

urlpatterns = routes(bases)
