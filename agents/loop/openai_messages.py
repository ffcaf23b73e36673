"""Reads earlier messages of a conversation from OpenAI's form. Pure.

Source: messages of OpenAI Chat Completions, images as `image_url` with a data URL, documents as `file`.
"""

from collections.abc import Mapping
from typing import Any

from agents.core.attachments import FilePart, OpenFile, read_files
from agents.core.errors import HistoryError
from agents.core.messages import Message, Role, ToolCallPart
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import write_json
from tools.core.text import Text, listed

_ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


def read_history(given: Any, open_file: OpenFile) -> tuple[Message, ...]:
    """Read a list of messages {role, content, tool_calls?, tool_call_id?, own?}, oldest first.

    `content` is a text or a list of parts {type: text | image_url | file}. Unmatched calls or results and duplicate ids
    are accepted and fixed by `agents.providers.legal_history`.
    Raises:
        HistoryError: malformed; the text names the wrong message.
        AttachmentError: a picture or document is refused.
    """
    if given in (None, ""):
        return ()
    if not isinstance(given, list):
        raise _error(None, Text("must be a list of messages"))
    return tuple(_message(item, number, open_file) for number, item in enumerate(given, 1))


def _message(item: Any, number: int, open_file: OpenFile) -> Message:
    named = item.get("role") if isinstance(item, dict) else None
    role = _ROLES.get(named) if isinstance(named, str) else None
    if role is None:
        raise _error(number, Text("needs one of the roles {roles}", roles=listed(_ROLES)))
    text, files = _content(item.get("content"), number, open_file)
    if files and role != "user":
        raise _error(number, Text("must not contain files: only user messages can"))
    calls = _calls(item.get("tool_calls"), number) if role == "assistant" else ()
    call_id = item.get("tool_call_id")
    return Message(
        role,
        text,
        tool_calls=calls,
        tool_call_id=call_id if isinstance(call_id, str) else "",
        files=files,
        raw=item.get("own") if role == "assistant" and isinstance(item.get("own"), dict) else None,
    )


def _content(content: Any, number: int, open_file: OpenFile) -> tuple[str, tuple[FilePart, ...]]:
    if content is None or isinstance(content, str):
        return content or "", ()
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        raise _error(number, Text("has content that is neither text nor parts"))
    texts: list[str] = []
    files: list[JsonObject] = []
    for part in content:
        match part:
            case {"type": "text" | "refusal", "text": str(text)} | {"type": "refusal", "refusal": str(text)}:
                texts.append(text)
            case {"type": "image_url", "image_url": {"url": str(url)}}:
                files.append(_from_data_url(url, "image", number))
            case {"type": "file", "file": {"file_id": str(file_id)}}:
                files.append({"file_id": file_id})
            case {"type": "file", "file": {"file_data": str(url), **rest}}:
                files.append(_from_data_url(url, str(rest.get("filename") or "file"), number))
            case _:
                raise _error(number, Text("has a part that is not text, image_url or file"))
    return "\n".join(texts), read_files(files, open_file)


def _from_data_url(url: str, name: str, number: int) -> JsonObject:
    head, comma, data = url.partition(",")
    if not head.startswith("data:") or not comma or not head.endswith(";base64"):
        raise _error(
            number,
            Text("contains a URL: send images and files as a data: URL in base64"),
        )
    return {"name": name, "media_type": head.removeprefix("data:").removesuffix(";base64"), "data": data}


def _calls(given: Any, number: int) -> tuple[ToolCallPart, ...]:
    calls = []
    if given is not None and not isinstance(given, list):
        raise _error(number, Text("has tool calls that are no list"))
    for item in given or ():
        match item:
            case {"function": {"name": str(name), **rest}}:
                id_, arguments = item.get("id"), rest.get("arguments")
                text = arguments if isinstance(arguments, str | None) else write_json(arguments).decode()
                calls.append(ToolCallPart(id_ if isinstance(id_, str) else "", name, text or ""))
            case _:
                raise _error(number, Text("has a tool call without a name"))
    return tuple(calls)


def _error(number: int | None, fault: Text) -> HistoryError:
    if number is None:
        return HistoryError(Text("The history {fault}.", fault=fault))
    text = Text("Message {number} {fault}.", number=number, fault=fault)
    return HistoryError(text, details={"message": number})
