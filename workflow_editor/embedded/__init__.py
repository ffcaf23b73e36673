"""The whole product in one process: web server, Celery worker and sweeper. Only `manage.py up` imports it."""
