"""Makes pictures with the models of Alibaba Cloud Model Studio, and keeps them. Pure.

Source: Text to image (Wan, Qwen-Image), help.aliyun.com/zh/model-studio
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import field_validator

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success, save_success
from tools.core.errors import ToolArgumentsError, ToolError, ToolTimeoutError, ToolUnavailableError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.dashscope.native_api import DashscopeApi
from tools.executors.shared.address_field import base_address
from tools.executors.shared.media import data_url, fetch_media
from tools.executors.shared.vendor_api import path_part
from tools.outbound.origins import fixed_origins

_POLLS_S = (2.0, 2.0, 3.0)
_LAST_POLL_S = 5.0
_TIME_TO_STORE_S = 5.0
_UNFINISHED = frozenset({"PENDING", "RUNNING", "SUSPENDED"})
_NO_PICTURES_IN = Text("This model does not accept input images. Leave them out, or choose another model.")
_LOST = Text("DashScope does not know this task: it is more than a day old or belongs to another key. Start a new one.")
_IN_THE_MAKING = Text("The images are not ready yet. Call again with this task ID.")
_HOSTS: Mapping[str, str] = {
    "beijing": "https://dashscope.aliyuncs.com/api/v1",
    "singapore": "https://dashscope-intl.aliyuncs.com/api/v1",
}
_MAX_PICTURE = 20 * 1024 * 1024
_NEITHER = Text("Provide a prompt, or the task ID of an image in progress.")


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


class AliImageConfig(ToolModel):
    api_key: str = form_field("API key", "Keys belong to one region.", default="", widget="secret")
    region: Literal["beijing", "singapore"] = form_field(
        "Region",
        default="beijing",
        enum_labels={"beijing": Text("Beijing"), "singapore": Text("Singapore")},
        destination=True,
    )
    base_url: str = form_field(
        "Base URL", "Only for a workspace gateway or another region. Ends with /api/v1.", default="", destination=True
    )
    model: str = form_field("Model", "For example qwen-image, wan2.6-t2i or wan2.5-t2i-preview.", default="qwen-image")
    prompt: str = form_field("Prompt", "The model fills it in if you do not.", default="", widget="template")
    negative_prompt: str = form_field("Negative prompt", "What the image must not show.", default="")
    size: str = form_field("Size", "Width*height in pixels.", default="1024*1024")
    watermark: bool = form_field("Watermark", default=False)
    prompt_extend: bool = form_field("Improve the prompt", "The service rewrites the prompt.", default=True)

    @field_validator("base_url")
    @classmethod
    def _checked(cls, url: str) -> str:
        return base_address(url)


class AliImageParameters(ToolParameters):
    prompt: str = form_field("Prompt", "What the image shows.", default="", max_length=5000)
    n: int = form_field(Text.in_context("how many", "Number"), "Supported by some models.", default=1, ge=1, le=4)
    seed: int | None = form_field("Seed", default=None, ge=0, le=2_147_483_647)
    image_urls: list[str] = form_field(
        "Images", "Images to edit, for models that support it.", default_factory=list, max_length=3
    )
    task_id: str = form_field("Task ID", "To fetch images that were still in progress.", default="", max_length=100)


class AliImageGenerationExecutor(Executor[AliImageConfig, AliImageParameters]):
    """`ali_image_generation`: the service keeps pictures for a day, so they are stored here at once."""

    name = "ali_image_generation"
    title = Text("Image generation (Alibaba Cloud)")
    help = Text("Generate images from a description.")
    keywords = Text("picture, draw, paint, text to image, wanx, qwen")
    icon = "logo-dashscope"
    category = "data"
    untrusted_text = True
    resource_type = "document"
    operation = OperationType.SAVE
    required = ("api_key", "model")
    prefilled = ("prompt",)
    ui_tools = (UiTool("ali-image-generation", title, help, icon, AliImageConfig),)

    def addresses(self, config: AliImageConfig) -> Mapping[str, str]:
        return {"/baseUrl": config.base_url} if config.base_url else {}

    def origins(self, config: AliImageConfig) -> frozenset[str]:
        return fixed_origins(config.base_url or _HOSTS[config.region])

    def effect(self, config: AliImageConfig, parameters: AliImageParameters, context: CallContext) -> EffectClass:
        """Asking for a task may be repeated; each new picture is billed."""
        return EffectClass.REPEATABLE if parameters.task_id else EffectClass.UNREPEATABLE

    def rehearse(self, config: AliImageConfig, parameters: AliImageParameters, invocation: Invocation) -> Rehearsal:
        _check(parameters)
        body_of(_wish(config, parameters, parameters.image_urls))
        would = Text("make images with {model}, {count} in all", count=parameters.n, model=config.model)
        return Rehearsal(would, {"arguments": self.given(config, parameters)})

    def execute(self, config: AliImageConfig, parameters: AliImageParameters, invocation: Invocation) -> ToolResult:
        """Make the pictures, or fetch those of a task, and store them."""
        _check(parameters)
        api = DashscopeApi(config.base_url or _HOSTS[config.region], config.api_key, invocation)
        if parameters.task_id:
            made = wait_for(api, parameters.task_id)
        else:
            pictures = [_sendable(address, invocation, api.left_s) for address in parameters.image_urls]
            made = make(api, _wish(config, parameters, pictures))
        if not made.is_done:
            data = {"task_id": made.task_id, "status": "running", "images": []}
            return operation_success(data, _IN_THE_MAKING)
        return self._stored(made, invocation, api)

    def _stored(self, made: Made, invocation: Invocation, api: DashscopeApi) -> ToolResult:
        images, failed = [], [*made.failed]
        for number, url in enumerate(made.urls, 1):
            try:
                picture = fetch_media(
                    url, invocation, left_s=api.left_s, max_bytes=_MAX_PICTURE, stem=f"image-{number}"
                )
            except ToolError as error:
                failed.append(error.code)
                continue
            stored = invocation.runtime.files.save(
                picture.name, picture.content_type, [picture.content], invocation.context
            )
            images.append(stored.to_json())
        data = {"task_id": made.task_id, "status": "succeeded", "images": images, "failed": failed}
        if images:
            return save_success(data, Text("Images stored: {count}.", count=len(images)))
        text = Text("No image was created, or it could not be stored.")
        return failure(OperationType.SAVE, text, code=ResultCode.BACKEND, data=data)


def _check(parameters: AliImageParameters) -> None:
    if not parameters.prompt.strip() and not parameters.task_id:
        raise ToolArgumentsError(_NEITHER)


def _wish(config: AliImageConfig, parameters: AliImageParameters, pictures: list[str]) -> Wish:
    options: dict[str, Any] = {
        "size": config.size.replace("x", "*").replace("X", "*").replace("×", "*"),
        "n": parameters.n,
        "watermark": config.watermark,
        "prompt_extend": config.prompt_extend,
        "seed": parameters.seed,
    }
    given = {name: value for name, value in options.items() if value not in (None, "")}
    return Wish(config.model.strip(), parameters.prompt, config.negative_prompt, pictures, given)


def _sendable(address: str, invocation: Invocation, left_s: float) -> str:
    """Return an address that the service can fetch by itself, or the picture itself when it is one of ours."""
    if not invocation.runtime.files.is_ours(address):
        invocation.runtime.outbound.without_credential().check(address)
        return address
    picture = fetch_media(address, invocation, left_s=left_s, max_bytes=_MAX_PICTURE, stem="picture")
    return data_url(picture.content_type, picture.content)
