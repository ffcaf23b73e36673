"""Only this app's addresses, as they are mounted in the product."""

from django.urls import include, path

urlpatterns = [path("api/", include("agents.api.urls")), path("api/", include("agents.knowledge.api.urls"))]
