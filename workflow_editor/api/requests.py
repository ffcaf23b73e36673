"""Request helpers of every view."""

from rest_framework.request import Request

from tools.api.public_address import public_address
from workflow_editor.api.authentication import use_of
from workflow_editor.services.request_users import headers_user


def is_still_signed_in(request: Request, *scopes: str) -> bool:
    """Say whether the session or token of a request, with one of these scopes, is still good; touches the database."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    return headers_user(headers, *scopes, use=use_of(request)) is not None


def origin_of(request: Request) -> str:
    """Return where the product is reached, as `https://flowloom.example.com`: links in mails begin with it."""
    return public_address(request, "/").rstrip("/")
