"""A person's second factors: which they have, the check of a code, and their changes.

Recovery codes: each opens once; stored as slow hashes, since a code is shorter than a key.

Codes of an authenticator app (RFC 6238).
"""

import hashlib
import secrets
import time
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.db import transaction

from tools.secrets.encryption import decrypt, encrypt

PERIOD_S = 30
DIGITS = 6
_TOLERATED_STEPS = 1
"""Steps before and after the present one that are accepted: clocks of phones differ."""


def matching_step(secret: str, code: str) -> int | None:
    """Return the time step that a code belongs to, of those that are accepted now; None for a wrong code."""
    now = int(time.time()) // PERIOD_S
    for step in range(now - _TOLERATED_STEPS, now + _TOLERATED_STEPS + 1):
        if compare_digest(code.encode(), format_hotp_value(hotp_value(secret, step)).encode()):
            return step
    return None


COUNT = 10
LENGTH = 10
_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that are read as one another; ten of them are 49 bits."""
_ROUNDS = 200_000


def new_codes() -> tuple[list[str], dict[str, Any]]:
    """Return new codes, and what is stored of them."""
    codes = ["".join(secrets.choice(_SIGNS) for _ in range(LENGTH)) for _ in range(COUNT)]
    salt = secrets.token_hex(16)
    return codes, {"salt": salt, "rounds": _ROUNDS, "hashes": [_hash(code, salt, _ROUNDS) for code in codes]}


def without_code(stored: Mapping[str, Any], code: str) -> dict[str, Any] | None:
    """Return what is stored once this code is used; None when it is none of them."""
    if len(code) != LENGTH:
        return None
    given = _hash(code.lower(), stored["salt"], stored["rounds"])
    left = [one for one in stored["hashes"] if not compare_digest(one, given)]
    return None if len(left) == len(stored["hashes"]) else {**stored, "hashes": left}


def _hash(code: str, salt: str, rounds: int) -> str:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), bytes.fromhex(salt), rounds).hex()


Kind = Authenticator.Type
_PROVING = (Kind.TOTP, Kind.WEBAUTHN)
"""Kinds that require a second step; recovery codes only replace them."""


@dataclass(frozen=True, slots=True)
class SecondFactor:
    id: int
    kind: str
    name: str
    created_at: datetime
    last_used_at: datetime | None


def factors_of(user: User) -> list[SecondFactor]:
    """Return a person's factors, recovery codes left out, oldest first."""
    rows = Authenticator.objects.filter(user=user, type__in=_PROVING).order_by("pk")
    return [SecondFactor(row.pk, row.type, row.data.get("name", ""), row.created_at, row.last_used_at) for row in rows]


def recovery_codes_left(user: User) -> int:
    row = Authenticator.objects.filter(user=user, type=Kind.RECOVERY_CODES).first()
    return 0 if row is None else len(row.data["hashes"])


def proofs_of(user: User) -> list[str]:
    """Return the ways in which a person proves the second step: `code`, `passkey`; empty without a factor."""
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if kinds.isdisjoint(_PROVING):
        return []
    # Whoever has a passkey alone still has recovery codes to type.
    return ["code", *(["passkey"] if Kind.WEBAUTHN in kinds else [])]


def new_totp_secret() -> str:
    """Return 160 random bits in the form that authenticator apps take."""
    return b32encode(secrets.token_bytes(20)).decode("ascii")


@transaction.atomic
def code_accept(user: User, code: str) -> Authenticator | None:
    """Use an authenticator or recovery code; None for a wrong or used one.

    The last time step is stored with the secret, so a code works once regardless of caches.
    """
    rows = Authenticator.objects.select_for_update().filter(user=user).exclude(type=Kind.WEBAUTHN)
    by_kind = {row.type: row for row in rows}
    code = "".join(code.split()).replace("-", "")
    if (totp := by_kind.get(Kind.TOTP)) is not None:
        step = matching_step(decrypt(totp.data["secret"])["secret"], code)
        if step is not None:
            return _with(totp, totp.data | {"last_step": step}) if step > totp.data["last_step"] else None
    if (codes := by_kind.get(Kind.RECOVERY_CODES)) is not None:
        left = without_code(codes.data, code)
        return None if left is None else _with(codes, left)
    return None


def totp_add(user: User, secret: str, code: str) -> Authenticator | None:
    """Store an authenticator app once a code of it fits, which is used up with that; None for a wrong code."""
    step = matching_step(secret, "".join(code.split()))
    if step is None:
        return None
    data = {"secret": encrypt({"secret": secret}), "last_step": step}
    added: Authenticator = Authenticator.objects.create(user=user, type=Kind.TOTP, data=data)
    return added


@transaction.atomic
def recovery_codes_create(user: User, *, only_first: bool = False) -> list[str]:
    """Replace the recovery codes and return the new ones, which cannot be read later; `only_first` keeps existing ones
    and returns none.
    """
    User.objects.select_for_update().get(pk=user.pk)
    before = Authenticator.objects.filter(user=user, type=Kind.RECOVERY_CODES)
    if only_first and before.exists():
        return []
    for row in before:
        row.delete()
    codes, stored = new_codes()
    Authenticator.objects.create(user=user, type=Kind.RECOVERY_CODES, data=stored)
    return codes


@transaction.atomic
def factor_remove(user: User, factor_id: int) -> bool:
    """Remove a factor, and the recovery codes with the last one; False if there is none."""
    rows = Authenticator.objects.select_for_update().filter(user=user)
    found = next((row for row in rows if row.pk == factor_id and row.type in _PROVING), None)
    if found is None:
        return False
    found.delete()
    if not proofs_of(user):
        factors_remove(user)
    return True


@transaction.atomic
def factors_remove(user: User) -> int:
    """Remove all factors of a person who lost them; return how many rows that were."""
    # One by one: the audit log watches single rows.
    rows = list(Authenticator.objects.filter(user=user))
    for row in rows:
        row.delete()
    return len(rows)


def _with(row: Authenticator, data: dict[str, Any]) -> Authenticator:
    row.data = data
    row.save(update_fields=["data"])
    return row
