"""The sentences about failed model calls, in both languages, and the error class of each. Pure."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from agents.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderRequestError,
    ProviderStreamError,
    ProviderUnavailableError,
)
from tools.core.definitions import Text

FailureKind = Literal[
    "quota",
    "key",
    "rights",
    "rate",
    "unknown_model",
    "refused",
    "server",
    "unreachable",
    "timeout",
    "form",
    "stream",
]


@dataclass(frozen=True, slots=True)
class _Sentence:
    error: type[ProviderError]
    text: Text


_SENTENCES: Mapping[FailureKind, _Sentence] = {
    "quota": _Sentence(
        ProviderQuotaError,
        Text(
            "{service} refused the call because the account has no balance or quota left. Top it up.",
            "{service} 拒绝了调用：账户余额或配额不足，请充值。",
        ),
    ),
    "key": _Sentence(
        ProviderAuthError,
        Text(
            "{service} does not accept the API key. Enter a valid key in the provider's settings.",
            "{service} 不接受该 API 密钥，请在模型提供方设置中填写有效的密钥。",
        ),
    ),
    "rights": _Sentence(
        ProviderAuthError,
        Text(
            "{service} does not allow this key to use the model or service. Check the key's rights.",
            "{service} 不允许该密钥使用此模型或服务，请检查密钥的权限。",
        ),
    ),
    "rate": _Sentence(
        ProviderRateLimitError,
        Text(
            "{service} says that too many requests were sent. Wait a little and run this again.",
            "{service} 提示请求过多，请稍后再试。",
        ),
    ),
    "unknown_model": _Sentence(
        ProviderRequestError,
        Text(
            "{service} does not know the model or the address. Check the model name and the base URL.",
            "{service} 找不到该模型或地址，请检查模型名称和服务地址。",
        ),
    ),
    "refused": _Sentence(
        ProviderRequestError,
        Text(
            "{service} refused the request (status {status}). Check the model and the node's settings.",
            "{service} 拒绝了请求（状态码 {status}），请检查模型和节点设置。",
        ),
    ),
    "server": _Sentence(
        ProviderUnavailableError,
        Text(
            "{service} failed with status {status}. Try again later.", "{service} 出错（状态码 {status}），请稍后再试。"
        ),
    ),
    "unreachable": _Sentence(
        ProviderUnavailableError,
        Text(
            "{service} could not be reached at {address}. Check the base URL and the network.",
            "无法连接 {service}（{address}），请检查服务地址和网络。",
        ),
    ),
    "timeout": _Sentence(
        ProviderUnavailableError,
        Text("{service} did not answer in time. Try again later.", "{service} 未能及时响应，请稍后再试。"),
    ),
    "form": _Sentence(
        ProviderUnavailableError,
        Text(
            "{service} gave an answer that is not of the right form. Check the base URL.",
            "{service} 返回的内容格式不正确，请检查服务地址。",
        ),
    ),
    "stream": _Sentence(
        ProviderStreamError,
        Text("{service} broke off its answer. Run this again.", "{service} 的回答中途断开，请重新运行。"),
    ),
}
_SAID = Text(" It said: {said}", " 对方返回：{said}")


def failure(
    kind: FailureKind, service: str, *, said: str = "", details: Mapping[str, Any] | None = None, **blanks: object
) -> ProviderError:
    """Return the error to raise.

    Args:
        kind: which sentence.
        service: shown name of the service.
        said: the vendor's own words, already without keys; quoted after the sentence.
        details: further safe facts for the error.
        blanks: `status` or `address`, where the sentence has them.
    """
    sentence = _SENTENCES[kind]
    text = Text(
        *(
            template.format(service=service, **blanks) + (quote.format(said=said) if said else "")
            for template, quote in ((sentence.text.en, _SAID.en), (sentence.text.zh, _SAID.zh))
        )
    )
    return sentence.error(text, details=details)


@contextmanager
def well_formed(service: str) -> Iterator[None]:
    """Blame the service for an answer whose parts are missing or of other types than it documents.

    Raises:
        ProviderUnavailableError: the block failed as code does that reads such an answer.
    """
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise failure("form", service) from error
