"""The guarded HTTP client as the operator has set it up."""

from django.conf import settings

from tools.outbound.client import MAX_BYTES, OutboundClient


def outbound_client(max_bytes: int = MAX_BYTES) -> OutboundClient:
    """Return a client for addresses that people type in.

    Args:
        max_bytes: longest body that is read.
    """
    return OutboundClient(settings.OUTBOUND_ALLOW, max_bytes=max_bytes, proxy=settings.OUTBOUND_PROXY)
