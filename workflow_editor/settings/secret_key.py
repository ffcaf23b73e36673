"""Django's signing key: made once, kept in DATA_DIR with mode 0600."""

import os
import secrets
from pathlib import Path


def secret_key(data_dir: Path) -> str:
    path = data_dir / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key
