"""Signing in: django-allauth, by user name and password, behind our own addresses (`api.headless`)."""

from workflow_editor.settings import env

# The longest time that an API token may last; 0 sets no limit.
API_TOKEN_MAX_DAYS = env.integer("API_TOKEN_MAX_DAYS", 0)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "workflow_editor.weak_passwords.WeakPasswordValidator"},
]

LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"

HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)

ACCOUNT_ADAPTER = "workflow_editor.api.account_adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
# An address only receives links to a new password (`services.mails.account_links`), so nobody proves one here.
ACCOUNT_EMAIL_VERIFICATION = "none"

# `ip` counts an IPv6 network of /64 as one address, `key` is the normalised user name or e-mail address, `user` the
# person signed in.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,60/h/ip,5/5m/key",
    # Counted by ourselves (`own_password`): the package counts inside the transaction of the change.
    "change_password": "",
    "own_password": "5/5m/user",
    "redeem_link": "20/m/ip",
    "reset_password": "10/m/ip,60/h/ip,5/h/key",
}

MFA_ADAPTER = "workflow_editor.api.second_step.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
# A passkey is the second step beside the password, never the only one.
MFA_PASSKEY_LOGIN_ENABLED = False

# Sessions end after so long without a request, and at the latest so long after the sign-in (0: never).
SESSION_COOKIE_AGE = 60 * env.integer("SESSION_IDLE_MINUTES", 20_160, at_least=10)
SESSION_MAX_DAYS = env.integer("SESSION_MAX_DAYS", 30)
