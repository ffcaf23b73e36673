"""The guarded HTTP client as the operator has set it up."""

from django.conf import settings

from tools.outbound.client import MAX_BYTES, OutboundClient


def outbound_client(max_bytes: int = MAX_BYTES) -> OutboundClient:
    """Return a client for addresses that people enter; longer bodies than `max_bytes` are refused."""
    return OutboundClient(settings.OUTBOUND_ALLOW, max_bytes=max_bytes, proxy=settings.OUTBOUND_PROXY)
