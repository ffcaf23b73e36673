"""File storage: DATA_DIR, or a bucket when FILES_URL is set."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from workflow_editor.settings import env

_FORM = "FILES_URL must look like s3://key:secret@storage.example.com/bucket?region=us-east-1"


def file_storage(data_dir: Path) -> dict[str, Any]:
    url = env.text("FILES_URL")
    if url:
        return _bucket(url)
    options = {
        "location": data_dir / "files",
        "allow_overwrite": True,
        "file_permissions_mode": 0o600,
        "directory_permissions_mode": 0o700,
    }
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}


def upload_folder(data_dir: Path) -> Path:
    """Return the folder for what is coming in, on the disk of the files rather than in memory, where /tmp may be."""
    folder = data_dir / "incoming"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _bucket(url: str) -> dict[str, Any]:
    """Read `s3://key:secret@host:port/bucket?region=…`, with `s3+http://` for a server without TLS."""
    schemes = {"s3": "https", "s3+http": "http"}
    try:
        parts = urlsplit(url)
        endpoint = f"{schemes[parts.scheme]}://{parts.netloc.rpartition('@')[2]}"
        bucket = parts.path.strip("/")
        options = dict(parse_qsl(parts.query))
    except (KeyError, ValueError):
        # Without the value: it holds a secret.
        raise ImproperlyConfigured(_FORM) from None
    is_whole = all((parts.hostname, parts.username, parts.password, bucket)) and "/" not in bucket
    if not is_whole or options.keys() - {"region"}:
        raise ImproperlyConfigured(_FORM)
    return {
        "BACKEND": "tools.adapters.s3_storage.S3Storage",
        "OPTIONS": {
            "endpoint": endpoint,
            "bucket": bucket,
            "region": options.get("region", "us-east-1"),
            "access_key_id": unquote(parts.username or ""),
            "secret": unquote(parts.password or ""),
        },
    }
