"""Addresses of sockets."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.urls import path, re_path

from workflow_editor.realtime.run_consumer import RunConsumer
from workflow_editor.realtime.shared_turn_consumer import SharedTurnConsumer
from workflow_editor.realtime.socket import NOT_FOUND
from workflow_editor.realtime.workflow_consumer import WorkflowConsumer


class UnknownAddressConsumer(AsyncWebsocketConsumer):
    """Closes sockets of unknown addresses; a router without a route would log an error instead."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)


def socket_router() -> Any:
    return URLRouter(
        [
            path("ws/runs/<uuid:run_id>/", RunConsumer.as_asgi()),
            path("ws/workflows/<uuid:workflow_id>/", WorkflowConsumer.as_asgi()),
            path("ws/shared/<str:token>/turns/<uuid:turn_id>/", SharedTurnConsumer.as_asgi()),
            re_path("", UnknownAddressConsumer.as_asgi()),
        ]
    )
