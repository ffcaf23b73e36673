"""Meanings of a service's error codes, as tables hold them. Pure."""

from typing import NamedTuple

from tools.core.errors import (
    ToolArgumentsError,
    ToolConfigurationError,
    ToolError,
    ToolUnavailableError,
    ToolUpstreamError,
)
from tools.core.text import Text
from tools.outbound.client import LATER


class ErrorMeaning(NamedTuple):
    """The error that a code means, and what to do about it."""

    error: type[ToolError]
    advice: Text


def setup(advice: Text) -> ErrorMeaning:
    """Return the meaning of a code after which settings have to change."""
    return ErrorMeaning(ToolConfigurationError, advice)


def bad_input(advice: Text) -> ErrorMeaning:
    """Return the meaning of a code after which arguments have to change."""
    return ErrorMeaning(ToolArgumentsError, advice)


def unavailable(advice: Text) -> ErrorMeaning:
    """Return the meaning of a code after which a later attempt may succeed."""
    return ErrorMeaning(ToolUnavailableError, advice)


BUSY = unavailable(LATER)
UNKNOWN = ErrorMeaning(ToolUpstreamError, Text("See the service's list of error codes."))
