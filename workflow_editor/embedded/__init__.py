"""The whole product in one process: web server, Celery worker and sweeper. Started by `manage.py up`."""
