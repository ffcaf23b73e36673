"""Appearance and sidebar of Django admin (django-unfold)."""

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


def _place(title: Any, icon: str, address: str) -> dict[str, Any]:
    """Return an entry that leads back to the product (`frontend/src/components/places.ts`)."""
    return {"title": title, "icon": icon, "link": address, "active": lambda request: False}


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
    "SITE_ICON": {
        "light": lambda request: static("tools/icon.svg"),
        "dark": lambda request: static("tools/icon-dark.svg"),
    },
    # The places of the product are in the sidebar.
    "SITE_URL": None,
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("tools/icon.svg")},
    ],
    "SHOW_HISTORY": False,
    "SHOW_LANGUAGES": True,
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [lambda request: static("tokens.css"), lambda request: static("tools/admin.css")],
    "SCRIPTS": [
        lambda request: static("tools/theme.js"),
        lambda request: static("tools/language.js"),
        lambda request: static("tools/access.js"),
    ],
    "BORDER_RADIUS": "6px",
    # The greys of both themes (frontend/src/styles/tokens.css), light to dark; the strong colour turns round by itself.
    "COLORS": {
        "base": {
            "50": "#f6f7f9",
            "100": "#eef0f3",
            "200": "#e3e6eb",
            "300": "#bcc3ce",
            "400": "#99a2b0",
            "500": "#616a79",
            "600": "#434b59",
            "700": "#4a5260",
            "800": "#2f353f",
            "900": "#1a1d23",
            "950": "#0f1115",
        },
        "primary": {
            "50": "var(--fl-hover)",
            "100": "var(--fl-selected)",
            "200": "var(--fl-border)",
            "300": "var(--fl-border-strong)",
            "400": "var(--fl-text-2)",
            "500": "var(--fl-ink)",
            "600": "var(--fl-ink)",
            "700": "var(--fl-ink-hover)",
            "800": "var(--fl-ink-hover)",
            "900": "var(--fl-ink-hover)",
            "950": "var(--fl-ink-hover)",
        },
    },
    "SIDEBAR": {
        "show_all_applications": False,
        "navigation": [
            {
                "items": [
                    _place(_("Home"), "home", "/"),
                    _place(_("Workflows"), "account_tree", "/workflows"),
                    _place(_("Runs"), "history", "/runs"),
                    _place(_("Approvals"), "check_box", "/approvals"),
                    _place(_("Triggers"), "bolt", "/triggers"),
                    _place(_("Agents"), "smart_toy", "/agents"),
                    _place(_("Tools"), "construction", "/tools"),
                    _place(_("Knowledge"), "menu_book", "/knowledge"),
                    _place(_("Tables"), "table_chart", "/tables"),
                    _place(_("Settings"), "settings", "/settings"),
                ],
            },
            {
                "separator": True,
                "title": _("Tools"),
                "items": [
                    _place(_("Permissions"), "grid_on", "/settings/permissions"),
                    _entry(
                        _("Configured tools"),
                        "handyman",
                        "admin:tools_toolconfig_changelist",
                        "tools.view_toolconfig",
                    ),
                    _entry(_("Credentials"), "key", "admin:tools_credential_changelist", "tools.view_credential"),
                    _entry(_("Articles"), "article", "admin:tools_article_changelist", "tools.view_article"),
                ],
            },
            {
                "title": _("Workflows"),
                "items": [
                    _entry(
                        _("Workflows"),
                        "schema",
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
                        _("Model providers"),
                        "cloud",
                        "admin:agents_modelprovider_changelist",
                        "agents.view_modelprovider",
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
                        _("Emergency access"),
                        "emergency_home",
                        "admin:tools_emergencyaccess_changelist",
                        "tools.view_emergencyaccess",
                    ),
                    _entry(_("Roles"), "group", "admin:auth_group_changelist", "auth.view_group"),
                ],
            },
        ],
    },
}
