"""Two editors at once where writers wait for each other's rows, and sockets of several processes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections

from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from workflow_editor.adapters.events.broadcast import workflow_group
from workflow_editor.adapters.internals.channel_layer import ChannelLayer
from workflow_editor.models import GraphChange
from workflow_editor.models.graph_document import graph_document
from workflow_editor.services.graph import graph_apply

EDITS = 25


@pytest.mark.django_db(transaction=True)
def test_edits_of_other_things_all_arrive(alice: User) -> None:
    """Both send everything from the first revision, twice each, at the same time."""
    keys = ["left", "right"]
    workflow = workflow_create(alice, document={"nodes": [node(key, "template") for key in keys], "edges": []})
    start_line = Barrier(2)

    def edit(key: str) -> None:
        try:
            for number in range(EDITS):
                operation = {"op": "update_config", "key": key, "set": {"template": str(number)}}
                batch, revision = uuid4(), own.get(key, 0)
                start_line.wait()
                for _ in range(2):
                    saved = graph_apply(
                        alice, workflow_id=workflow.pk, revision=revision, operations=[operation], batch=batch
                    )
                own[key] = saved.revision
        finally:
            connections.close_all()

    own: dict[str, int] = {}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(edit, keys))
    changes = GraphChange.objects.filter(workflow=workflow)
    assert list(changes.values_list("revision", flat=True)) == list(range(1, 2 * EDITS + 1))
    assert [item.config for item in graph_document(workflow).nodes] == [{"template": str(EDITS - 1)}] * 2


async def test_presence_passes_between_processes_through_redis() -> None:
    one, other = ChannelLayer(hosts=[settings.REDIS_URL]), ChannelLayer(hosts=[settings.REDIS_URL])
    group = workflow_group(uuid4())
    channel = await one.new_channel()
    await one.group_add(group, channel)
    message = {"type": "presence.sent", "session": "x", "frame": "{}"}
    await other.group_send(group, message)
    async with asyncio.timeout(60):
        assert await one.receive(channel) == message
    await one.flush()
    await other.flush()
