"""All addresses of the product; each app brings its own."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from tools.api.files import signed_file
from workflow_editor.api.views.bots import BotView
from workflow_editor.api.views.chat_completions import ChatCompletionsView, ModelsView, ModelView, UnknownView
from workflow_editor.api.views.health import UnknownAddressView
from workflow_editor.api.views.run_answers import SentDeliveryAnswerView, SentDeliveryView
from workflow_editor.api.views.webhooks import WebhookView
from workflow_editor.pages import admin_login, app_page, editor_page, form_page, shared_page

handler500 = "workflow_editor.api.error_handler.server_error"

# Here and not at each start, as Django would: workers and commands have no panel.
admin.autodiscover()

urlpatterns = [
    path("admin/i18n/", include("django.conf.urls.i18n")),
    # One entrance: the panel has no sign-in and no password form of its own.
    path("admin/login/", admin_login),
    path("admin/password_change/", RedirectView.as_view(url="/settings/account")),
    path("admin/", admin.site.urls),
    path("api/", include("workflow_editor.api.urls")),
    path("api/", include("agents.api.urls")),
    path("api/", include("agents.knowledge.api.urls")),
    path("api/", include("tools.api.urls")),
    path("v1/chat/completions", ChatCompletionsView.as_view()),
    path("v1/models", ModelsView.as_view()),
    path("v1/models/<str:model>", ModelView.as_view()),
    path("bots/<str:token>/", BotView.as_view()),
    # Only at the content origin (`workflow_editor.serving.content_origin`).
    path("content/<str:link>/", signed_file),
    # Addresses are shown with a last slash; for senders that lose it, a redirect would make a GET of a POST.
    path("bots/<str:token>", BotView.as_view()),
    path("hooks/<str:token>", WebhookView.as_view()),
    path("hooks/<str:token>/", WebhookView.as_view()),
    # Below the address of the webhook, which is what operators let senders reach.
    path("hooks/<str:token>/~deliveries/<uuid:delivery_id>/", SentDeliveryView.as_view()),
    path("hooks/<str:token>/~deliveries/<uuid:delivery_id>/answer/", SentDeliveryAnswerView.as_view()),
    path("hooks/<str:token>/<path:path>", WebhookView.as_view()),
    re_path(r"^v1(?:/[\s\S]*)?$", UnknownView.as_view()),
    re_path(r"^api(?:/[\s\S]*)?$", UnknownAddressView.as_view()),
    re_path(r"^forms/(?P<token>[^/]+)/?$", form_page),
    re_path(r"^shared/(?P<token>[^/]+)/?$", shared_page),
    path("workflows/<uuid:workflow_id>", editor_page),
    # Everything else belongs to the front end's own router.
    re_path(r"^(?!(?:admin|ws|static|mcp|v1|hooks|bots|content|favicon\.ico)(?:/|$))[\s\S]*$", app_page, name="app"),
]
