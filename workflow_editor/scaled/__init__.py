"""The product as several processes: web servers, workers and beat around PostgreSQL and Redis.

Commands of `manage.py` import it.
"""
