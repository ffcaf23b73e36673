"""Asks a service whether address, key and model are right: of a stored provider, or of what a person has typed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agents import selectors
from agents.core.errors import AgentError, ProviderError, RunCancelledError
from agents.core.messages import Message
from agents.models import ModelProvider
from agents.providers.base import ModelClient, ModelRequest
from agents.providers.connection import Connection
from agents.providers.failures import failure
from agents.providers.model_list import listed_models, lists_no_models
from agents.providers.registry import remote_client
from agents.services.models import model_resolve
from agents.services.providers import keeps_key, provider_draft
from tools.core.errors import OutboundBlockedError, ToolNotReachedError
from tools.core.text import Text
from tools.forms.local_text import local_text

LONGEST_TEST_S = 20.0
MAX_TOKENS = 256
"""Enough for models that think before they answer, cheap for all others."""

_ANSWERED = Text("The model answered.")
_LISTED = Text("{service} listed its models.")
_NO_KEY = Text("Enter the API key.")
_KEY_OF_ANOTHER_ADDRESS = Text(
    "The stored key was entered for another address and is not sent here. Enter the key again."
)


@dataclass(frozen=True, slots=True)
class ProviderReport:
    """Test outcome; `message` is in the language of the request."""

    ok: bool
    message: str
    latency_ms: int
    models: Sequence[str] = ()
    """Listed models in order; only requested for unsaved providers."""


def provider_test(*, provider: ModelProvider) -> ProviderReport:
    """Call the default model once. Costs the tokens of one short answer.

    Raises ToolConfigurationError if the stored key cannot be decrypted.
    """

    def ask() -> list[str]:
        resolved = model_resolve(str(provider.id), "")
        _answer(resolved.client, resolved.model, provider.name)
        return []

    return _reported(ask, _ANSWERED)


def provider_try(*, stored: ModelProvider | None = None, api_key: str | None = None, **values: Any) -> ProviderReport:
    """Try unsaved provider values by listing the models, or else by one short answer of the default model.

    Args:
        stored: the edited provider; its key is used for the same origin if none was entered, its proxy also for a new
            key.
        values: as in `provider_draft`.
    Raises:
        ProviderInputError: a field is not right.
        ToolConfigurationError: the stored key cannot be decrypted.
    """
    draft = provider_draft(stored=stored, **values)
    if stored is not None and stored.key_set and api_key != "":
        if api_key is None and not keeps_key(stored, draft.base_url):
            return ProviderReport(False, local_text(_KEY_OF_ANOTHER_ADDRESS), 0)
        draft.credential = stored.credential
    if not api_key and selectors.lacks_key(draft):
        return ProviderReport(False, local_text(_NO_KEY), 0)

    def ask() -> list[str]:
        connection = selectors.provider_connection(provider=draft, api_key=api_key and api_key.strip())
        return _models_of(connection, draft.default_model)

    return _reported(ask, _LISTED.filled(service=draft.name))


def _models_of(connection: Connection, default_model: str) -> list[str]:
    try:
        return listed_models(connection)
    except ProviderError as error:
        if not default_model or not lists_no_models(error):
            raise
    _answer(remote_client(connection), default_model, connection.title)
    return []


def _answer(client: ModelClient, model: str, service: str) -> None:
    deadline = _Deadline(LONGEST_TEST_S)
    request = ModelRequest(model=model, messages=(Message("user", "Reply with the word OK."),), max_tokens=MAX_TOKENS)
    try:
        for _ in client.stream(request, deadline):
            pass
    except RunCancelledError:
        raise failure("timeout", service) from None


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def time_left_s(self) -> float:
        return self._end - time.monotonic()

    def is_cancelled(self) -> bool:
        return time.monotonic() > self._end


def _reported(ask: Callable[[], list[str]], answered: Text) -> ProviderReport:
    started = time.monotonic()
    try:
        ok, models, text = True, ask(), answered
    except (AgentError, OutboundBlockedError, ToolNotReachedError) as error:
        ok, models, text = False, [], error.text
    return ProviderReport(ok, local_text(text), round((time.monotonic() - started) * 1000), models)
