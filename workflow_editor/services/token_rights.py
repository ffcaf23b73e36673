"""Permissions of API tokens besides their owner's: one decision for HTTP, MCP and sockets."""

from dataclasses import dataclass
from uuid import UUID

from tools.core.call.advice import SIGN_IN_WITH_BROWSER
from tools.core.text import Text
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import ApiToken, Run

_FOR_PEOPLE = ("api/account/", "api/tokens/", "api/session/second-step/", "api/shared-with-me/", "api/people/")
"""Addresses of what makes or ends access, or agrees to it; only people with a session open them."""
_ROLES = frozenset(
    f"api/{thing}/{rest}"
    for thing in ("workflows/<uuid:workflow_id>", "agents/<str:agent_id>")
    for rest in ("members/", "owner/")
)
_SESSION = "api/session/"
_WORKFLOW, _RUN = "api/workflows/<uuid:workflow_id>/", "api/runs/<uuid:run_id>/"
_RUN_ACTS = frozenset({f"{_WORKFLOW}runs/", f"{_RUN}cancel/", f"{_RUN}retry/"})
"""Changes allowed to a workflow's token."""
_RUN_READS = frozenset(
    {
        *(_WORKFLOW + rest for rest in ("", "export/", "graph/", "interface/", "versions/", "versions/<int:number>/")),
        *(_WORKFLOW + rest for rest in ("evaluations/", "tests/", "triggers/", "triggers/<str:node_key>/")),
        f"{_WORKFLOW}triggers/<str:node_key>/deliveries/",
        *(_RUN + rest for rest in ("", "answer/", "compare/", "compare/value/", "events/", "explain/", "receipt/")),
        *(f"{_RUN}nodes/<str:node_key>/{rest}" for rest in ("", "file/", "prompt/")),
        "ws/runs/<uuid:run_id>/",
        "ws/workflows/<uuid:workflow_id>/",
    }
)
"""Addresses that it may read there. A new address is closed to it until it is named here."""


@dataclass(frozen=True, slots=True)
class TokenUse:
    """One use of a token: `route` as in the URL patterns, `is_safe` for reads, ids from the address."""

    route: str
    is_safe: bool
    workflow_id: UUID | None = None
    run_id: UUID | None = None

    @property
    def act(self) -> str:
        return f"{'GET' if self.is_safe else 'POST'} /{self.route}"


def check_token_use(token: ApiToken, use: TokenUse) -> None:
    """Check a use against the token's limits.

    Raises ForbiddenError: `token_not_for_this`, `token_read_only` or `token_other_workflow`.
    """
    is_for_people = use.route.startswith(_FOR_PEOPLE) or use.route in _ROLES
    if is_for_people or (use.route == _SESSION and not use.is_safe):
        raise ForbiddenError(
            SIGN_IN_WITH_BROWSER.text,
            code="token_not_for_this",
        )
    if token.read_only and not use.is_safe:
        raise ForbiddenError(Text("This token is read-only."), code="token_read_only")
    if token.workflow_id is not None and not _is_of_workflow(token.workflow_id, use):
        raise ForbiddenError(
            Text("This token can only run and read one workflow."),
            code="token_other_workflow",
        )


def _is_of_workflow(workflow_id: UUID, use: TokenUse) -> bool:
    if use.route not in (_RUN_READS if use.is_safe else _RUN_ACTS):
        return False
    if use.run_id is not None:
        return Run.objects.filter(pk=use.run_id, workflow_id=workflow_id).exists()
    return use.workflow_id == workflow_id
