"""The settings of `make run` and of servers: secure by default, everything from the environment or DATA_DIR."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from workflow_editor.settings import env
from workflow_editor.settings.api import caches
from workflow_editor.settings.base import *  # noqa: F403  settings modules are one namespace by Django's design
from workflow_editor.settings.blocked_imports import block_postgres_fields
from workflow_editor.settings.database import databases
from workflow_editor.settings.files import file_storage, upload_folder
from workflow_editor.settings.folder_servers import folder_servers
from workflow_editor.settings.messaging import celery_settings, channel_layers
from workflow_editor.settings.secret_key import secret_key

DATA_DIR = env.data_dir()
SECRET_KEY = secret_key(DATA_DIR)
DEBUG = env.flag("DEBUG")
PUBLIC_URL = env.origin("PUBLIC_URL")
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
if PUBLIC_URL:
    ALLOWED_HOSTS.append(urlsplit(PUBLIC_URL).hostname or "")
elif EMAIL_HOST and "*" in ALLOWED_HOSTS:  # noqa: F405  of base
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the hosts when EMAIL_URL is set, or PUBLIC_URL where links in mails lead to."
    )
CONTENT_URL = env.origin("CONTENT_URL")
if CONTENT_URL:
    # Cookies know no ports, so another host name it must be.
    if urlsplit(CONTENT_URL).hostname == urlsplit(PUBLIC_URL).hostname or not PUBLIC_URL:
        raise ImproperlyConfigured("CONTENT_URL needs PUBLIC_URL, and another host name than it has.")
    ALLOWED_HOSTS.append(urlsplit(CONTENT_URL).hostname or "")
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")
if PUBLIC_URL:
    # Proxies may send the address of the server as Host.
    CSRF_TRUSTED_ORIGINS.append(PUBLIC_URL)
SERVERS = folder_servers(DATA_DIR)
DATABASES = databases(DATA_DIR, SERVERS)
if not SERVERS.database_url:
    block_postgres_fields()
STORAGES["files"] = file_storage(DATA_DIR)  # noqa: F405  of base
FILE_UPLOAD_TEMP_DIR = upload_folder(DATA_DIR)
REDIS_URL = SERVERS.redis_url
CACHES = caches(REDIS_URL)
CHANNEL_LAYERS = channel_layers(REDIS_URL)
CELERY = celery_settings(REDIS_URL)
EMBEDDED = not REDIS_URL

HTTPS = env.flag("HTTPS")
SESSION_COOKIE_SECURE = HTTPS
if HTTPS:
    # Browsers take a cookie of this name from this host alone, and over TLS only.
    SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# The operator decides about the neighbours of this host name.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.flag("HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
