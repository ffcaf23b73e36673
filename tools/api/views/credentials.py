"""Credentials: they can be stored, listed, replaced and deleted, never read."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools import selectors, services
from tools.api.permissions import signed_in
from tools.api.serializers.credentials import (
    CredentialChangeSerializer,
    CredentialCreateSerializer,
    CredentialSerializer,
)


class CredentialList(APIView):
    """One's own credentials; all for staff."""

    @extend_schema(operation_id="credentials_list", responses=CredentialSerializer(many=True), tags=["credentials"])
    def get(self, request: Request) -> Response:
        """List names and kinds; values never leave the server."""
        rows = selectors.credential_list(user=signed_in(request))
        return Response(CredentialSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="credentials_create",
        request=CredentialCreateSerializer,
        responses={201: CredentialSerializer},
        tags=["credentials"],
    )
    def post(self, request: Request) -> Response:
        """Store secret values, encrypted."""
        form = CredentialCreateSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        credential = services.credential_create(owner=signed_in(request), **form.validated_data)
        return Response(CredentialSerializer(credential).data, status=status.HTTP_201_CREATED)


class CredentialDetail(APIView):
    """One credential."""

    @extend_schema(
        operation_id="credentials_update",
        request=CredentialChangeSerializer,
        responses=CredentialSerializer,
        tags=["credentials"],
    )
    def patch(self, request: Request, credential_id: UUID) -> Response:
        """Rename the credential or replace all its values; those of tools and model APIs change with these."""
        credential = selectors.credential_get(user=signed_in(request), credential_id=credential_id)
        form = CredentialChangeSerializer(credential, data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = services.credential_update(credential=credential, **form.validated_data)
        return Response(CredentialSerializer(changed).data)

    @extend_schema(operation_id="credentials_destroy", responses={204: None}, tags=["credentials"])
    def delete(self, request: Request, credential_id: UUID) -> Response:
        """Delete the credential unless something still uses it."""
        credential = selectors.credential_get(user=signed_in(request), credential_id=credential_id)
        services.credential_delete(credential=credential)
        return Response(status=status.HTTP_204_NO_CONTENT)
