"""Addresses of this app under /api/."""

from tools.api.contract.routes import modules_of, routes

urlpatterns = routes(*modules_of("tools.api"))
