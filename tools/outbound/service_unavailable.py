"""A service that is busy or out of order: what is said of it, and how long it wants to be left alone. Pure."""

from tools.core.errors import RETRY_AFTER, ToolUnavailableError
from tools.core.text import Text
from tools.outbound.client import OutboundResponse

LATER = Text("Try again later.")


def is_busy(status: int) -> bool:
    """Tell whether the same call may well succeed at another time."""
    return status >= 500 or status == 429


def later(wait_s: float | None) -> Text:
    """Return when to try again."""
    return Text("Try again in {seconds:g} s.", seconds=wait_s) if wait_s else LATER


def busy_error(title: Text, response: OutboundResponse) -> ToolUnavailableError:
    """Return the error of a busy service; its details hold the wait if the service named one."""
    wait_s = response.wait_s()
    return ToolUnavailableError(
        Text("{title} returned status {status}. {later}", title=title, status=response.status, later=later(wait_s)),
        details={RETRY_AFTER: wait_s} if wait_s else None,
    )
