"""Authorisations in the database."""

from dataclasses import asdict

from tools import secrets
from tools.models import OauthGrant
from tools.ports_grants import Grant
from tools.threads import thread_connection


class OrmGrantStore:
    """See `tools.ports_grants.GrantStore`, which this is one of."""

    def load(self, key: str) -> Grant | None:
        with thread_connection():
            row = OauthGrant.objects.filter(key=key).first()
        return Grant(**secrets.decrypt(row.ciphertext)) if row else None

    def save(self, key: str, grant: Grant) -> None:
        with thread_connection():
            OauthGrant.objects.update_or_create(key=key, defaults={"ciphertext": secrets.encrypt(asdict(grant))})
