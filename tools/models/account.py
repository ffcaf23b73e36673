"""Accounts at other services, and consents that are under way."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.ciphertext import CiphertextField
from tools.models.credential import Credential

ACCOUNT_KIND = "oauth2"
"""Credential kind with an account's access token as secret."""


class Account(models.Model):
    """OAuth 2.0 consent data of a credential.

    The credential's values are `secret` (the access token), `refresh_token`, `client_id` and `client_secret`.
    """

    class State(models.TextChoices):
        NEW = "new", _("not connected yet")
        CONNECTED = "connected", _("connected")
        ENDED = "ended", _("consent has ended")

    class Grant(models.TextChoices):
        CODE = "authorization_code", _("a person consents")
        DEVICE = "device_code", _("a person consents on another device")
        CLIENT = "client_credentials", _("the app itself")

    credential = models.OneToOneField(
        Credential, verbose_name=_("credential"), on_delete=models.CASCADE, primary_key=True, related_name="account"
    )
    service = models.CharField(_("service"), max_length=40)
    grant = models.CharField(_("grant"), max_length=20, choices=Grant.choices, default=Grant.CODE)
    authorize_url = models.CharField(max_length=2000, blank=True)
    token_url = models.CharField(max_length=2000)
    device_url = models.CharField(max_length=2000, blank=True)
    client_auth = models.CharField(max_length=20)
    resource = models.CharField(max_length=2000, blank=True)
    """Resource that tokens are bound to (RFC 8707): the MCP server; empty for other services."""
    issuer = models.CharField(max_length=2000, blank=True)
    """Expected `iss` of a discovered service; known services have it in their row."""
    sends_issuer = models.BooleanField(default=False)
    """An answer without `iss` is not from that issuer."""
    scopes = models.JSONField(_("requested permissions"), default=list, blank=True)
    granted_scopes = models.JSONField(_("granted permissions"), null=True, blank=True)
    """None: the service names none, so they are those that were asked for."""
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.NEW)
    connected_as = models.CharField(_("connected as"), max_length=200, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    """None: the service names no end; only a refused call shows that it has come."""
    life_s = models.PositiveIntegerField(default=0)
    """Initial lifetime of the token, in seconds."""

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.credential.name


class Consent(models.Model):
    """A consent that is under way: made when a person is sent to a service, deleted when the answer comes."""

    state_hash = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of `state`, which only the person's browser knows."""
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    session_hash = models.CharField(max_length=64)
    """SHA-256 of the session's key: an answer in another browser is none."""
    verifier = CiphertextField()
    """PKCE verifier, encrypted."""
    redirect_uri = models.CharField(max_length=2000)
    scopes = models.JSONField(default=list)
    """Requested scopes."""
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")

    def __str__(self) -> str:
        return str(self.account)


class DeviceConsent(models.Model):
    """A code that a person may still type in on another device; a new one replaces it."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, primary_key=True, related_name="+")
    device_code = CiphertextField()
    """Device code, encrypted."""
    interval_s = models.PositiveIntegerField()
    scopes = models.JSONField(default=list)
    """See `Consent.scopes`."""
    ask_at = models.DateTimeField()
    """The service is not asked before."""
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("consent on another device")
        verbose_name_plural = _("consents on other devices")

    def __str__(self) -> str:
        return str(self.account)
