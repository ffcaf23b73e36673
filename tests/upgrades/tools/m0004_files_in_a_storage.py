"""Contents of files leave the database for the storage."""

from hashlib import sha256
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import storages

from tests.upgrades.installation import Models, api_of, file_read
from tools.models import FileBody

LOOMS = "# Looms\n梭\n".encode() * 300
FILES = {"looms.txt": LOOMS, "梭.txt": LOOMS, "empty.txt": b"", "two.bin": b"\0\xff"}
MOVED_ALREADY = b"moved before the migration was interrupted"


def insert(models: Models) -> dict[str, Any]:
    files = {name: _file(models, name, content) for name, content in FILES.items()}
    digest = sha256(MOVED_ALREADY).hexdigest()
    storages["files"].save(f"{digest[:2]}/{digest}", ContentFile(MOVED_ALREADY))
    return {**files, "moved.txt": _file(models, "moved.txt", MOVED_ALREADY)}


def check(inserted: dict[str, Any]) -> None:
    api = api_of("alice")
    found = {name: file_read(api, pk) for name, pk in inserted.items()}
    assert found == {**FILES, "moved.txt": MOVED_ALREADY}
    bodies = FileBody.objects.filter(hash__in=[sha256(content).hexdigest() for content in FILES.values()])
    assert sorted(body.size for body in bodies) == [0, 2, len(LOOMS)]


def _file(models: Models, name: str, content: bytes) -> Any:
    body, _ = models["tools.FileBody"].get_or_create(hash=sha256(content).hexdigest(), defaults={"content": content})
    file = models["tools.ToolFile"].create(
        owner=models.person("alice"), name=name, content_type="text/plain", size=len(content), body=body
    )
    return file.pk
