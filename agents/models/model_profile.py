"""Model capabilities of this installation, overriding the built-in rules."""

import json
import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from pydantic import TypeAdapter
from pydantic import ValidationError as PydanticValidationError

from agents.providers.capabilities import FIELDS, Capabilities, CapabilityRule

_CAPABILITIES = TypeAdapter(Capabilities)


class ModelProfile(models.Model):
    """One rule: for these services and models, these capabilities. Later rules win over earlier ones."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    preset_pattern = models.CharField(
        _("service"), max_length=80, default="*", help_text=_("ID of a service. * matches any text.")
    )
    model_pattern = models.CharField(
        _("model"), max_length=200, help_text=_("Model name in lowercase. * matches any text.")
    )
    capabilities = models.JSONField(_("capabilities"), default=dict, blank=True)
    """A part of the fields of `agents.providers.capabilities.Capabilities`."""
    position = models.PositiveIntegerField(_("position"), default=0)
    note = models.CharField(_("note"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("model profile")
        verbose_name_plural = _("model profiles")
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return f"{self.preset_pattern} / {self.model_pattern}"

    def clean(self) -> None:
        """Check that only known capabilities are named, with values of their types."""
        problem = _capability_problem(self.capabilities)
        if problem is not None:
            raise ValidationError({"capabilities": problem})

    def rule(self) -> CapabilityRule:
        return CapabilityRule(self.preset_pattern, self.model_pattern, self.capabilities)


def _capability_problem(value: Any) -> Any:
    if not isinstance(value, dict):
        return _("Enter a JSON object.")
    unknown = sorted(set(value) - set(FIELDS))
    if unknown:
        return _("Unknown: %(names)s. Known: %(known)s.") % {"names": ", ".join(unknown), "known": ", ".join(FIELDS)}
    try:
        _CAPABILITIES.validate_json(json.dumps(value), strict=True)
    except PydanticValidationError as error:
        first = error.errors()[0]
        return f"{first['loc'][0]}: {first['msg']}"
    return None
