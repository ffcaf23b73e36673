"""All addresses of the product; each app brings its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("tools.api.urls")),
]
