"""How Django admin looks (django-unfold) and what its sidebar holds."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def may(permission: str) -> Callable[[HttpRequest], bool]:
    """Return the sidebar's test for a permission such as `tools.view_toolpolicy`."""

    def allowed(request: HttpRequest) -> bool:
        return request.user.has_perm(permission)

    return allowed


def is_under(address: str) -> Callable[[HttpRequest], bool]:
    """Return the sidebar's test for the page a person is on; pages that have an entry of their own do not count."""

    def active(request: HttpRequest) -> bool:
        name = f"admin:{request.resolver_match.url_name}" if request.resolver_match else ""
        return name == address or name.startswith(f"{address.removesuffix('_changelist')}_")

    return active


def _entry(title: Any, icon: str, address: str, permission: str) -> dict[str, Any]:
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(address),
        "permission": may(permission),
        "active": is_under(address),
    }


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Flowloom",
    "SITE_HEADER": "Flowloom",
    "SITE_SUBHEADER": _("Administration"),
    "SITE_SYMBOL": "account_tree",
    "SITE_URL": "/",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("tools/icon.svg")},
    ],
    "SHOW_HISTORY": False,
    "SHOW_LANGUAGES": True,
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [lambda request: static("tools/admin.css")],
    "SCRIPTS": [lambda request: static("tools/language.js")],
    "COLORS": {
        "primary": {
            "50": "oklch(97% .014 254.6)",
            "100": "oklch(93.2% .032 255.6)",
            "200": "oklch(88.2% .059 254.1)",
            "300": "oklch(80.9% .105 251.8)",
            "400": "oklch(70.7% .165 254.6)",
            "500": "oklch(62.3% .214 259.8)",
            "600": "oklch(54.6% .245 262.9)",
            "700": "oklch(48.8% .243 264.4)",
            "800": "oklch(42.4% .199 265.6)",
            "900": "oklch(37.9% .146 265.5)",
            "950": "oklch(28.2% .091 267.9)",
        }
    },
    "SIDEBAR": {
        "show_all_applications": False,
        "navigation": [
            {
                "title": _("Tools"),
                "items": [
                    _entry(_("Permissions"), "grid_on", "admin:tools_permission_matrix", "tools.view_toolpolicy"),
                    _entry(_("Rules"), "rule", "admin:tools_toolpolicy_changelist", "tools.view_toolpolicy"),
                    _entry(_("Explain"), "help", "admin:tools_permission_explain", "tools.view_toolpolicy"),
                    _entry(
                        _("Audit log"), "history", "admin:tools_toolinvocation_changelist", "tools.view_toolinvocation"
                    ),
                    _entry(
                        _("Configured tools"),
                        "construction",
                        "admin:tools_toolconfig_changelist",
                        "tools.view_toolconfig",
                    ),
                    _entry(_("Credentials"), "key", "admin:tools_credential_changelist", "tools.view_credential"),
                ],
            },
            {
                "title": _("Workflows"),
                "items": [
                    _entry(
                        _("Workflows"),
                        "account_tree",
                        "admin:workflow_editor_workflow_changelist",
                        "workflow_editor.view_workflow",
                    ),
                    _entry(
                        _("Nodes"),
                        "widgets",
                        "admin:workflow_editor_processnode_changelist",
                        "workflow_editor.view_processnode",
                    ),
                    _entry(
                        _("Runs"), "play_circle", "admin:workflow_editor_run_changelist", "workflow_editor.view_run"
                    ),
                ],
            },
            {
                "title": _("Models"),
                "items": [
                    _entry(
                        _("Providers"), "cloud", "admin:agents_modelprovider_changelist", "agents.view_modelprovider"
                    ),
                    _entry(
                        _("Model profiles"), "tune", "admin:agents_modelprofile_changelist", "agents.view_modelprofile"
                    ),
                ],
            },
            {
                "title": _("People"),
                "items": [
                    _entry(_("Users"), "person", "admin:auth_user_changelist", "auth.view_user"),
                    _entry(
                        _("Invitations"),
                        "mail",
                        "admin:workflow_editor_accountlink_changelist",
                        "workflow_editor.view_accountlink",
                    ),
                    _entry(_("Roles"), "group", "admin:auth_group_changelist", "auth.view_group"),
                    _entry(
                        _("Permission changes"),
                        "manage_history",
                        "admin:tools_accessevent_changelist",
                        "tools.view_accessevent",
                    ),
                ],
            },
        ],
    },
}
