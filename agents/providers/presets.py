"""Services that providers can be made from, as data; a provider may change every value. No I/O.

Source: the vendors' reference pages and SDKs, autumn 2026. Model names change fast and are only suggestions.
"""

from dataclasses import dataclass
from typing import Literal

from tools.core.text import Text

Wire = Literal["openai", "anthropic", "offline"]

NO_NOTE = Text.verbatim("")


@dataclass(frozen=True, slots=True)
class Preset:
    id: str
    title: Text
    base_url: str = ""
    """May hold {placeholders} that a person must replace; empty: the person enters it."""
    models: tuple[str, ...] = ()
    wire: Wire = "openai"
    needs_key: bool = True
    note: Text = NO_NOTE
    key_page: str = ""
    """Page to get a key; empty if none is needed, or the operator provides it."""
    key_headers: tuple[str, ...] = ()
    """Further headers that carry the key, beside `Authorization: Bearer`."""
    key_path: str = ""
    """Path below the base URL that requires a valid key, if the model list is public."""
    embedding_models: tuple[str, ...] = ()
    """Suggestions for knowledge bases."""
    embedding_batch: int = 32
    """Most texts that one call for embeddings may hold."""


OFFLINE = Preset(
    "offline",
    Text("Offline model"),
    wire="offline",
    models=("offline",),
    needs_key=False,
    note=Text("Not an AI: follows a script in the node, or calls each tool once and lists the results. No key needed."),
)

PRESETS: tuple[Preset, ...] = (
    OFFLINE,
    Preset(
        "openai",
        Text.verbatim("OpenAI"),
        "https://api.openai.com/v1",
        ("gpt-5.5", "gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.2"),
        embedding_models=("text-embedding-3-small", "text-embedding-3-large"),
        embedding_batch=100,
        key_page="https://platform.openai.com/api-keys",
    ),
    Preset(
        "anthropic",
        Text.verbatim("Anthropic"),
        "https://api.anthropic.com",
        ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"),
        wire="anthropic",
        note=Text("Does not support temperature."),
        key_headers=("x-api-key",),
        key_page="https://console.anthropic.com/settings/keys",
    ),
    Preset(
        "dashscope",
        Text("DashScope (Beijing)"),
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        ("qwen-plus", "qwen-max", "qwen3.7-plus", "qwen3.7-max", "qwen3.8-flash"),
        embedding_models=("text-embedding-v4",),
        embedding_batch=10,
        note=Text("Keys belong to one region. A workspace gateway can be entered as the base URL."),
        key_page="https://bailian.console.aliyun.com/?tab=model#/api-key",
    ),
    Preset(
        "dashscope-intl",
        Text("DashScope (Singapore)"),
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        ("qwen-plus", "qwen-max", "qwen3.7-plus", "qwen3.7-max", "qwen3.8-flash"),
        embedding_models=("text-embedding-v4",),
        embedding_batch=10,
        note=Text("Keys belong to one region."),
        key_page="https://modelstudio.console.alibabacloud.com/?tab=model#/api-key",
    ),
    Preset(
        "deepseek",
        Text.verbatim("DeepSeek"),
        "https://api.deepseek.com",
        ("deepseek-v4-flash", "deepseek-v4-pro"),
        key_page="https://platform.deepseek.com/api_keys",
    ),
    Preset(
        "moonshot",
        Text("Moonshot (Kimi)"),
        "https://api.moonshot.cn/v1",
        ("kimi-k3", "kimi-k2.6"),
        note=Text("Outside China, use “Moonshot international”."),
        key_page="https://platform.moonshot.cn/console/api-keys",
    ),
    Preset(
        "moonshot-intl",
        Text("Moonshot international"),
        "https://api.moonshot.ai/v1",
        ("kimi-k3", "kimi-k2.6"),
        note=Text("Keys of the Chinese service are not valid here."),
        key_page="https://platform.moonshot.ai/console/api-keys",
    ),
    Preset(
        "zhipu",
        Text("Zhipu"),
        "https://open.bigmodel.cn/api/paas/v4",
        ("glm-5.3", "glm-5.3-flash", "glm-5.2"),
        embedding_models=("embedding-3",),
        note=Text("The path ends in /v4."),
        key_page="https://open.bigmodel.cn/usercenter/apikeys",
    ),
    Preset(
        "zhipu-intl",
        Text("Z.ai"),
        "https://api.z.ai/api/paas/v4",
        ("glm-5.3", "glm-5.3-flash", "glm-5.2"),
        embedding_models=("embedding-3",),
        key_page="https://z.ai/manage-apikey/apikey-list",
    ),
    Preset(
        "volcengine",
        Text("Volcengine Ark (Doubao)"),
        "https://ark.cn-beijing.volces.com/api/v3",
        note=Text("Enter a model name such as doubao-seed-… or an endpoint ID ep-…."),
        key_page="https://console.volcengine.com/ark",
    ),
    Preset(
        "siliconflow",
        Text("SiliconFlow"),
        "https://api.siliconflow.cn/v1",
        note=Text("Model names have the format organisation/model."),
        embedding_models=("BAAI/bge-m3",),
        key_page="https://cloud.siliconflow.cn/account/ak",
    ),
    Preset(
        "openrouter",
        Text.verbatim("OpenRouter"),
        "https://openrouter.ai/api/v1",
        note=Text("Model names have the format vendor/model."),
        key_page="https://openrouter.ai/settings/keys",
        key_path="/key",
    ),
    Preset(
        "azure",
        Text.verbatim("Azure OpenAI"),
        "https://{resource}.openai.azure.com/openai/v1/",
        note=Text("Put your resource name into the URL. The model is the name of a deployment."),
        key_headers=("api-key",),
        key_page="https://portal.azure.com",
    ),
    Preset(
        "ollama",
        Text.verbatim("Ollama"),
        "http://localhost:11434/v1",
        needs_key=False,
        note=Text("Runs on your own machine. Pull the model first."),
        embedding_models=("bge-m3", "nomic-embed-text"),
    ),
    Preset(
        "vllm",
        Text.verbatim("vLLM"),
        "http://localhost:8000/v1",
        needs_key=False,
        note=Text("Tools need --enable-auto-tool-choice and --tool-call-parser on the server."),
    ),
    Preset(
        "gemini",
        Text.verbatim("Gemini"),
        "https://generativelanguage.googleapis.com/v1beta/openai/",
        note=Text("Uses Gemini's OpenAI-compatible address."),
        key_page="https://aistudio.google.com/apikey",
    ),
    Preset(
        "custom-openai",
        Text("OpenAI-compatible service"),
        needs_key=False,
        note=Text("Any service with POST {base URL}/chat/completions."),
    ),
    Preset(
        "custom-anthropic",
        Text("Anthropic-compatible service"),
        wire="anthropic",
        needs_key=False,
        note=Text("Any service with POST {base URL}/v1/messages."),
        key_headers=("x-api-key",),
    ),
)

_BY_ID = {preset.id: preset for preset in PRESETS}


def find_preset(preset_id: str) -> Preset | None:
    return _BY_ID.get(preset_id)
