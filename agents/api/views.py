"""Model providers: everybody lists them, administrators manage them."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents import selectors
from agents.api.permissions import StaffChanges
from agents.api.serializers import (
    OFFLINE_ROW,
    ProviderCreateSerializer,
    ProviderPresetSerializer,
    ProviderReportSerializer,
    ProviderSerializer,
    ProviderTrySerializer,
    ProviderUpdateSerializer,
)
from agents.providers.presets import PRESETS
from agents.services.provider_test import provider_test, provider_try
from agents.services.providers import provider_create, provider_delete, provider_update
from tools.api.requests import body_of

TAGS = ["providers"]


class ProviderPresetList(APIView):
    """The services that we know."""

    @extend_schema(operation_id="provider_presets_list", responses=ProviderPresetSerializer(many=True), tags=TAGS)
    def get(self, request: Request) -> Response:
        """List the presets; what they fill in can be changed."""
        return Response(ProviderPresetSerializer(PRESETS, many=True).data)


class ProviderList(APIView):
    """All providers."""

    permission_classes = [StaffChanges]

    @extend_schema(operation_id="providers_list", responses=ProviderSerializer(many=True), tags=TAGS)
    def get(self, request: Request) -> Response:
        """List the providers, the built-in offline model first; keys are never shown."""
        rows = [OFFLINE_ROW, *selectors.provider_list()]
        return Response(ProviderSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="providers_create",
        request=ProviderCreateSerializer,
        responses={201: ProviderSerializer},
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Connect a model API; what is left out comes from the preset."""
        given = body_of(request, ProviderCreateSerializer)
        values = given
        values["api_key"] = values.get("api_key") or ""
        provider = provider_create(**values)
        return Response(ProviderSerializer(provider).data, status=status.HTTP_201_CREATED)


class ProviderTry(APIView):
    """A try-out before anything is stored."""

    permission_classes = [StaffChanges]

    @extend_schema(
        operation_id="providers_try", request=ProviderTrySerializer, responses=ProviderReportSerializer, tags=TAGS
    )
    def post(self, request: Request) -> Response:
        """Ask the service for its models with what is given; a refusal is an answer with `ok` false."""
        values = body_of(request, ProviderTrySerializer)
        provider_id = values.pop("id", None)
        stored = selectors.provider_get(provider_id=provider_id) if provider_id else None
        return Response(ProviderReportSerializer(provider_try(stored=stored, **values)).data)


class ProviderDetail(APIView):
    """One provider."""

    permission_classes = [StaffChanges]

    @extend_schema(operation_id="providers_retrieve", responses=ProviderSerializer, tags=TAGS)
    def get(self, request: Request, provider_id: UUID) -> Response:
        """Return one provider without its key."""
        return Response(ProviderSerializer(selectors.provider_get(provider_id=provider_id)).data)

    @extend_schema(
        operation_id="providers_partial_update",
        request=ProviderUpdateSerializer,
        responses=ProviderSerializer,
        tags=TAGS,
    )
    def patch(self, request: Request, provider_id: UUID) -> Response:
        """Change what is given."""
        provider = selectors.provider_get(provider_id=provider_id)
        given = body_of(request, ProviderUpdateSerializer)
        return Response(ProviderSerializer(provider_update(provider=provider, **given)).data)

    @extend_schema(operation_id="providers_destroy", responses={204: None}, tags=TAGS)
    def delete(self, request: Request, provider_id: UUID) -> Response:
        """Delete the provider and its key."""
        provider_delete(provider=selectors.provider_get(provider_id=provider_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ProviderTest(APIView):
    """A try-out."""

    permission_classes = [StaffChanges]

    @extend_schema(operation_id="providers_test", request=None, responses=ProviderReportSerializer, tags=TAGS)
    def post(self, request: Request, provider_id: UUID) -> Response:
        """Ask the default model for one short answer; a refusal is an answer with `ok` false."""
        report = provider_test(provider=selectors.provider_get(provider_id=provider_id))
        return Response(ProviderReportSerializer(report).data)
