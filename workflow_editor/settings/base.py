"""Settings that hold everywhere. Concerns with more than a few lines have their own module beside this one."""

from importlib.util import find_spec

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from tools.core.text import LANGUAGES as CATALOGUES
from workflow_editor.settings import env
from workflow_editor.settings.accounts import *  # noqa: F403  settings modules are one namespace by Django's design
from workflow_editor.settings.admin import UNFOLD as UNFOLD
from workflow_editor.settings.api import REST_FRAMEWORK as REST_FRAMEWORK
from workflow_editor.settings.api import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from workflow_editor.settings.limits import *  # noqa: F403

BASE_DIR = env.BASE_DIR
DEBUG = False
PUBLIC_URL = ""
CONTENT_URL = ""
ROOT_URLCONF = "workflow_editor.urls"
ASGI_APPLICATION = "workflow_editor.asgi.application"
WSGI_APPLICATION = "workflow_editor.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "workflow_editor.settings.static_files.StaticFiles",
    "rest_framework",
    "drf_spectacular",
    # A wheel brings its files collected.
    *(["drf_spectacular_sidecar"] if find_spec("drf_spectacular_sidecar") else []),
    "channels",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.usersessions",
    "tools",
    "agents",
    "agents.knowledge",
    "workflow_editor",
]

# Addresses and networks of the operator's own proxies: only what they forward is believed about a client.
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
# Safe, since TrustedProxyMiddleware removes the header of anybody else.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

MIDDLEWARE = [
    "workflow_editor.api.client_address.TrustedProxyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "workflow_editor.content_policy.ContentPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "workflow_editor.api.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "workflow_editor.api.sessions.AuthenticationMiddleware",
    "workflow_editor.api.actor.ActorMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "workflow_editor.api.sessions.SessionSeenMiddleware",
    "workflow_editor.api.sessions.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


AUTHENTICATION_BACKENDS = ["workflow_editor.staff_rights.StaffRightsBackend"]

LANGUAGE_CODE = "en"
# The panel's own words before Django's: "role" instead of "group", for example.
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["workflow_editor.formats"]
# Each that has a catalogue of ours, by its own name.
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in ((folder or language).lower().replace("_", "-") for language, folder in CATALOGUES.items())
]
# The panel remembers its language in a cookie of its own pages; the front end's requests say theirs in Accept-Language.
LANGUAGE_COOKIE_PATH = "/admin/"
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = [path for path in [BASE_DIR / "frontend" / "dist"] if path.exists()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # `collectstatic` makes a brotli and a gzip form of each file.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Vite's names hold a hash of the content, so browsers need never ask again.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"
FRONTEND_MANIFEST = STATIC_ROOT / "manifest.json"

# Hosts, addresses and networks (CIDR) that HTTP tools may call although they are private.
OUTBOUND_ALLOW = env.names("OUTBOUND_ALLOW")
# The proxy over which they call public addresses; None: directly.
OUTBOUND_PROXY = env.proxy("OUTBOUND_PROXY")

# The folder with the SQLite files that database tools may read; empty: none.
DATABASE_FILES = env.text("DATABASE_FILES")
# The folder with those that they may write; empty: none.
DATABASE_FILES_WRITABLE = env.text("DATABASE_FILES_WRITABLE")

FILE_UPLOAD_HANDLERS = ["workflow_editor.serving.form_parts.FormParts"]

# The captcha of public forms: turnstile, hcaptcha or recaptcha; empty: none.
CAPTCHA_SERVICE = env.choice("CAPTCHA_SERVICE", "", "turnstile", "hcaptcha", "recaptcha")
CAPTCHA_SITE_KEY = env.text("CAPTCHA_SITE_KEY")
CAPTCHA_SECRET = env.text("CAPTCHA_SECRET")
# The address that verifies answers; empty: the service itself.
CAPTCHA_VERIFY_URL = env.text("CAPTCHA_VERIFY_URL")

# Without a server no mail is sent, and features that need mail are hidden.
_server = env.mail_server("EMAIL_URL")
EMAIL_HOST = _server.host
EMAIL_PORT = _server.port
EMAIL_HOST_USER = _server.user
EMAIL_HOST_PASSWORD = _server.password
EMAIL_USE_TLS = _server.starts_tls
EMAIL_USE_SSL = _server.is_tls
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL")
if EMAIL_HOST and not DEFAULT_FROM_EMAIL:
    raise ImproperlyConfigured("EMAIL_URL is set, so DEFAULT_FROM_EMAIL must name the sender of mails.")

CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

# Not `cached_db`, which spares a query (0.2 ms of SQLite, 0.3 ms of PostgreSQL): it fails without its cache, and
# a cache that missed the end of a session would go on to accept it.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# MCP servers that editors may name in a tool of type mcp-server; nobody but the operator says what is started.
MCP_PROGRAMS = env.mcp_programs(env.text("MCP_PROGRAMS_FILE"))
