"""Names under which secrets are kept, and the mask that is shown for one. Pure."""

import re
from functools import lru_cache

MASK = "***"

_SECRET_NAME = re.compile(
    r"authori[sz]ation|cookie|passw(or)?d|passphrase|secret|token(?!s)|credential|private_?key|access_?key"
    r"|api_?key|webhook|signature|^(auth|bearer|sign|sig|pwd|key|session_?id)$",
    re.IGNORECASE,
)


@lru_cache(2048)
def is_secret_name(name: str) -> bool:
    """Return True when a field, header or parameter of this name holds a secret."""
    return _SECRET_NAME.search(name.replace("-", "_")) is not None
