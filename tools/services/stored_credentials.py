"""Opens stored credentials for the calls of tools."""

import time
from dataclasses import replace
from uuid import UUID

from tools.adapters.cache_store import CacheStore
from tools.adapters.thread_connections import thread_connection
from tools.calls.rate_limit import RateLimiter
from tools.core.concurrency.clock import SystemClock
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.registered.providers import PROVIDER_KIND
from tools.core.text import Text
from tools.models import Account, Credential
from tools.outbound.http_credential import HttpCredential
from tools.selectors.credentials import own_signing_credential
from tools.services.account_tokens import account_credential

_GONE = Text("The credential “{name}” has been deleted. Choose another one.")


class OrmCredentialStore:
    """See `tools.outbound.http_credential.CredentialStore`."""

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        with thread_connection():
            row = None if owner_id is None else own_signing_credential(user_id=owner_id, credential_id=credential_id)
            return _use(row) if row else None

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        with thread_connection():
            key = UUID(use.credential_id)
            account = Account.objects.select_related("credential__owner").filter(pk=key).first()
            if account is not None:
                return account_credential(account=account, refused=refused)
            row = Credential.objects.select_related("owner").filter(pk=key).first()
            if row is None:
                raise ToolConfigurationError(_GONE.filled(name=use.title))
            values = row.values(of_draft=use.of_draft)
            if row.kind == PROVIDER_KIND:
                values = {"secret": values["api_key"]}
            return HttpCredential(values, row.kind, row.use())

    def reserve(self, use: CredentialUse) -> float:
        return _limiter().reserve(use.credential_id, use.limit)

    def pause(self, use: CredentialUse, wait_s: float) -> None:
        _limiter().pause(use.credential_id, wait_s)


def _use(row: Credential) -> CredentialUse:
    account = Account.objects.filter(pk=row.pk).first()
    if account is None or account.state != Account.State.CONNECTED:
        return row.use()
    granted = account.scopes if account.granted_scopes is None else account.granted_scopes
    return replace(row.use(), service=account.service, scopes=frozenset(granted))


def _limiter() -> RateLimiter:
    store = CacheStore()
    return RateLimiter(store, KeyedMutex(store, SystemClock()), time.time)
