"""The whole product in one process: web server, Celery worker and sweeper. `manage.py up` starts it; nobody else
imports it.
"""
