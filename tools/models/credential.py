"""Secrets, encrypted."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, validate_slug
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import CallLimit, CredentialUse, JsonObject
from tools.models.ciphertext import CiphertextField
from tools.models.owned import Timed
from tools.secrets import encryption as secrets


class Credential(Timed):
    """A named set of secret values, for example `{"api_key": "…"}` of a model API."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=40, validators=[validate_slug])
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Without an owner, it belongs to the installation."),
    )
    ciphertext = CiphertextField(editable=False)
    test_ciphertext = CiphertextField(editable=False, blank=True, default="", db_default="")
    """The values that drafts are tried with, of the same form; empty: they use the others too."""
    value_names = models.JSONField(default=list, editable=False)
    """Names of the set values, readable without the key."""
    origins = models.JSONField(_("allowed origins"), default=list, editable=False)
    """Allowed origins (`tools.outbound.origins`); empty until the owner allows one."""
    asked_origins = models.JSONField(_("requested origins"), default=list, editable=False)
    """Refused attempts to send it: {origin, by, workflow_id, at}, newest last; the owner decides."""
    refused_origins = models.JSONField(default=dict, editable=False)
    """Origins refused by the owner, with time (ISO 8601); answers earlier questions."""
    max_calls = models.PositiveIntegerField(_("most calls"), default=0, validators=[MaxValueValidator(1_000)])
    """0: as many as there are."""
    per_seconds = models.PositiveIntegerField(
        _("in seconds"), default=60, validators=[MinValueValidator(1), MaxValueValidator(86_400)]
    )
    proxy = models.CharField(_("proxy"), max_length=300, blank=True, default="", db_default="", editable=False)
    """The address of the HTTP proxy over which calls with it go, without user name and password; empty: none."""
    proxy_ciphertext = CiphertextField(editable=False, blank=True, default="", db_default="")
    """The same address as it was typed."""

    class Meta:
        verbose_name = _("credential")
        verbose_name_plural = _("credentials")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def has_test_values(self) -> bool:
        """True when drafts are tried with other values."""
        return self.test_ciphertext != ""

    def values(self, *, of_draft: bool = False) -> JsonObject:
        """Decrypt the values; `of_draft` prefers test values. Raises ToolConfigurationError if no key fits."""
        return secrets.decrypt((of_draft and self.test_ciphertext) or self.ciphertext)

    def use(self) -> CredentialUse:
        """Return the call data of the credential besides its values.

        Raises ToolConfigurationError if no key of this installation fits the proxy.
        """
        return CredentialUse(
            str(self.pk),
            self.name,
            self.owner_id,
            self.owner.get_username() if self.owner else "",
            frozenset(self.origins),
            limit=CallLimit(self.max_calls, self.per_seconds) if self.max_calls else None,
            proxy=self.proxy_address(),
        )

    def proxy_address(self) -> str:
        """Decrypt the proxy's address with user name and password; empty if none. Raises ToolConfigurationError, as
        `values`.
        """
        return str(secrets.decrypt(self.proxy_ciphertext)["address"]) if self.proxy_ciphertext else ""

    def set_proxy(self, shown: str, address: str) -> None:
        """Replace the proxy without saving; `shown` omits user name and password and is empty for none."""
        self.proxy = shown
        self.proxy_ciphertext = secrets.encrypt({"address": address}) if shown else ""

    def set_values(self, values: JsonObject) -> None:
        """Replace all values; the caller saves."""
        self.ciphertext = secrets.encrypt(values)
        self.value_names = sorted(values)

    def set_test_values(self, values: JsonObject) -> None:
        """Replace all test values; none: drafts use the others. The caller saves."""
        self.test_ciphertext = secrets.encrypt(values) if values else ""
