"""Makes pictures with the models of Alibaba Cloud Model Studio, and keeps them. Pure."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import field_validator

from tools.core.definitions import CallContext, EffectClass, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success, save_success
from tools.core.errors import ToolArgumentsError, ToolError
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, ToolModel, ToolParameters, UiTool
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.contract.schema import form_field
from tools.executors.dashscope.images import Made, Wish, body_of, make, wait_for
from tools.executors.dashscope.native_api import DashscopeApi
from tools.executors.shared.address_field import base_address
from tools.executors.shared.media import data_url, fetch_media
from tools.outbound.origins import fixed_origins

_IN_THE_MAKING = Text("The images are not ready yet. Call again with this task ID.")
_HOSTS: Mapping[str, str] = {
    "beijing": "https://dashscope.aliyuncs.com/api/v1",
    "singapore": "https://dashscope-intl.aliyuncs.com/api/v1",
}
_MAX_PICTURE = 20 * 1024 * 1024
_NEITHER = Text("Provide a prompt, or the task ID of an image in progress.")


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
    effect_class = EffectClass.UNREPEATABLE
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
