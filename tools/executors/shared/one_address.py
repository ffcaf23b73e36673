"""Tools that read what is at one address, which a person fixes or the model fills in. Pure."""

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, TypeVar

from pydantic import AfterValidator, Field

from tools.core.call.summary import SummaryText
from tools.core.call.transient import is_transient
from tools.core.definitions import EffectClass, OperationType
from tools.core.errors import ToolNothingFoundError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel, ToolParameters
from tools.executors.shared.address_field import callable_address
from tools.outbound.client import OutboundRequest, OutboundResponse, busy_error

_GONE = frozenset({404, 410})


def _address(url: str) -> str:
    return callable_address(url, allow_http=True)


WebAddress = Annotated[str, Field(max_length=2000), AfterValidator(_address)]


class OneAddressConfig(ToolModel):
    """The address, if a person fixes it."""

    url: WebAddress = ""


class OneAddressParameters(ToolParameters):
    """The address, if the model fills it in."""

    url: WebAddress = Field(min_length=1)


C = TypeVar("C", bound=OneAddressConfig)
P = TypeVar("P", bound=OneAddressParameters)


class OneAddressExecutor(Executor[C, P], ABC):
    """Checks the address and fetches what is there; a subclass reads it."""

    would: ClassVar[Text]
    """Rehearsal text in English, for models."""
    gone: ClassVar[Text]
    """The error when there is nothing any more."""
    server: ClassVar[Text]
    """Name of the other side in errors."""

    summary = ((SummaryText(Text.verbatim("{url|host}")),),)
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.QUERY
    effect_class = EffectClass.REPEATABLE
    prefilled = ("url",)

    def addresses(self, config: C) -> Mapping[str, str]:
        return {"/url": config.url} if config.url else {}

    def destinations(self, config: C, parameters: P) -> Sequence[str]:
        return [parameters.url]

    def rehearse(self, config: C, parameters: P, invocation: Invocation) -> Rehearsal:
        invocation.runtime.outbound.check(parameters.url)
        return Rehearsal(self.would, {"url": parameters.url})

    def fetched(
        self,
        parameters: P,
        invocation: Invocation,
        headers: Mapping[str, str],
        max_bytes: int,
        *,
        expected: frozenset[int] = frozenset({200}),
    ) -> OutboundResponse:
        """Return the answer to a GET.

        Raises:
            ToolNothingFoundError: the resource is gone.
            ToolUnavailableError: the server is busy or down.
            ToolUpstreamError: another status than those expected.
        """
        response = invocation.runtime.outbound.send(
            OutboundRequest("GET", parameters.url, headers), timeout_s=invocation.timeout_s, max_bytes=max_bytes
        )
        if response.status in expected:
            return response
        if response.status in _GONE:
            raise ToolNothingFoundError(self.gone)
        if is_transient(response.status):
            raise busy_error(self.server, response)
        raise ToolUpstreamError(Text("{title} returned status {status}.", title=self.server, status=response.status))
