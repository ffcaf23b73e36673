"""The services that a provider can be made from, as data. Everything in them can be changed on the provider. No I/O.

Source: the vendors' reference pages and SDKs, autumn 2026. Model names move fast and are only suggestions.
"""

from dataclasses import dataclass
from typing import Literal

from tools.core.definitions import Text

Wire = Literal["openai", "anthropic", "offline"]

NO_NOTE = Text("", "")


@dataclass(frozen=True, slots=True)
class Preset:
    """One service."""

    id: str
    title: Text
    wire: Wire
    base_url: str = ""
    """May hold {placeholders} that a person must replace; empty: the person enters it."""
    models: tuple[str, ...] = ()
    needs_key: bool = True
    note: Text = NO_NOTE
    key_headers: tuple[str, ...] = ()
    """Further headers that carry the key, beside `Authorization: Bearer`."""
    embedding_models: tuple[str, ...] = ()
    """Suggestions for knowledge bases."""
    embedding_batch: int = 32
    """Most texts that one call for embeddings may hold."""


OFFLINE = Preset(
    "offline",
    Text("Offline model", "离线模型"),
    "offline",
    models=("offline",),
    needs_key=False,
    note=Text(
        "Not an AI: follows a script in the node, or calls each tool once and lists the results. Needs no key.",
        "不是 AI：按节点中的脚本回答，或依次调用每个工具并列出结果。无需密钥。",
    ),
)

PRESETS: tuple[Preset, ...] = (
    OFFLINE,
    Preset(
        "openai",
        Text("OpenAI", "OpenAI"),
        "openai",
        "https://api.openai.com/v1",
        ("gpt-5.5", "gpt-5.4", "gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.2"),
        embedding_models=("text-embedding-3-small", "text-embedding-3-large"),
        embedding_batch=100,
    ),
    Preset(
        "anthropic",
        Text("Anthropic", "Anthropic"),
        "anthropic",
        "https://api.anthropic.com",
        ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"),
        note=Text("Takes no temperature.", "不支持温度参数。"),
        key_headers=("x-api-key",),
    ),
    Preset(
        "dashscope",
        Text("DashScope (Beijing)", "阿里云百炼（北京）"),
        "openai",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        ("qwen-plus", "qwen-max", "qwen3.7-plus", "qwen3.7-max", "qwen3.8-flash"),
        embedding_models=("text-embedding-v4",),
        embedding_batch=10,
        note=Text(
            "Keys belong to one region. A workspace gateway can be entered as the base URL.",
            "密钥按地域区分；也可以填写业务空间网关的地址。",
        ),
    ),
    Preset(
        "dashscope-intl",
        Text("DashScope (Singapore)", "阿里云百炼（新加坡）"),
        "openai",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        ("qwen-plus", "qwen-max", "qwen3.7-plus", "qwen3.7-max", "qwen3.8-flash"),
        embedding_models=("text-embedding-v4",),
        embedding_batch=10,
        note=Text("Keys belong to one region.", "密钥按地域区分。"),
    ),
    Preset(
        "deepseek",
        Text("DeepSeek", "DeepSeek"),
        "openai",
        "https://api.deepseek.com",
        ("deepseek-v4-flash", "deepseek-v4-pro"),
    ),
    Preset(
        "moonshot",
        Text("Moonshot (Kimi)", "月之暗面（Kimi）"),
        "openai",
        "https://api.moonshot.cn/v1",
        ("kimi-k3", "kimi-k2.6"),
        note=Text("Outside China use “Moonshot international”.", "中国以外请使用“Moonshot 国际版”。"),
    ),
    Preset(
        "moonshot-intl",
        Text("Moonshot international", "Moonshot 国际版"),
        "openai",
        "https://api.moonshot.ai/v1",
        ("kimi-k3", "kimi-k2.6"),
        note=Text("Keys of the Chinese service are not valid here.", "中国站的密钥在此无效。"),
    ),
    Preset(
        "zhipu",
        Text("Zhipu", "智谱"),
        "openai",
        "https://open.bigmodel.cn/api/paas/v4",
        ("glm-5.3", "glm-5.3-flash", "glm-5.2"),
        embedding_models=("embedding-3",),
        note=Text("The path ends in /v4.", "地址以 /v4 结尾。"),
    ),
    Preset(
        "zhipu-intl",
        Text("Z.ai", "Z.ai（智谱国际版）"),
        "openai",
        "https://api.z.ai/api/paas/v4",
        ("glm-5.3", "glm-5.3-flash", "glm-5.2"),
        embedding_models=("embedding-3",),
    ),
    Preset(
        "volcengine",
        Text("Volcengine Ark (Doubao)", "火山方舟（豆包）"),
        "openai",
        "https://ark.cn-beijing.volces.com/api/v3",
        note=Text(
            "Enter a model name such as doubao-seed-… or an endpoint id ep-….",
            "请填写模型名称（如 doubao-seed-…）或接入点 ID（ep-…）。",
        ),
    ),
    Preset(
        "siliconflow",
        Text("SiliconFlow", "硅基流动"),
        "openai",
        "https://api.siliconflow.cn/v1",
        note=Text("Model names have the form organisation/model.", "模型名称的形式为 组织/模型。"),
        embedding_models=("BAAI/bge-m3",),
    ),
    Preset(
        "openrouter",
        Text("OpenRouter", "OpenRouter"),
        "openai",
        "https://openrouter.ai/api/v1",
        note=Text("Model names have the form vendor/model.", "模型名称的形式为 厂商/模型。"),
    ),
    Preset(
        "azure",
        Text("Azure OpenAI", "Azure OpenAI"),
        "openai",
        "https://{resource}.openai.azure.com/openai/v1/",
        note=Text(
            "Put your resource's name into the address. The model is the name of a deployment.",
            "请把地址中的 resource 换成您的资源名称；模型填写部署名称。",
        ),
        key_headers=("api-key",),
    ),
    Preset(
        "ollama",
        Text("Ollama", "Ollama"),
        "openai",
        "http://localhost:11434/v1",
        needs_key=False,
        note=Text("Runs on your own machine; pull the model first.", "在本机运行；请先下载模型。"),
        embedding_models=("bge-m3", "nomic-embed-text"),
    ),
    Preset(
        "vllm",
        Text("vLLM", "vLLM"),
        "openai",
        "http://localhost:8000/v1",
        needs_key=False,
        note=Text(
            "Tools need --enable-auto-tool-choice and --tool-call-parser on the server.",
            "使用工具需要在服务端开启 --enable-auto-tool-choice 和 --tool-call-parser。",
        ),
    ),
    Preset(
        "gemini",
        Text("Gemini", "Gemini"),
        "openai",
        "https://generativelanguage.googleapis.com/v1beta/openai/",
        note=Text("Uses Gemini's OpenAI-compatible address.", "使用 Gemini 的 OpenAI 兼容地址。"),
    ),
    Preset(
        "custom-openai",
        Text("OpenAI-compatible service", "OpenAI 兼容服务"),
        "openai",
        needs_key=False,
        note=Text(
            "Any service that offers POST {base URL}/chat/completions.",
            "任何提供 POST {地址}/chat/completions 的服务。",
        ),
    ),
    Preset(
        "custom-anthropic",
        Text("Anthropic-compatible service", "Anthropic 兼容服务"),
        "anthropic",
        needs_key=False,
        note=Text(
            "Any service that offers POST {base URL}/v1/messages.",
            "任何提供 POST {地址}/v1/messages 的服务。",
        ),
        key_headers=("x-api-key",),
    ),
)

_BY_ID = {preset.id: preset for preset in PRESETS}


def find_preset(preset_id: str) -> Preset | None:
    return _BY_ID.get(preset_id)
