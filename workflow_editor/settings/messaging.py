"""Messages between processes: Celery's broker and the channel layer, in memory or in Redis."""

from typing import Any

QUEUE = "flowloom"


def celery_settings(redis_url: str) -> dict[str, Any]:
    common: dict[str, Any] = {
        "task_ignore_result": True,
        "task_acks_late": True,
        "worker_pool": "threads",
        "worker_concurrency": 8,
        "worker_prefetch_multiplier": 1,
        "task_serializer": "json",
        "accept_content": ["json"],
        "broker_connection_retry_on_startup": True,
        "worker_hijack_root_logger": False,
        # The anonymous exchange: the message names its queue. Bindings, which Redis keeps as data, would be gone after
        # FLUSHALL or a restart, and with them every message until the workers start again.
        "task_default_queue": QUEUE,
        "task_default_exchange": "",
        "task_default_exchange_type": "direct",
        "task_default_routing_key": QUEUE,
    }
    if redis_url:
        return common | {
            "broker_url": _broker_url(redis_url),
            "broker_connection_max_retries": None,
            "broker_transport_options": {
                # A start of a run waits that long, twice, for a Redis that hangs. Workers wait for tasks otherwise.
                "socket_connect_timeout": 2,
                "socket_timeout": 3,
                "socket_keepalive": True,
                # Else each message is kept in Redis, in two round trips more, until it is done, and comes again an hour
                # after its worker died. The sweeper finds that in seconds.
                "ack_emulation": False,
            },
            # Rings are repeated by the sweeper, so nobody waits long for a broker that does not answer.
            "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0, "interval_step": 0.1},
        }
    return common | {
        # Ours, see `workflow_editor.adapters.internals.broker`; it wants no prefetch limit.
        "broker_url": "inprocess://",
        "worker_prefetch_multiplier": 0,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        # A queue of this process always takes a message.
        "task_publish_retry": False,
    }


def channel_layers(redis_url: str) -> dict[str, Any]:
    if redis_url:
        return {
            "default": {
                "BACKEND": "workflow_editor.adapters.internals.channel_layer.ChannelLayer",
                "CONFIG": {"hosts": [{"address": redis_url, "socket_timeout": 2, "socket_connect_timeout": 2}]},
            }
        }
    return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}}


def _broker_url(redis_url: str) -> str:
    """Return the URL as Celery takes it, which has a form of its own for a socket."""
    if not redis_url.startswith("unix://"):
        return redis_url
    return f"redis+socket://{redis_url.removeprefix('unix://')}".replace("?db=", "?virtual_host=")
