"""Earlier messages of a conversation in OpenAI's form, read into ours. Pure.

Source: messages of OpenAI Chat Completions, images as `image_url` with a data URL, documents as `file`.
"""

from collections.abc import Mapping
from typing import Any

from agents.core.attachments import FilePart, OpenFile, read_files
from agents.core.errors import HistoryError
from agents.core.messages import Message, Role, ToolCallPart
from tools.core.definitions import JsonObject
from tools.core.text import Text, listed

_ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


def read_history(given: Any, open_file: OpenFile) -> tuple[Message, ...]:
    """Read a list of messages {role, content, tool_calls?, tool_call_id?}, oldest first.

    `content` is a text or a list of parts {type: text | image_url | file}.

    Raises:
        HistoryError: it is not of this form; the text names the message that is wrong.
        AttachmentError: a picture or document of it is refused.
    """
    if given in (None, ""):
        return ()
    if not isinstance(given, list):
        raise _error(None, Text("must be a list of messages"))
    messages = tuple(_message(item, number, open_file) for number, item in enumerate(given, 1))
    _check_results(messages)
    return messages


def _message(item: Any, number: int, open_file: OpenFile) -> Message:
    named = item.get("role") if isinstance(item, dict) else None
    role = _ROLES.get(named) if isinstance(named, str) else None
    if role is None:
        raise _error(number, Text("needs one of the roles {roles}", roles=listed(_ROLES)))
    text, files = _content(item.get("content"), number, open_file)
    if files and role != "user":
        raise _error(number, Text("must not contain files: only user messages can"))
    if role == "tool" and not isinstance(item.get("tool_call_id"), str):
        raise _error(number, Text("needs the tool_call_id that it answers"))
    calls = _calls(item.get("tool_calls"), number) if role == "assistant" else ()
    return Message(role, text, tool_calls=calls, tool_call_id=item.get("tool_call_id") or "", files=files)


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
            case {"id": str(id_), "function": {"name": str(name), "arguments": str(arguments)}}:
                calls.append(ToolCallPart(id_, name, arguments))
            case _:
                raise _error(number, Text("has a tool call without id, name or arguments"))
    return tuple(calls)


def _check_results(messages: tuple[Message, ...]) -> None:
    """Refuse what both wire formats refuse: calls without results, and results without calls."""
    open_calls: set[str] = set()
    for number, message in enumerate(messages, 1):
        if message.role == "tool":
            if message.tool_call_id not in open_calls:
                raise _error(number, Text("answers a tool call that does not exist"))
            open_calls.discard(message.tool_call_id)
        elif open_calls:
            raise _error(number, Text("appears before all tool calls are answered"))
        open_calls.update(call.id for call in message.tool_calls)
    if open_calls:
        raise _error(None, Text("ends with unanswered tool calls"))


def _error(number: int | None, fault: Text) -> HistoryError:
    if number is None:
        return HistoryError(Text("The history {fault}.", fault=fault))
    text = Text("Message {number} {fault}.", number=number, fault=fault)
    return HistoryError(text, details={"message": number})
