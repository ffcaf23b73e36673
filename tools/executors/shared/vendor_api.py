"""Calls of one vendor's HTTP interface within one attempt: a deadline, polite waits, errors without secrets. Pure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlencode

import httpx2

from tools.core.call.transient import is_transient
from tools.core.definitions import JsonObject
from tools.core.errors import (
    RETRY_AFTER,
    ToolArgumentsError,
    ToolError,
    ToolRateLimitedError,
    ToolTimeoutError,
    ToolUnavailableError,
    ToolUpstreamError,
)
from tools.core.formats.json_text import write_json
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Invocation
from tools.executors.shared.error_codes import UNKNOWN, ErrorMeaning
from tools.executors.signing.security import Security
from tools.executors.signing.signed_sending import is_unauthorized, send_signed
from tools.outbound.client import OutboundRequest, OutboundResponse, busy_error, later
from tools.secrets.redaction import redact_beginning

_UNSIGNED = Security()
_JSON = {"Content-Type": "application/json; charset=utf-8"}
_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
_MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class FormFile:
    field: str
    name: str
    content_type: str
    content: bytes


class VendorApi:
    """Speaks for one account at a vendor within the attempt's time; each vendor adds its tokens, envelope and codes.

    `security` locates an account's token, which makes the call signed with the tool's credential; `is_refused` as in
    `send_signed`.
    """

    title: ClassVar[Text]
    refusals: ClassVar[Mapping[Any, ErrorMeaning]] = {}
    """Meanings of the vendor's error codes."""
    unknown: ClassVar[ErrorMeaning] = UNKNOWN

    def __init__(
        self,
        base_url: str,
        invocation: Invocation,
        *,
        security: Security = _UNSIGNED,
        is_refused: Callable[[OutboundResponse], bool] = is_unauthorized,
    ) -> None:
        self._invocation = invocation
        self._security = security
        self._is_refused = is_refused
        self.runtime = invocation.runtime
        self._base_url = base_url.rstrip("/")
        self._end = self.runtime.clock.monotonic() + invocation.timeout_s
        self._hidden: set[str] = set()

    @property
    def left_s(self) -> float:
        """Seconds until the attempt's deadline."""
        return self._end - self.runtime.clock.monotonic()

    def hide(self, secret: str) -> None:
        """Keep a token out of every message."""
        self._hidden.add(secret)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        form: Mapping[str, str] | None = None,
        files: tuple[FormFile, ...] = (),
    ) -> OutboundResponse:
        """Send one request; JSON is not escaped, since some vendors store escapes literally.

        Raises:
            ToolTimeoutError: the attempt's time is over.
            ToolError: as `OutboundClient.send`.
        """
        if self.left_s <= 0:
            raise ToolTimeoutError(
                Text("{title} took too long. Check that the service is up, or raise the time limit.", title=self.title),
            )
        url = f"{self._base_url}{path}" + (f"?{urlencode(query)}" if query else "")
        content, kind = _content(json, form, files)
        request = OutboundRequest(method, url, {**kind, **(headers or {})}, content)
        return send_signed(
            request,
            self._security,
            self._invocation,
            timeout_s=self.left_s,
            max_redirects=0,
            is_refused=self._is_refused,
        )

    def object_of(self, response: OutboundResponse) -> JsonObject:
        """Return the JSON object of an answer.

        Raises:
            ToolUnavailableError: status 5xx or 429 without one.
            ToolUpstreamError: anything else that is not a JSON object.
        """
        try:
            return response.json()
        except ToolUpstreamError:
            self.check_busy(response)
            raise

    def check_busy(self, response: OutboundResponse) -> None:
        """Raise ToolUnavailableError for status 5xx and 429, with the requested wait."""
        if is_transient(response.status):
            raise busy_error(self.title, response)

    def wait(self, wait_s: float) -> bool:
        """Wait; False when the attempt would be over by then."""
        if wait_s >= self.left_s:
            return False
        self.runtime.clock.sleep(wait_s)
        return True

    def refused(
        self,
        code: object,
        words: object,
        meaning: ErrorMeaning | None = None,
        *,
        more: Text | None = None,
        wait_s: float | None = None,
    ) -> ToolError:
        """Return the error of a refused call.

        `words` are the vendor's own, shown redacted and cut; `meaning` is by default that of the code; `more` is
        appended, e.g. the missing scope; `wait_s` is the requested wait.
        """
        error, first = meaning or self.refusals.get(code, self.unknown)
        answer = redact_beginning(str(words or ""), _MOST_WORDS, self._hidden)
        answer = f"{code}: {answer}" if answer else str(code)
        advice = [first, *([more] if more else []), *([later(wait_s)] if wait_s else [])]
        text = Text(
            "{title} rejected the call ({answer}). {advice}",
            title=self.title,
            answer=answer,
            advice=sentences(advice),
        )
        details = {"vendorCode": code}
        if wait_s and issubclass(error, ToolUnavailableError):
            return ToolRateLimitedError(text, retry_after_s=wait_s, details=details)
        return error(text, details={**details, **({RETRY_AFTER: wait_s} if wait_s else {})})


def path_part(name: str, value: str) -> str:
    """Return an id for use in a path. Raises ToolArgumentsError if it has illegal characters."""
    if not _ID.fullmatch(value):
        raise ToolArgumentsError(Text("{name} is not a valid ID.", name=name), details={"argument": name})
    return value


def whole_number(value: object, default: int = 0) -> int:
    """Return a number that a vendor writes now as a number, now as text."""
    try:
        return int(str(value))
    except ValueError:
        return default


def _content(
    json: object, form: Mapping[str, str] | None, files: tuple[FormFile, ...]
) -> tuple[bytes | None, Mapping[str, str]]:
    if files:
        parts = [(file.field, (file.name, file.content, file.content_type)) for file in files]
        encoded = httpx2.Request("POST", "http://form.invalid", files=parts, data=dict(form or {}))
        return encoded.read(), {"Content-Type": encoded.headers["content-type"]}
    if form is not None:
        return urlencode(form).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
    return (None, {}) if json is None else (write_json(json), _JSON)
