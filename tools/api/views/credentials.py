"""Credentials: they can be stored, listed, replaced and deleted, never read."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.credentials import (
    CredentialChangeSerializer,
    CredentialCreateSerializer,
    CredentialSerializer,
    OriginSerializer,
)
from tools.models import Credential
from tools.selectors.credentials import credential_get, credential_list
from tools.services.credential_origins import check_owner, credential_origin_confirm, credential_origin_remove
from tools.services.credentials import credential_create, credential_delete, credential_update


class CredentialList(APIView):
    """One's own credentials; all for staff."""

    @extend_schema(operation_id="credentials_list", responses=CredentialSerializer(many=True), tags=["credentials"])
    def get(self, request: Request) -> Response:
        """List names and kinds; values never leave the server."""
        user = signed_in(request)
        rows = credential_list(user=user)
        return Response(CredentialSerializer(rows, many=True, context={"user": user}).data)

    @extend_schema(
        operation_id="credentials_create",
        request=CredentialCreateSerializer,
        responses={201: CredentialSerializer},
        tags=["credentials"],
    )
    def post(self, request: Request) -> Response:
        """Store secret values, encrypted."""
        given = body_of(request, CredentialCreateSerializer)
        credential = credential_create(owner=signed_in(request), **given)
        return Response(_shown(credential, request), status=status.HTTP_201_CREATED)


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
        user = signed_in(request)
        credential = credential_get(user=user, credential_id=credential_id)
        given = body_of(request, CredentialChangeSerializer, instance=credential, partial=True)
        if "proxy" in given:
            # It reads what is sent without TLS.
            check_owner(credential, user)
        changed = credential_update(credential=credential, **given)
        return Response(_shown(changed, request))

    @extend_schema(operation_id="credentials_destroy", responses={204: None}, tags=["credentials"])
    def delete(self, request: Request, credential_id: UUID) -> Response:
        """Delete the credential unless something still uses it."""
        credential = credential_get(user=signed_in(request), credential_id=credential_id)
        credential_delete(credential=credential)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CredentialOrigins(APIView):
    """Origins that a credential may be sent to; only its owner decides."""

    @extend_schema(
        operation_id="credentials_origins_confirm",
        request=OriginSerializer,
        responses=CredentialSerializer,
        tags=["credentials"],
    )
    def post(self, request: Request, credential_id: UUID) -> Response:
        """Let it be sent to the origin of an address, one that a call asked for or another."""
        user = signed_in(request)
        credential = credential_get(user=user, credential_id=credential_id)
        given = body_of(request, OriginSerializer)
        changed = credential_origin_confirm(credential=credential, address=given["origin"], user=user)
        return Response(_shown(changed, request))

    @extend_schema(
        operation_id="credentials_origins_remove",
        parameters=[OriginSerializer],
        responses={200: CredentialSerializer},
        tags=["credentials"],
    )
    def delete(self, request: Request, credential_id: UUID) -> Response:
        """Do not send it there any more, or refuse what a call asked for."""
        user = signed_in(request)
        credential = credential_get(user=user, credential_id=credential_id)
        form = OriginSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        changed = credential_origin_remove(credential=credential, address=form.validated_data["origin"], user=user)
        return Response(_shown(changed, request))


def _shown(credential: Credential, request: Request) -> Any:
    return CredentialSerializer(credential, context={"user": signed_in(request)}).data
