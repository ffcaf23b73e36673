"""JSON forms of the agents layer. Keys go in and never come out."""

from typing import Any

from rest_framework import serializers

from agents.models.model_provider import MAX_MODEL_NAME, MAX_MODELS
from agents.providers.options import EFFORTS, MAX_BATCH
from agents.providers.presets import OFFLINE
from tools.forms.local_text_field import LocalTextField
from tools.forms.name_fields import NameField

WIRES = ["openai", "anthropic", "offline"]


class ProviderPresetSerializer(serializers.Serializer[Any]):
    """A service that a provider can be made from."""

    id = serializers.CharField()
    title = LocalTextField()
    wire = serializers.ChoiceField(choices=WIRES)
    base_url = serializers.CharField(help_text="May hold {placeholders}; empty: to be entered.")
    models = serializers.ListField(child=serializers.CharField())
    embedding_models = serializers.ListField(child=serializers.CharField())
    needs_key = serializers.BooleanField()
    note = LocalTextField()
    key_page = serializers.CharField(allow_blank=True, help_text="Where people get a key; may be empty.")


class ProviderOptionsSerializer(serializers.Serializer[Any]):
    """Options for every call of a provider's models; what is left out is as it is without options."""

    effort = serializers.ChoiceField(
        choices=EFFORTS,
        required=False,
        allow_blank=True,
        help_text="How much models think; empty: as the service does.",
    )
    body = serializers.DictField(required=False, help_text="Further fields of the body of each call.")
    stream = serializers.BooleanField(required=False, help_text="Answers come in pieces.")
    stream_usage = serializers.BooleanField(required=False, help_text="The field `stream_options` is sent.")
    embedding_batch = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_BATCH,
        help_text="Texts per call; null: the preset's.",
    )


class ProviderSerializer(serializers.Serializer[Any]):
    """A connected model API; the offline model is one of them."""

    id = serializers.CharField()
    name = serializers.CharField()
    preset = serializers.CharField()
    wire = serializers.ChoiceField(choices=WIRES)
    base_url = serializers.CharField()
    default_model = serializers.CharField()
    models = serializers.ListField(child=serializers.CharField(), source="model_names")
    key_set = serializers.BooleanField()
    enabled = serializers.BooleanField()
    options = ProviderOptionsSerializer(allow_null=True)
    is_builtin = serializers.BooleanField()


class ProviderUpdateSerializer(serializers.Serializer[Any]):
    name = NameField(max_length=200, required=False)
    base_url = serializers.CharField(max_length=500, required=False)
    api_key = serializers.CharField(
        max_length=2000,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="Left out or null keeps the key, an empty text removes it.",
    )
    default_model = serializers.CharField(max_length=MAX_MODEL_NAME, required=False, allow_blank=True)
    models = serializers.ListField(
        child=serializers.CharField(max_length=MAX_MODEL_NAME), max_length=MAX_MODELS, required=False
    )
    enabled = serializers.BooleanField(required=False)
    options = ProviderOptionsSerializer(required=False)


class ProviderCreateSerializer(ProviderUpdateSerializer):
    name = NameField(max_length=200)
    preset = serializers.CharField(max_length=40, help_text="Id of a preset.")
    base_url = serializers.CharField(max_length=500, required=False, allow_blank=True, help_text="Empty: the preset's.")


class ProviderTrySerializer(ProviderCreateSerializer):
    id = serializers.UUIDField(
        required=False,
        allow_null=True,
        help_text="The provider that is being edited: without `api_key` its key is used, on the same origin only.",
    )


class ProviderReportSerializer(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    message = serializers.CharField()
    latency_ms = serializers.IntegerField()
    models = serializers.ListField(
        child=serializers.CharField(), help_text="What the service listed; empty where it lists nothing."
    )


OFFLINE_ROW = {
    "id": OFFLINE.id,
    "name": OFFLINE.title.en,
    "preset": OFFLINE.id,
    "wire": OFFLINE.wire,
    "base_url": "",
    "default_model": OFFLINE.models[0],
    "model_names": list(OFFLINE.models),
    "key_set": False,
    "enabled": True,
    "options": None,
    "is_builtin": True,
}
