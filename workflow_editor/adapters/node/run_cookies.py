"""Cookies for the time of a run: its HTTP nodes send what earlier ones have got, whichever process runs them."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from agents.core.ports import Toolbox
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.executors.http_request.executor import COOKIES
from tools.secrets import encryption
from tools.sessions.scope import SessionScope
from workflow_editor.adapters.node.wrapped_toolbox import WrappedToolbox
from workflow_editor.models import Run, RunCookies

MAX_COOKIES = 300
"""Per run; the newest are kept."""
_OF_ONE = ("place", "domain", "path", "name")
"""Identity of a cookie (RFC 6265, 5.3), with its server."""
_Cookies = dict[tuple[str, ...], Mapping[str, Any]]


def run_scope(run_id: UUID) -> SessionScope:
    """Return the scope shared by a run's nodes; the caller closes it."""
    scope = SessionScope(f"run_{run_id}", is_temporary=False)
    scope.restore({COOKIES: list(_stored(run_id).values())})
    return scope


class CookieToolbox(WrappedToolbox):
    """Stores a call's cookies before its result, so the next attempt has them too. `scope` is that of `run_scope`."""

    def __init__(self, toolbox: Toolbox, scope: SessionScope, run_id: UUID) -> None:
        super().__init__(toolbox)
        self._scope, self._run_id = scope, run_id
        self._known = _by_key(scope.state()[COOKIES])

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        result = super().run(prepared, options)
        found = _by_key(self._scope.state()[COOKIES])
        if found != self._known:
            _store(self._run_id, self._known, found)
            self._known = found
        return result


def _store(run_id: UUID, before: _Cookies, now: _Cookies) -> None:
    """Store what has changed, beside what other nodes have stored meanwhile."""
    with transaction.atomic():
        # Nodes of a run that end at once take turns.
        Run.objects.select_for_update(no_key=True).values_list("pk").get(pk=run_id)
        cookies = {key: cookie for key, cookie in _stored(run_id).items() if key in now or key not in before}
        changed = {key: cookie for key, cookie in now.items() if cookie != before.get(key)}
        kept = {key: cookie for key, cookie in cookies.items() if key not in changed} | changed
        token = encryption.encrypt({COOKIES: list(kept.values())[-MAX_COOKIES:]})
        RunCookies.objects.update_or_create(run_id=run_id, defaults={"ciphertext": token})


def _stored(run_id: UUID) -> _Cookies:
    row = RunCookies.objects.filter(pk=run_id).first()
    return {} if row is None else _by_key(encryption.decrypt(row.ciphertext)[COOKIES])


def _by_key(cookies: Iterable[Mapping[str, Any]]) -> _Cookies:
    return {tuple(str(cookie[name]) for name in _OF_ONE): cookie for cookie in cookies}
