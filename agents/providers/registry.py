"""From a connection to the client that speaks its wire format. A new wire format is one module and one line here."""

from collections.abc import Callable, Mapping

from agents.providers.anthropic_messages import AnthropicMessagesClient
from agents.providers.base import ModelClient
from agents.providers.connection import Connection
from agents.providers.fallbacks import FallbackClient
from agents.providers.openai_chat import OpenAIChatClient
from agents.providers.presets import Wire
from agents.providers.retry import RetryingClient
from agents.providers.text_calls import TextCallsClient
from agents.providers.thoughts_apart import ThoughtsApart

REMOTE_WIRES: Mapping[Wire, Callable[[Connection], ModelClient]] = {
    "openai": OpenAIChatClient,
    "anthropic": AnthropicMessagesClient,
}


def remote_client(connection: Connection) -> ModelClient:
    """Return a client that retries transient failures, separates thoughts and lets every model call tools.

    It is cheap to make; the SDK behind it is shared.
    """
    wire = FallbackClient(REMOTE_WIRES[connection.wire], connection)
    return RetryingClient(TextCallsClient(ThoughtsApart(wire), connection.capabilities))
