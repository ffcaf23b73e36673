"""Mail server: `EMAIL_URL` and `DEFAULT_FROM_EMAIL` in the environment, converted to Django's settings.

Without them no mail is sent, and features that need mail are hidden.
"""

from django.core.exceptions import ImproperlyConfigured

from workflow_editor.settings import env

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
