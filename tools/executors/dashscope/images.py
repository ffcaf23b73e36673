"""Image generation: protocol by model, submission, polling, and answers. Pure.

Source: Text to image (Wan, Qwen-Image), help.aliyun.com/zh/model-studio
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolError, ToolTimeoutError, ToolUnavailableError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.dashscope.native_api import DashscopeApi
from tools.executors.shared.vendor_api import path_part

_POLLS_S = (2.0, 2.0, 3.0)
_LAST_POLL_S = 5.0
_TIME_TO_STORE_S = 5.0
_UNFINISHED = frozenset({"PENDING", "RUNNING", "SUSPENDED"})
_NO_PICTURES_IN = Text("This model does not accept input images. Leave them out, or choose another model.")
_LOST = Text("DashScope does not know this task: it is more than a day old or belongs to another key. Start a new one.")


@dataclass(frozen=True, slots=True)
class Wish:
    """Requested picture."""

    model: str
    prompt: str
    negative_prompt: str
    pictures: Sequence[str]
    """Addresses or data URLs to start from."""
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """State of a task."""

    task_id: str
    is_done: bool
    urls: Sequence[str] = ()
    """Addresses of the pictures, valid for a day."""
    failed: Sequence[str] = ()
    """Codes of single pictures that did not come about."""


@dataclass(frozen=True, slots=True)
class _Protocol:
    path: str
    is_async: bool
    body: Callable[[Wish], JsonObject]


def make(api: DashscopeApi, wish: Wish) -> Made:
    """Ask for pictures, and wait for them as long as the attempt lasts."""
    protocol = _protocol(wish.model)
    output = api.call("POST", protocol.path, protocol.body(wish), is_async=protocol.is_async)
    if not protocol.is_async:
        return Made("", True, *_pictures(output))
    return wait_for(api, str(output.get("task_id") or ""))


def wait_for(api: DashscopeApi, task_id: str) -> Made:
    """Wait for a submitted task; a busy service is polled again, since polling is free.

    Raises ToolError if the task failed or is unknown.
    """
    path = f"/tasks/{path_part('task_id', task_id)}"
    polls = iter(_POLLS_S)
    while True:
        try:
            output = api.call("GET", path)
        except (ToolUnavailableError, ToolTimeoutError):
            output = {"task_status": "RUNNING"}
        status = str(output.get("task_status"))
        if status == "SUCCEEDED":
            return Made(task_id, True, *_pictures(output))
        if status == "UNKNOWN":
            raise ToolArgumentsError(_LOST)
        if status not in _UNFINISHED:
            raise _failed(api, output, status)
        wait_s = next(polls, _LAST_POLL_S)
        if wait_s + _TIME_TO_STORE_S > api.left_s or not api.wait(wait_s):
            return Made(task_id, False)


def body_of(wish: Wish) -> JsonObject:
    """Return the request's body. Raises ToolArgumentsError if the model does not support the values."""
    return _protocol(wish.model).body(wish)


def _protocol(model: str) -> _Protocol:
    if model.startswith("wan2.6"):
        return _Protocol("/services/aigc/image-generation/generation", True, _messages)
    if model.startswith(("wan", "wanx")) and ("i2i" in model or "imageedit" in model):
        return _Protocol("/services/aigc/image2image/image-synthesis", True, _edit)
    if model.startswith(("wan", "wanx", "flux", "stable-diffusion")):
        return _Protocol("/services/aigc/text2image/image-synthesis", True, _text)
    return _Protocol("/services/aigc/multimodal-generation/generation", False, _messages)


def _text(wish: Wish) -> JsonObject:
    if wish.pictures:
        raise ToolArgumentsError(_NO_PICTURES_IN)
    return {"model": wish.model, "input": _prompts(wish), "parameters": dict(wish.parameters)}


def _edit(wish: Wish) -> JsonObject:
    if not wish.pictures:
        raise ToolArgumentsError(Text("This model edits images. Provide at least one."))
    if "imageedit" in wish.model:
        given: JsonObject = {"function": "description_edit", "base_image_url": wish.pictures[0]}
    else:
        given = {"images": list(wish.pictures)}
    return {"model": wish.model, "input": {**_prompts(wish), **given}, "parameters": dict(wish.parameters)}


def _messages(wish: Wish) -> JsonObject:
    content = [{"text": wish.prompt}, *({"image": picture} for picture in wish.pictures)]
    negative = {"negative_prompt": wish.negative_prompt} if wish.negative_prompt else {}
    return {
        "model": wish.model,
        "input": {"messages": [{"role": "user", "content": content}]},
        "parameters": {**wish.parameters, **negative},
    }


def _prompts(wish: Wish) -> JsonObject:
    negative = {"negative_prompt": wish.negative_prompt} if wish.negative_prompt else {}
    return {"prompt": wish.prompt, **negative}


def _pictures(output: JsonObject) -> tuple[list[str], list[str]]:
    """Return addresses and the codes of single failures, from either form of answer."""
    results = [one for one in output.get("results") or [] if isinstance(one, dict)]
    for choice in output.get("choices") or []:
        content = (choice.get("message") or {}).get("content") or []
        results += [{"url": part["image"]} for part in content if isinstance(part, dict) and part.get("image")]
    urls = [str(one["url"]) for one in results if one.get("url")]
    return urls, [str(one.get("code") or "unknown") for one in results if not one.get("url")]


def _failed(api: DashscopeApi, output: JsonObject, status: str) -> ToolError:
    if output.get("code"):
        return api.error_of(str(output["code"]), output.get("message"))
    return ToolUpstreamError(Text("The task ended as {status}.", status=status))
