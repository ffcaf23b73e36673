"""Accounts at MCP servers, which announce their consent endpoint and register the app."""

from django.contrib.auth.models import User
from django.db import transaction

from tools.adapters.outbound import outbound_client
from tools.executors.accounts import MCP
from tools.models import ACCOUNT_KIND, Account
from tools.outbound.client import OutboundClient
from tools.outbound.oauth.discovery import Discovered, RegisteredApp, discover, document_is_public, register
from tools.outbound.origins import origin_of
from tools.services.credentials import credential_create, entered_proxy
from tools.services.validation import clean_and_save

APP_NAME = "Flowloom"


def mcp_account_create(
    *,
    owner: User,
    name: str,
    url: str,
    redirect_uri: str,
    app_document: str = "",
    client_id: str = "",
    client_secret: str = "",
    proxy: str = "",
) -> Account:
    """Store an app for an MCP server as an account that is not connected yet; its token goes to that origin only.

    Args:
        url: the server's MCP endpoint.
        app_document: address of this app's document, used as client ID if the server supports it.
        client_id, client_secret: of a registered app; if empty, the app registers itself.
        proxy: of all its requests including these; as in `credential_update`.
    Raises:
        RecordInvalidError: a field is missing or wrong.
        OauthError: the authorization server refuses the app.
        ToolError: unreachable, or without a usable consent endpoint.
    """
    outbound = outbound_client().over(entered_proxy(proxy, name))
    found = discover(outbound, url)
    app = (
        RegisteredApp(client_id, client_secret, found.client_auth if client_secret else "none")
        if client_id
        else _own_app(outbound, found, redirect_uri, app_document)
    )
    values = {"client_id": app.client_id, "client_secret": app.client_secret, "secret": "", "refresh_token": ""}
    with transaction.atomic():
        credential = credential_create(
            name=name, kind=ACCOUNT_KIND, values=values, owner=owner, origins=[origin_of(url)], proxy=proxy
        )
        account = Account(
            credential=credential,
            service=MCP,
            authorize_url=found.authorize_url,
            token_url=found.token_url,
            client_auth=app.client_auth,
            scopes=list(found.scopes),
            resource=found.resource,
            issuer=found.issuer,
            sends_issuer=found.sends_issuer,
        )
        clean_and_save(account)
    return account


def _own_app(outbound: OutboundClient, found: Discovered, redirect_uri: str, app_document: str) -> RegisteredApp:
    """Return an app that nobody has registered by hand, in the order that MCP recommends."""
    # The way to the server does not decide if others can read our own document.
    if found.takes_documents and document_is_public(outbound_client(), app_document):
        return RegisteredApp(app_document, "", "none")
    return register(outbound, found, name=APP_NAME, redirect_uri=redirect_uri)
