"""Model APIs that staff have connected."""

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.providers.connection import base_url_problem
from agents.providers.options import ProviderOptions, options_problem
from agents.providers.presets import Preset, Wire, find_preset
from tools.models.owned import Timed

MAX_MODELS = 200
MAX_MODEL_NAME = 200

URL_PROBLEMS = {
    "blank": _("Enter the URL of the service."),
    "placeholder": _("Replace the part in braces with your own."),
    "scheme": _("Enter a URL that starts with http:// or https://."),
    "userinfo": _("The URL must not contain a user name or password. Enter the key in its own field."),
}


class ModelProvider(Timed):
    """One model API with its credential; nodes refer to it by id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200, unique=True)
    preset = models.CharField(_("service"), max_length=40)
    """Id of a preset; decides the wire format and what the models accept."""
    base_url = models.CharField(_("base URL"), max_length=500)
    default_model = models.CharField(_("default model"), max_length=MAX_MODEL_NAME, blank=True)
    model_names = models.JSONField(_("models"), default=list, blank=True)
    """Model names that are suggested in the editor; others may be typed."""
    enabled = models.BooleanField(_("enabled"), default=True)
    options = models.JSONField(_("options"), null=True, blank=True)
    """See `ProviderOptions`; null: none."""
    credential = models.ForeignKey(
        "tools.Credential",
        verbose_name=_("credential"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    """Holds `{"api_key": …}`; read through `tools.selectors`."""

    class Meta:
        verbose_name = _("model provider")
        verbose_name_plural = _("model providers")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def found_preset(self) -> Preset | None:
        return find_preset(self.preset)

    @property
    def wire(self) -> Wire:
        preset = self.found_preset
        return preset.wire if preset else "openai"

    @property
    def call_options(self) -> ProviderOptions:
        return ProviderOptions.from_json(self.options or {})

    @property
    def key_set(self) -> bool:
        return self.credential_id is not None

    @property
    def is_builtin(self) -> bool:
        return False

    def clean(self) -> None:
        """Check the service, the address and the list of models."""
        errors: dict[str, ValidationError] = {}
        preset = self.found_preset
        if preset is None or preset.wire == "offline":
            errors["preset"] = ValidationError(_("This service does not exist."), code="unknown_preset")
        problem = base_url_problem(self.base_url)
        if problem is not None:
            errors["base_url"] = ValidationError(URL_PROBLEMS[problem], code=f"url_{problem}")
        if not _is_name_list(self.model_names):
            errors["model_names"] = ValidationError(_("Enter a list of model names."), code="model_names")
        if self.options is not None and (wrong := _options_problem(self.options)):
            errors["options"] = ValidationError(_("Check the option “%(name)s”.") % {"name": wrong}, code="options")
        if errors:
            raise ValidationError(errors)


def _is_name_list(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MAX_MODELS
        and all(isinstance(name, str) and 0 < len(name.strip()) <= MAX_MODEL_NAME for name in value)
    )


def _options_problem(stored: Any) -> str | None:
    try:
        return options_problem(ProviderOptions.from_json(stored))
    except TypeError:
        return "options"
