"""Recovery codes: each opens once; stored as slow hashes, since a code is shorter than a key."""

import hashlib
import secrets
from collections.abc import Mapping
from hmac import compare_digest
from typing import Any

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
