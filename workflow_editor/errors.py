"""Errors of the workflow layer.

WorkflowError
├── NotFoundError            404  no such row, or somebody else's
├── ForbiddenError           403  the row is visible, the act is not allowed
├── InvalidInputError        400  `details["errors"]` is a list of {pointer, code, message}
├── GraphInvalidError        422  the graph cannot run; `details["problems"]` lists why
├── ConflictError            409  somebody else was first; `details` says what changed
├── LimitError               429  a limit was reached
└── NodeError                422  a node failed: code, message and `retryable` go into the event
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Self

from tools.core.definitions import JsonObject
from tools.core.errors import BilingualError
from tools.core.text import LANGUAGES, Text

NOTHING_FOUND: Final = "nothing_found"
"""Code of a node that stops its run because a tool found nothing: no policy about failures applies to it."""


class WorkflowError(BilingualError):
    """Base of all errors of this layer; its text is safe to show."""

    code: str = "workflow_failed"
    http_status: ClassVar[int] = 500
    retryable: bool = False

    def __init__(
        self, message: str | Text, *, code: str | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message, details=details)
        if code is not None:
            self.code = code


class NotFoundError(WorkflowError):
    code = "not_found"
    http_status = 404


class ForbiddenError(WorkflowError):
    code = "forbidden"
    http_status = 403


class InvalidInputError(WorkflowError):
    code = "invalid_input"
    http_status = 400

    @classmethod
    def at(cls, pointer: str, code: str, text: Text) -> Self:
        """Return the error of one wrong value in a request; `pointer` is a JSON pointer to it."""
        return cls(text, details={"errors": [{"pointer": pointer, "code": code, "message": text}]})


class GraphInvalidError(WorkflowError):
    code = "graph_invalid"
    http_status = 422


class ConflictError(WorkflowError):
    code = "conflict"
    http_status = 409


class LimitError(WorkflowError):
    code = "limit_reached"
    http_status = 429


class NodeError(WorkflowError):
    """A node could not do its work."""

    code = "node_failed"
    http_status = 422

    def __init__(
        self,
        message: str | Text,
        *,
        code: str | None = None,
        retryable: bool = False,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message, code=code, details=details)
        self.retryable = retryable


def failure_json(code: str, text: Text, details: Mapping[str, Any]) -> JsonObject:
    """Return a failure in stored form: an English message, so that templates and models read plain text, and
    `translations` by language code.
    """
    return {"code": code, "message": text.en, "translations": text.translations, "details": dict(details)}


def failure_text(error: Mapping[str, Any] | None) -> Text:
    """Return a stored failure's sentence in every language, English where missing; empty without a failure."""
    if error is None:
        return Text.verbatim("")
    translations = error.get("translations")
    forms = translations if isinstance(translations, Mapping) else {}
    known = {code: str(forms.get(code) or "") for code in LANGUAGES}
    return Text.of(**known | {"en": str(error.get("message") or "")})
