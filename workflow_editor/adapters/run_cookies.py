"""Cookies for the time of a run: its HTTP nodes send what earlier ones have got, whichever process runs them."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tools.core.definitions import JsonObject
from tools.executors.http_request.executor import COOKIES
from tools.secrets import encryption
from tools.sessions.scope import SessionScope
from workflow_editor.models import Run, RunCookies

MAX_COOKIES = 300
"""Of a run; the newest stay."""
_OF_ONE = ("place", "domain", "path", "name")
"""What tells a cookie from others (RFC 6265, 5.3), with the server that it belongs to."""
_Key = tuple[str, ...]


class RunSession:
    """What the calls of one node share with those of other nodes of the run."""

    def __init__(self, run_id: UUID) -> None:
        self._run_id = run_id
        self._known = _by_key(_stored(RunCookies.objects.filter(pk=run_id).first()))
        self.scope = SessionScope(f"run_{run_id}", is_temporary=False)
        self.scope.restore({COOKIES: list(self._known.values())} if self._known else {})

    def close(self) -> None:
        """Store what the calls have changed, beside what other nodes have stored meanwhile."""
        found = _by_key(self.scope.state().get(COOKIES, ()))
        self.scope.close()
        if found == self._known:
            return
        with transaction.atomic():
            # Nodes of a run that end at once take turns.
            Run.objects.select_for_update(no_key=True).values_list("pk").get(pk=self._run_id)
            cookies = _by_key(_stored(RunCookies.objects.filter(pk=self._run_id).first()))
            for key in self._known.keys() - found.keys():
                cookies.pop(key, None)
            for key, cookie in found.items():
                if cookie != self._known.get(key):
                    cookies.pop(key, None)
                    cookies[key] = cookie
            token = encryption.encrypt({COOKIES: list(cookies.values())[-MAX_COOKIES:]})
            RunCookies.objects.update_or_create(run_id=self._run_id, defaults={"ciphertext": token})


def _stored(row: RunCookies | None) -> Sequence[JsonObject]:
    return () if row is None else encryption.decrypt(row.ciphertext)[COOKIES]


def _by_key(cookies: Sequence[JsonObject]) -> dict[_Key, JsonObject]:
    return {tuple(cookie[name] for name in _OF_ONE): cookie for cookie in cookies}
