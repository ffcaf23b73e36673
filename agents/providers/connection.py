"""Connection data of a model API, free of rows and SDKs. Pure."""

from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from agents.core.prices import Prices
from agents.providers.base import ModelRequest
from agents.providers.capabilities import Capabilities, CapabilityRule, capabilities_of
from agents.providers.options import ProviderOptions, effort_fields
from agents.providers.presets import Wire
from tools.outbound.proxy import Proxy

UNUSED_KEY = "unused"
"""Sent to services that take no key; the SDKs insist on one."""


@dataclass(frozen=True, slots=True)
class Connection:
    wire: Wire
    preset: str
    title: str
    """Shown name, used in error sentences."""
    base_url: str
    api_key: str = field(default="", repr=False)
    key_headers: tuple[str, ...] = ()
    key_path: str = ""
    """Path that requires a valid key, if the model list is public."""
    overrides: tuple[CapabilityRule, ...] = ()
    options: ProviderOptions = field(default_factory=ProviderOptions)
    proxy: Proxy | None = None
    """The credential's proxy at a checked address, which resolves the service's name."""

    def capabilities(self, model: str) -> Capabilities:
        own = CapabilityRule("*", "*", self.options.capabilities)
        return capabilities_of(self.preset, model, (own, *self.overrides))

    def prices(self, model: str) -> Prices:
        can = self.capabilities(model)
        return Prices(can.input_price, can.output_price, can.cached_price)

    def completed(self, request: ModelRequest) -> ModelRequest:
        """Return a request with the further fields of the provider, and those that ask for thought."""
        effort = effort_fields(self.preset, request.effort or self.options.effort)
        return replace(request, extra={**self.options.body, **effort, **request.extra})

    def origin(self, model: str) -> str:
        """Return the name under which replies of a model are known as its own."""
        return f"{self.base_url} {model}"


def base_url_problem(base_url: str) -> str | None:
    """Return the code of what is wrong with a base URL, or None: `blank`, `placeholder`, `scheme`, `userinfo`."""
    if not base_url:
        return "blank"
    if "{" in base_url:
        return "placeholder"
    try:
        parts = urlsplit(base_url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return "scheme"
    if parts.scheme not in ("http", "https") or not has_host or any(letter.isspace() for letter in base_url):
        return "scheme"
    return "userinfo" if "@" in parts.netloc else None
