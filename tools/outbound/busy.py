"""A service that is busy or out of order: what is said of it, and how long it wants to be left alone. Pure."""

from tools.core.definitions import Text
from tools.core.errors import RETRY_AFTER, ToolUnavailableError
from tools.outbound.client import OutboundResponse

LATER = Text("Try again later.", "请稍后再试。")


def is_busy(status: int) -> bool:
    """Tell whether the same call may well succeed at another time."""
    return status >= 500 or status == 429


def later(wait_s: float | None) -> Text:
    """Return when to try again."""
    return Text(f"Try again in {wait_s:g} s.", f"请在 {wait_s:g} 秒后重试。") if wait_s else LATER


def busy_error(title: Text, response: OutboundResponse) -> ToolUnavailableError:
    """Return the error of a busy service; its details hold the wait if the service named one."""
    wait_s = response.wait_s()
    return ToolUnavailableError(
        Text(
            f"{title.en} answered {response.status}. {later(wait_s).en}",
            f"{title.zh}返回 {response.status}。{later(wait_s).zh}",
        ),
        details={RETRY_AFTER: wait_s} if wait_s else None,
    )
