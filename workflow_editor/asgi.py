"""ASGI entry point: HTTP for Django, sockets for Channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
application = get_asgi_application()
