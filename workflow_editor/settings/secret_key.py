"""Django's signing key: made once, kept in DATA_DIR with mode 0600."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret_key(data_dir: Path) -> str:
    """Return the key, creating it if missing. Raises ImproperlyConfigured if that fails, or the file is empty."""
    path = data_dir / "secret_key"
    if not path.exists():
        _write(path)
    key = path.read_text().strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Restore it from a backup, or delete it, which ends all sessions.")
    return key


def _write(path: Path) -> None:
    """Make the file so that nobody ever sees half of it, also when the disk is full; the first writer wins."""
    name = ""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # with mode 0600
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        if name:
            os.unlink(name)
