"""WSGI entry point, for servers that serve HTTP only."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
application = get_wsgi_application()
