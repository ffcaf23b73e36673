"""The permission matrix page: one form, one table, native controls."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.generic import TemplateView
from unfold.views import UnfoldModelAdminViewMixin

from tools.core.errors import RecordInvalidError
from tools.models import ToolPolicy
from tools.selectors.matrix import permission_matrix
from tools.selectors.policies import EFFECTS
from tools.services.policies import PolicyCell, policy_cells_set

CELL_PREFIX = "cell"
ANY_ROLE = "any"
CHANGE_PERMISSIONS = ("tools.add_toolpolicy", "tools.change_toolpolicy", "tools.delete_toolpolicy")


class PermissionMatrixView(UnfoldModelAdminViewMixin, TemplateView):
    """Shows and saves the rules that hold in any workflow. A cell that is not sent stays as it is."""

    title = _("Permissions")
    permission_required = ("tools.view_toolpolicy",)
    template_name = "admin/tools/permission_matrix.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            matrix=permission_matrix(),
            effects=[("", _("Inherit")), *ToolPolicy.Effect.choices],
            may_change=self.request.user.has_perms(CHANGE_PERMISSIONS),
            **kwargs,
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User) or not request.user.has_perms(CHANGE_PERMISSIONS):
            raise PermissionDenied
        try:
            changed = policy_cells_set(cells=_cells(request.POST), changed_by=request.user)
        except (RecordInvalidError, LookupError, ValueError):
            messages.error(request, _("Nothing was saved because the roles or tools have changed. Reload the page."))
        else:
            messages.success(request, ngettext("%d rule changed.", "%d rules changed.", changed) % changed)
        return redirect("admin:tools_permission_matrix")


def _cells(posted: QueryDict) -> list[PolicyCell]:
    """Read `cell|<role id or any>|<pattern>` = "" or an effect.

    Raises LookupError or ValueError if a name or value is none of these.
    """
    cells = []
    for name, value in posted.items():
        if not name.startswith(f"{CELL_PREFIX}|"):
            continue
        _prefix, role, pattern = name.split("|", 2)
        cells.append(
            PolicyCell(
                role_id=None if role == ANY_ROLE else int(role),
                tool_pattern=pattern,
                effect=EFFECTS[str(value)] if value else None,
            )
        )
    return cells
