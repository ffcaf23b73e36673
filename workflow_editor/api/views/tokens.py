"""API tokens of the person who asks."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field

from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from tools.core.naming.visible_name import READABLE
from workflow_editor.api.second_step import CONFIRMED
from workflow_editor.models import ApiToken
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.people.accounts import token_list as tokens_of
from workflow_editor.services import tokens
from workflow_editor.services.tokens import LASTS_DAYS, MAX_DAYS


class TokenWorkflow(Shape):
    id: UUID
    name: str


class ApiTokenShape(Shape):
    """A token without its text."""

    id: int
    name: str
    prefix: str
    scopes: list[ApiToken.Scope]
    read_only: bool
    workflow: TokenWorkflow | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


class NewApiToken(ApiTokenShape):
    """The answer to the creation of a token: the only one that has its text."""

    token: str


class ApiTokenCreate(Shape):
    name: Annotated[str, Field(min_length=1, max_length=120), READABLE]
    scopes: Annotated[list[ApiToken.Scope], Field(min_length=1)] | MISSING = MISSING
    """Scopes of the token: api (the default), mcp, chat."""
    read_only: bool = False
    workflow_id: UUID | None = None
    """The only workflow that it runs and reads."""
    expires_in_days: Annotated[int, Field(ge=1, le=MAX_DAYS)] | None = LASTS_DAYS
    """null: it lasts until somebody ends it."""


@endpoint("GET", "tokens/", permissions=CONFIRMED)
def token_list(user: User) -> list[ApiTokenShape]:
    """List one's tokens, newest first."""
    return [ApiTokenShape.of(row, workflow=_workflow(row)) for row in tokens_of(user)]


@endpoint("POST", "tokens/", status=201, permissions=CONFIRMED)
def token_create(user: User, body: ApiTokenCreate) -> NewApiToken:
    """Make a token; its text is in this answer and nowhere else."""
    workflow = None if body.workflow_id is None else workflow_for(user, body.workflow_id)
    row, raw = tokens.token_create(user, workflow=workflow, **body.model_dump(exclude={"workflow_id"}))
    return NewApiToken.of(row, workflow=_workflow(row), token=raw)


@endpoint("DELETE", "tokens/<int:token_id>/")
def token_delete(user: User, token_id: int) -> None:
    """End a token."""
    tokens.token_delete(user, token_id=token_id)


def _workflow(row: ApiToken) -> TokenWorkflow | None:
    return TokenWorkflow.of(row.workflow) if row.workflow else None
