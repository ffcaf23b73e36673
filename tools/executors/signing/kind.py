"""Credential kinds: form of the values and signing. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import ConfigDict

from tools.core.text import Text
from tools.core.type_arguments import set_to_argument
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import secret_fields
from tools.outbound.client import OutboundRequest, OutboundResponse


class CredentialValues(ToolModel):
    """Base of what a person enters of a credential; what is needed has a shortest length, which defaults must fit."""

    model_config = ConfigDict(validate_default=True)


V = TypeVar("V", bound=CredentialValues)


class CredentialKind(ABC, Generic[V]):
    """One way of signing a whole request. Its `id` is stored, so it never changes."""

    id: ClassVar[str]
    title: ClassVar[Text]
    help: ClassVar[Text]
    values_model: type[V]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        set_to_argument(cls, "values_model", CredentialValues)

    @abstractmethod
    def sign(self, request: OutboundRequest, values: V, at: datetime) -> OutboundRequest:
        """Return the signed request. Raises ToolConfigurationError if the values do not work, e.g. a malformed key."""

    def answer(self, request: OutboundRequest, values: V, response: OutboundResponse) -> OutboundRequest | None:
        """Return the request that answers a 401 which asks for something; None where nothing more can be done."""
        return None

    def try_out(self, values: V) -> None:
        """Use the values once without sending, to validate them on entry.

        Raises ToolConfigurationError, as `sign`; `details["field"]` is the cause.
        """
        self.sign(OutboundRequest("GET", "https://example.com/"), values, datetime.now(UTC))

    def secrets(self, values: V) -> frozenset[str]:
        """Return what must not be shown of the values."""
        dumped: Mapping[str, Any] = values.model_dump(mode="json", by_alias=True)
        return frozenset(str(dumped[name]) for name in secret_fields(self.values_model) if dumped[name])
