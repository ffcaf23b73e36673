"""Encryption of credentials at rest, with keys in DATA_DIR/credential_key, one per line, readable by the owner only.

To rotate, add a new key (`Fernet.generate_key()`) as the first line: the first encrypts, every key decrypts. `manage.py
reencrypt` then moves stored values to it.
"""

import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError
from tools.core.text import Text

if TYPE_CHECKING:
    # Imported with the first secret: it takes 6.5 MB, and those who keep none do without (decision 20).
    from cryptography.fernet import MultiFernet

KEY_FILE_NAME = "credential_key"


def encrypt(values: JsonObject) -> str:
    """Return the values as one opaque ASCII token."""
    return _cipher().encrypt(json.dumps(values, ensure_ascii=False).encode()).decode("ascii")


def decrypt(token: str) -> JsonObject:
    """Decrypt a token of `encrypt`.

    Raises ToolConfigurationError if no key fits, for example because DATA_DIR was replaced.
    """
    from cryptography.fernet import InvalidToken

    try:
        plain = _cipher().decrypt(token)
    except InvalidToken as error:
        raise ToolConfigurationError(
            Text("The stored credential cannot be decrypted with this installation's keys. Enter it again.")
        ) from error
    values: JsonObject = json.loads(plain)
    return values


def reencrypt(token: str) -> str:
    """Encrypt the same values with the first key. Raises ToolConfigurationError, as `decrypt`."""
    return encrypt(decrypt(token))


def _cipher() -> "MultiFernet":
    path = Path(settings.DATA_DIR) / KEY_FILE_NAME
    if not path.exists():
        _write_first_key(path)
    return _cipher_of(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _cipher_of(path: Path, modified_ns: int) -> "MultiFernet":
    """`modified_ns` makes a changed key file take effect without a restart."""
    from cryptography.fernet import Fernet, MultiFernet

    keys = [line.strip() for line in path.read_text().splitlines() if line.strip()]
    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError as error:
        raise ToolConfigurationError(Text("The key file {name} in DATA_DIR is damaged.", name=path.name)) from error


def _write_first_key(path: Path) -> None:
    """Make the key file so that another process sees it whole or not at all; the first of several writers wins."""
    from cryptography.fernet import Fernet

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mkstemp opens with mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(Fernet.generate_key() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        return
    finally:
        os.unlink(name)
