"""The doorbells: Celery's broker and the channel layer, in memory or in Redis."""

from typing import Any


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
    }
    if redis_url:
        # Beat sends the sweep that the embedded mode does in a thread.
        sweep = {"task": "workflow_editor.sweep", "schedule": 5.0}
        return common | {"broker_url": redis_url, "beat_schedule": {"sweep": sweep}}
    return common | {
        # Ours, see `workflow_editor.adapters.broker`; it wants no prefetch limit.
        "broker_url": "inprocess://",
        "worker_prefetch_multiplier": 0,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
    }


def channel_layers(redis_url: str) -> dict[str, Any]:
    if redis_url:
        return {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [redis_url]},
            }
        }
    return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}}
