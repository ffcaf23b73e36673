"""The Celery application; tasks live in `workflow_editor.tasks`."""

import os

import django
from celery import Celery
from django.apps import apps
from django.conf import settings

from workflow_editor.adapters.internals import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "workflow_editor.settings.production")
if not apps.ready:  # started by Celery's own command line
    django.setup()

broker.register()
# Without Celery's Django fixup, which closes the database connection around each task; the tasks do what is needed.
app = Celery("flowloom", fixups=[])
app.config_from_object(settings.CELERY)
# Celery remembers its current application per thread; request threads find it only as the default one.
app.set_default()
app.autodiscover_tasks(["workflow_editor"])
