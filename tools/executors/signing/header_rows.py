"""Headers that people fill in, for a request or to sign one. Pure."""

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, field_validator

from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field

_RESERVED_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"})
# Source: RFC 9110, 5.1 and 5.5.
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]*")
_LINE_END = re.compile(r"[\r\n\0]")
_NAME_FORM = Text("A header name can only contain letters, digits and hyphens.")
_VALUE_FORM = Text("A header value must be a single line of text.")


def refuse_reserved(names: Iterable[str]) -> None:
    for name in names:
        if name.strip().lower() in _RESERVED_HEADERS:
            text = Text("Remove the header {name}: the client sets it.", name=name)
            raise refused_value("reserved_header", text)


class NameValueRow(ToolModel):
    """One parameter of a query."""

    key: str = form_field("Name", default="")
    value: str = form_field("Value", default="")


class HeaderRow(NameValueRow):
    @field_validator("key")
    @classmethod
    def _legal_name(cls, key: str) -> str:
        if not _HEADER_NAME.fullmatch(key.strip()):
            raise refused_value("header_name", _NAME_FORM)
        return key

    @field_validator("value")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if _LINE_END.search(value):
            raise refused_value("header_value", _VALUE_FORM)
        return value


def _sendable(rows: list[HeaderRow]) -> list[HeaderRow]:
    refuse_reserved(row.key for row in rows)
    return rows


HeaderRows = Annotated[list[HeaderRow], AfterValidator(_sendable)]
"""Headers that the client does not set itself."""
