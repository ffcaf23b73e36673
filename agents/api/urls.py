"""Addresses of this app under /api/."""

from django.urls import path

from agents.api.views import ProviderDetail, ProviderList, ProviderPresetList, ProviderTest, ProviderTry

urlpatterns = [
    path("providers/", ProviderList.as_view()),
    path("providers/presets/", ProviderPresetList.as_view()),
    path("providers/try/", ProviderTry.as_view()),
    path("providers/<uuid:provider_id>/", ProviderDetail.as_view()),
    path("providers/<uuid:provider_id>/test/", ProviderTest.as_view()),
]
