"""Authorisations in the database."""

from dataclasses import asdict

from tools.adapters.thread_connections import thread_connection
from tools.core.grant_port import Grant
from tools.models import OauthGrant
from tools.secrets import encryption as secrets


class OrmGrantStore:
    """See `tools.core.grant_port.GrantStore`, which this is one of."""

    def load(self, key: str) -> Grant | None:
        with thread_connection():
            row = OauthGrant.objects.filter(key=key).first()
        return Grant(**secrets.decrypt(row.ciphertext)) if row else None

    def save(self, key: str, grant: Grant) -> None:
        with thread_connection():
            OauthGrant.objects.update_or_create(key=key, defaults={"ciphertext": secrets.encrypt(asdict(grant))})
