"""Conversations keep the files of their messages; an upload that no message has goes when it is due."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from tests.upgrades.installation import Models, api_of, file_read
from workflow_editor.services.retention.pruner import files_prune

SENT, SHARED, UNSENT = b"0013: in one conversation", b"0013: in two", b"0013: in none"


def insert(models: Models) -> dict[str, Any]:
    alice = models.person("alice")
    agent = models["agents.AgentProfile"].create(slug="helper", name="Helper", owner=alice)
    first, second = (models["workflow_editor.Conversation"].create(agent=agent, user=alice) for _ in range(2))
    return {
        "first": first.pk,
        "second": second.pk,
        "sent": _upload(models, SENT, first),
        "shared": _upload(models, SHARED, first, second),
        "unsent": _upload(models, UNSENT),
    }


def check(inserted: dict[str, Any]) -> None:
    api = api_of("alice")

    def contents() -> list[bytes | None]:
        return [file_read(api, inserted[name]) for name in ("sent", "shared", "unsent")]

    files_prune(timezone.now(), batch=100)
    assert contents() == [SENT, SHARED, UNSENT]
    files_prune(timezone.now() + timedelta(days=2), batch=100)
    assert contents() == [SENT, SHARED, None]
    for name, files in {"first": ["sent", "shared"], "second": ["shared"]}.items():
        turns = api.get(f"/api/conversations/{inserted[name]}/").json()["turns"]
        attached = [file["file_id"] for turn in turns for file in turn["attachments"]]
        assert attached == [str(inserted[file]) for file in files]


def _upload(models: Models, content: bytes, *conversations: Any) -> Any:
    """Make an upload as it was in messages of these conversations."""
    digest, now = sha256(content).hexdigest(), timezone.now()
    storages["files"].save(f"{digest[:2]}/{digest}", ContentFile(content))
    file = models["tools.ToolFile"].create(
        owner=models.person("alice"),
        name="notes.txt",
        content_type="text/plain",
        size=len(content),
        body=models["tools.FileBody"].create(hash=digest, size=len(content), used_at=now),
    )
    models["workflow_editor.ChatUpload"].create(file=file, uploaded_at=now).conversations.set(conversations)
    attachment = {"file_id": str(file.pk), "name": file.name, "media_type": "text/plain", "size": file.size}
    for conversation in conversations:
        models["workflow_editor.Turn"].create(conversation=conversation, attachments=[attachment])
    return file.pk
