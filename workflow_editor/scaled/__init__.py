"""The product as several processes: web servers, workers and beat around PostgreSQL and Redis.

`start` says which processes, from the Procfile; `programs` runs any of them. Commands of `manage.py` import it.
"""
