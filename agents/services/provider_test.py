"""Asks a provider for one short answer, to see whether address, key and model are right."""

import time
from dataclasses import dataclass

from agents.core.errors import AgentError, RunCancelledError
from agents.core.messages import Message
from agents.models import ModelProvider
from agents.providers.base import ModelRequest
from agents.providers.failures import failure
from agents.services.models import model_resolve
from tools.core.text import Text
from tools.forms.local_text import local_text

LONGEST_TEST_S = 20.0
MAX_TOKENS = 256
"""Enough for models that think before they answer, cheap for all others."""

_ANSWERED = Text("The model answered.")


@dataclass(frozen=True, slots=True)
class ProviderReport:
    """How the test went; `message` is in the language of the request."""

    ok: bool
    message: str
    latency_ms: int


def provider_test(*, provider: ModelProvider) -> ProviderReport:
    """Call the default model once, without repeating a failure. Costs the tokens of one short answer.

    Raises:
        ToolConfigurationError: the stored key cannot be decrypted.
    """
    deadline = _Deadline(LONGEST_TEST_S)
    started = time.monotonic()
    try:
        resolved = model_resolve(str(provider.id), "")
        request = ModelRequest(
            model=resolved.model, messages=(Message("user", "Reply with the word OK."),), max_tokens=MAX_TOKENS
        )
        for _ in resolved.client.stream(request, deadline):
            pass
    except RunCancelledError:
        return _report(started, failure("timeout", provider.name))
    except AgentError as error:
        return _report(started, error)
    return ProviderReport(True, local_text(_ANSWERED), _elapsed_ms(started))


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def is_cancelled(self) -> bool:
        return time.monotonic() > self._end


def _report(started: float, error: AgentError) -> ProviderReport:
    return ProviderReport(False, local_text(error.text), _elapsed_ms(started))


def _elapsed_ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)
