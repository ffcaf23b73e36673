"""Base of all user-visible errors, and the errors of the tools layer.

    BilingualError
    ToolError
    ├── ToolNotFoundError        1001  the name belongs to no offered tool
    ├── ToolArgumentsError       1002  arguments do not fit the parameters
    │   ├── FileTooLargeError    1002  a file is longer than files may be
    │   └── FileTypeError        1002  a file of an unsupported type
    ├── ToolDeniedError          1006  policy forbids the call
    │   └── OriginNotConfirmedError 1006  the credential may not be sent there until its owner confirms
    ├── ToolTimeoutError         2002  the deadline passed
    ├── ToolUpstreamError        2001  the remote service failed
    ├── ToolUnavailableError     5002  the remote service is down or busy (retryable)
    │   ├── ToolNotReachedError  5002  no connection: the request surely was not sent (always retryable)
    │   └── ToolRateLimitedError 5002  too many requests; `details["retry_after_s"]` is how long to wait
    ├── ToolNothingFoundError    2004  the service works but has nothing of the kind
    ├── ToolConfigurationError   5001  the configured tool cannot work as it is set up
    │   └── AccountNotConnectedError 5001  only a person can connect the account (again)
    ├── OutboundBlockedError     1002  an address that must not be called
    ├── RecordNotFoundError      1001  no such row, or somebody else's
    │   └── SessionNotFoundError 1003  no such session of a tool, or it is over
    ├── RecordForbiddenError     1006  the row is visible, the act is not allowed
    ├── RecordInvalidError       1002  `details["errors"]` is a list of {pointer, code, message}
    ├── RecordInUseError         5001  something else still needs the row
    │   └── RecordChangedError   5001  somebody else was first; `details["revision"]` is the present one
    ├── ValuesLostError          5001  `details["columns"]` names the cells of a table that would be lost
    └── CapReachedError          5002  more than a person may upload in a day, or have indexed at a time

`code` is the stable string that API clients switch on; `tool_code` is the number in the result envelope.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tools.core.text import Text

RETRY_AFTER = "retry_after_s"
"""Key of the seconds to wait before the next attempt, in a failure's data."""


class BilingualError(Exception):
    """An error with text in both interface languages; `message` is the English sentence of `text`.

    A plain string `message` is shown unchanged in every language, for example a vendor's own words. `details` holds
    further safe facts.
    """

    def __init__(self, message: str | Text, *, details: Mapping[str, Any] | None = None) -> None:
        self.text = message if isinstance(message, Text) else Text.verbatim(message)
        self.message = self.text.en
        super().__init__(self.message)
        self.details: dict[str, Any] = dict(details or {})


class ToolError(BilingualError):
    """Base of all errors of this layer; its text is safe to show to users and models."""

    code: ClassVar[str] = "tool_failed"
    tool_code: ClassVar[int] = 5000
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False
    nothing_done: ClassVar[bool] = False
    """True: raised before anything was done, so that a repetition does nothing twice."""


class ToolNotFoundError(ToolError):
    code = "tool_not_found"
    tool_code = 1001
    http_status = 404


class ToolArgumentsError(ToolError):
    code = "tool_arguments_invalid"
    tool_code = 1002
    http_status = 400


class OutboundBlockedError(ToolArgumentsError):
    code = "outbound_blocked"


class ToolDeniedError(ToolError):
    code = "tool_denied"
    tool_code = 1006
    http_status = 403


class OriginNotConfirmedError(ToolDeniedError):
    """`details` names `credential_id`, `credential` and the `origin` that was asked for."""

    code = "origin_not_confirmed"


class ToolUpstreamError(ToolError):
    code = "tool_upstream_failed"
    tool_code = 2001
    http_status = 502


class ToolTimeoutError(ToolError):
    code = "tool_timeout"
    tool_code = 2002
    http_status = 504
    retryable = True


class ToolUnavailableError(ToolError):
    code = "tool_unavailable"
    tool_code = 5002
    http_status = 503
    retryable = True


class ToolNotReachedError(ToolUnavailableError):
    code = "tool_not_reached"
    nothing_done = True


class ToolCallLimitError(ToolNotReachedError):
    """The owner's limit on the credential leaves no capacity before the deadline; nothing was sent."""

    code = "tool_call_limit"

    def __init__(self, message: str | Text, *, retry_after_s: float) -> None:
        super().__init__(message, details={RETRY_AFTER: retry_after_s})


class ToolRateLimitedError(ToolUnavailableError):
    """The service limits requests; retried after `retry_after_s`, if known, and only within the deadline."""

    code = "tool_rate_limited"
    nothing_done = True

    def __init__(
        self, message: str | Text, *, retry_after_s: float | None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(
            message, details={**(details or {}), **({RETRY_AFTER: retry_after_s} if retry_after_s else {})}
        )


class ToolNothingFoundError(ToolError):
    code = "tool_nothing_found"
    tool_code = 2004
    http_status = 404


class ToolConfigurationError(ToolError):
    code = "tool_misconfigured"
    tool_code = 5001
    http_status = 409


class AccountNotConnectedError(ToolConfigurationError):
    """Nobody has consented, or the consent has ended; `details` names the `credential_id`."""

    code = "account_not_connected"


class RecordNotFoundError(ToolError):
    code = "not_found"
    tool_code = 1001
    http_status = 404


class SessionNotFoundError(RecordNotFoundError):
    code = "session_not_found"
    tool_code = 1003


class RecordForbiddenError(ToolError):
    code = "forbidden"
    tool_code = 1006
    http_status = 403


class RecordInvalidError(ToolError):
    code = "invalid_input"
    tool_code = 1002
    http_status = 400


class RecordInUseError(ToolError):
    code = "conflict"
    tool_code = 5001
    http_status = 409


class RecordChangedError(RecordInUseError):
    pass


class ValuesLostError(ToolError):
    code = "values_would_be_lost"
    tool_code = 5001
    http_status = 409


class FileTooLargeError(ToolArgumentsError):
    """`details["max_bytes"]` is how long it may be."""

    code = "file_too_large"
    http_status = 413


class FileTypeError(ToolArgumentsError):
    """`details` names the `type` of the file, and the `types` that are taken."""

    code = "file_type_refused"
    http_status = 415


class CapReachedError(ToolError):
    """`details` names the `cap`, and `retry_after` in seconds."""

    code = "cap_reached"
    tool_code = 5002
    http_status = 429
