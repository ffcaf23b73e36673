"""Static files of other packages to publish."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Leaves out what no page of ours loads, a third of all that would have to be compressed."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.map", "redoc", "rest_framework"]
