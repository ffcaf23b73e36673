"""Errors of the agents layer.

AgentError
├── AgentNotFoundError           404  no such agent, or somebody else's
├── AgentInputError              400  `details["errors"]` is a list of {pointer, code, message}
├── AgentConflictError           409  somebody else was first
├── ProviderNotFoundError        404  no such provider
├── ProviderInputError           400  `details["errors"]` is a list of {pointer, code, message}
├── ProviderSetupError           409  the provider is disabled or has no key or model
├── ProviderError                the model API failed; subclasses say how
│   ├── ProviderAuthError        401/403: the key is wrong or may not use the model
│   ├── ProviderRateLimitError   429: wait and try again (retryable)
│   ├── ProviderQuotaError       the account has no balance
│   ├── ProviderRequestError     400/404: the request or model name is refused
│   ├── ProviderUnavailableError 5xx, connection refused (retryable)
│   └── ProviderStreamError      the stream broke off (retryable)
├── KnowledgeNotFoundError       404  no such knowledge base or document, or somebody else's
├── KnowledgeForbiddenError      403  the knowledge base is visible, the act is not allowed
├── KnowledgeInputError          400  `details["errors"]` is a list of {pointer, code, message}
├── DocumentUnreadableError      422  no text can be got out of a file; `details["reason"]` says why
├── DocumentTooLargeError        413  the file is larger than 50 MB
├── ToolExecutionFailedError     a tool failed and the node's policy stops the workflow
│   └── NothingFoundError        a tool found nothing, and that stops the workflow
├── NoAnswerError                the model refused, was cut off or wrote nothing; `details["outcome"]` is which
├── RoundLimitError              the round limit was reached without an answer
├── ApprovalNeededError          a person must approve a call; `details` is what they are shown
├── ChildRunOpenError            a call has started a run that is not over; `details` is what the node waits for
├── OutcomeUnknownError          a call that must not be repeated was interrupted
├── AttachmentError              422  a file is of a wrong type or too large
├── HistoryError                 422  earlier messages are not of the form of a conversation
├── ClientToolError              422  the caller's own tools are not of OpenAI's form
└── RunCancelledError            somebody stopped the work
"""

from typing import ClassVar

from tools.core.errors import BilingualError


class AgentError(BilingualError):
    """Base of all errors of this layer; its text is safe to show."""

    code: ClassVar[str] = "agent_failed"
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False


class AgentNotFoundError(AgentError):
    code = "not_found"
    http_status = 404


class AgentInputError(AgentError):
    code = "invalid_input"
    http_status = 400


class AgentConflictError(AgentError):
    code = "conflict"
    http_status = 409


class ProviderNotFoundError(AgentError):
    code = "not_found"
    http_status = 404


class ProviderInputError(AgentError):
    code = "invalid_input"
    http_status = 400


class ProviderSetupError(AgentError):
    code = "provider_not_ready"
    http_status = 409


class ProviderError(AgentError):
    code = "provider_failed"
    http_status = 502


class ProviderAuthError(ProviderError):
    code = "provider_auth"


class ProviderRateLimitError(ProviderError):
    code = "provider_rate_limited"
    retryable = True


class ProviderQuotaError(ProviderError):
    code = "provider_quota"


class ProviderRequestError(ProviderError):
    code = "provider_refused"


class ProviderUnavailableError(ProviderError):
    code = "provider_unavailable"
    retryable = True


class ProviderStreamError(ProviderError):
    code = "provider_stream_broken"
    retryable = True


class KnowledgeNotFoundError(AgentError):
    code = "not_found"
    http_status = 404


class KnowledgeForbiddenError(AgentError):
    code = "forbidden"
    http_status = 403


class KnowledgeInputError(AgentError):
    code = "invalid_input"
    http_status = 400


class DocumentUnreadableError(AgentError):
    code = "document_unreadable"
    http_status = 422


class DocumentTooLargeError(AgentError):
    code = "document_too_large"
    http_status = 413


class ToolExecutionFailedError(AgentError):
    code = "tool_execution_failed"


class NothingFoundError(ToolExecutionFailedError):
    code = "nothing_found"


class NoAnswerError(AgentError):
    code = "no_answer"
    http_status = 502


class RoundLimitError(AgentError):
    code = "round_limit"


class OutcomeUnknownError(AgentError):
    code = "outcome_unknown"


class ApprovalNeededError(AgentError):
    code = "tool_approval"


class ChildRunOpenError(AgentError):
    code = "child_run_open"


class RunCancelledError(AgentError):
    code = "cancelled"


class AttachmentError(AgentError):
    code = "file_refused"
    http_status = 422


class HistoryError(AgentError):
    code = "history_invalid"
    http_status = 422


class ClientToolError(AgentError):
    code = "client_tools_invalid"
    http_status = 422
