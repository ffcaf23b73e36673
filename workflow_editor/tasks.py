"""Celery shells: an id in, a service call."""
