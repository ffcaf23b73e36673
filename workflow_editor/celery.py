"""The Celery application; tasks live in `workflow_editor.tasks`."""

from celery import Celery
from django.conf import settings

app = Celery("flowloom")
app.config_from_object(settings.CELERY)
app.autodiscover_tasks(["workflow_editor"])
