"""Accounts at other services: made, sent for consent, connected by the answer. Otherwise they are credentials."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.public_address import public_address
from tools.api.requests import body_of
from tools.api.serializers.accounts import (
    AccountCreateSerializer,
    AnswerSerializer,
    AppDocumentSerializer,
    ConsentSerializer,
    DeviceAnswerSerializer,
    DeviceCodeSerializer,
    McpAccountCreateSerializer,
    MoreScopesSerializer,
    ServiceSerializer,
)
from tools.api.serializers.credentials import CredentialSerializer
from tools.models import Account
from tools.outbound.oauth.discovery import app_document
from tools.outbound.oauth.services import SERVICES
from tools.selectors.credentials import account_get
from tools.services.accounts import account_connect, account_create, account_finish
from tools.services.device_consents import device_consent_ask, device_consent_begin
from tools.services.mcp_accounts import APP_NAME, mcp_account_create

CALLBACK = "/oauth/callback"
"""The page of the front end that services send browsers back to; one for all, so that it is registered once."""
APP_DOCUMENT = "/api/accounts/app.json"
"""Client ID at servers that read app documents; moving it loses the consents."""


class ServiceList(APIView):
    """Services that accounts can be connected to."""

    @extend_schema(operation_id="accounts_services", responses=ServiceSerializer(many=True), tags=["credentials"])
    def get(self, request: Request) -> Response:
        """List the services in the order of their names; `custom` is any other."""
        signed_in(request)
        rows = [
            {
                "id": key,
                "title": row.title,
                "scopes": row.scopes,
                "permissions": row.permissions,
                "places": row.places,
                "has_consent": bool(row.authorize_url),
                "has_device_codes": bool(row.device_url),
                "console": row.console,
            }
            for key, row in sorted(SERVICES.items(), key=lambda item: item[1].title.en.lower())
        ]
        return Response(ServiceSerializer(rows, many=True).data)


class AccountList(APIView):
    """Accounts of the user."""

    @extend_schema(
        operation_id="accounts_create",
        request=AccountCreateSerializer,
        responses={201: CredentialSerializer},
        tags=["credentials"],
    )
    def post(self, request: Request) -> Response:
        """Store an app as an account that is not connected yet."""
        account = account_create(owner=signed_in(request), **body_of(request, AccountCreateSerializer))
        return Response(_shown(account, request), status=status.HTTP_201_CREATED)


class McpAccountList(APIView):
    """One's accounts at MCP servers."""

    @extend_schema(
        operation_id="accounts_create_mcp",
        request=McpAccountCreateSerializer,
        responses={201: CredentialSerializer},
        tags=["credentials"],
    )
    def post(self, request: Request) -> Response:
        """Ask the server where consent is given, register there, and store an account that is not connected yet."""
        account = mcp_account_create(
            owner=signed_in(request),
            redirect_uri=public_address(request, CALLBACK),
            app_document=public_address(request, APP_DOCUMENT),
            **body_of(request, McpAccountCreateSerializer),
        )
        return Response(_shown(account, request), status=status.HTTP_201_CREATED)


class AppDocument(APIView):
    """Client metadata that authorization servers read about this app."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="accounts_app_document", auth=[], responses=AppDocumentSerializer, tags=["credentials"])
    def get(self, request: Request) -> Response:
        """Return name and callback address; the client ID is the address of this document."""
        address, callback = (public_address(request, path) for path in (APP_DOCUMENT, CALLBACK))
        return Response(app_document(address, name=APP_NAME, redirect_uri=callback))


class AccountConsent(APIView):
    """The way to a service's question."""

    @extend_schema(
        operation_id="accounts_consent",
        request=MoreScopesSerializer,
        responses=ConsentSerializer,
        tags=["credentials"],
    )
    def post(self, request: Request, credential_id: UUID) -> Response:
        """Return where the person consents; the way back is good once, in this browser, for ten minutes."""
        user = signed_in(request)
        url = account_connect(
            account=account_get(user=user, credential_id=credential_id),
            user=user,
            session_key=_session_key(request),
            redirect_uri=public_address(request, CALLBACK),
            **body_of(request, MoreScopesSerializer),
        )
        return Response(ConsentSerializer({"url": url}).data)


class AccountDeviceCode(APIView):
    """The way over another device."""

    @extend_schema(
        operation_id="accounts_device_code",
        request=MoreScopesSerializer,
        responses=DeviceCodeSerializer,
        tags=["credentials"],
    )
    def post(self, request: Request, credential_id: UUID) -> Response:
        """Ask the service for a code; one from before is forgotten."""
        account = account_get(user=signed_in(request), credential_id=credential_id)
        code = device_consent_begin(account=account, **body_of(request, MoreScopesSerializer))
        return Response(DeviceCodeSerializer(code).data)


class AccountDeviceAnswer(APIView):
    """Answer of the service about the code."""

    @extend_schema(
        operation_id="accounts_device_answer", request=None, responses=DeviceAnswerSerializer, tags=["credentials"]
    )
    def post(self, request: Request, credential_id: UUID) -> Response:
        """Connect the account if somebody has typed the code in; the service is asked once in its interval."""
        user = signed_in(request)
        account = account_get(user=user, credential_id=credential_id)
        return Response(DeviceAnswerSerializer(device_consent_ask(account=account, user=user)).data)


class AccountAnswer(APIView):
    """The way back."""

    @extend_schema(
        operation_id="accounts_answer",
        request=AnswerSerializer,
        responses=CredentialSerializer,
        tags=["credentials"],
    )
    def post(self, request: Request) -> Response:
        """Connect the account with what the service sent the browser back with."""
        given = body_of(request, AnswerSerializer)["answer"]
        answer = {name: value for name, value in given.items() if isinstance(value, str)}
        account = account_finish(answer=answer, user=signed_in(request), session_key=_session_key(request))
        return Response(_shown(account, request))


def _session_key(request: Request) -> str:
    return request.session.session_key or ""


def _shown(account: Account, request: Request) -> object:
    return CredentialSerializer(account.credential, context={"user": signed_in(request)}).data
