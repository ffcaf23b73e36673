"""Server-sent events as an answer."""

from collections.abc import AsyncIterator

from django.http import StreamingHttpResponse

_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
"""nginx otherwise keeps events until its buffer is full. Source:
https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
"""


def event_stream(events: AsyncIterator[bytes]) -> StreamingHttpResponse:
    return StreamingHttpResponse(events, content_type="text/event-stream", headers=_HEADERS)
