"""Errors of a busy or failing service, with its requested wait. Pure."""

from tools.core.call.transient import refused_before_doing
from tools.core.errors import RETRY_AFTER, ToolRateLimitedError, ToolUnavailableError
from tools.core.text import Text
from tools.outbound.client import OutboundResponse

LATER = Text("Try again later.")


def later(wait_s: float | None) -> Text:
    """Return when to try again."""
    return Text("Try again in {seconds:g} s.", seconds=wait_s) if wait_s else LATER


def busy_error(title: Text, response: OutboundResponse) -> ToolUnavailableError:
    """Return the error of a busy service; its details hold the wait if the service named one."""
    wait_s = response.wait_s()
    text = Text("{title} returned status {status}. {later}", title=title, status=response.status, later=later(wait_s))
    if refused_before_doing(response.status):
        return ToolRateLimitedError(text, retry_after_s=wait_s)
    return ToolUnavailableError(text, details={RETRY_AFTER: wait_s} if wait_s else None)
