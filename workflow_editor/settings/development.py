"""Settings for work on the product: errors in the browser, otherwise as in production."""

from workflow_editor.settings.production import *  # noqa: F403  settings modules are one namespace by Django's design

DEBUG = True
