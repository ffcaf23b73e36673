"""Services used by nodes, for logos in lists. Pure."""

from collections.abc import Iterable, Iterator

from tools.core.definitions import JsonObject
from tools.executors.registry import registry

_LOGO = "logo-"
_NONE = "none"
"""The sender of a webhook that anybody may call."""


def services_of(configs: Iterable[JsonObject]) -> list[str]:
    """Return the service ids in node settings, without duplicates: senders, and services of tools."""
    return list(dict.fromkeys(service for config in configs for service in _services(config)))


def _services(config: JsonObject) -> Iterator[str]:
    yield from (config[name] for name in ("service", "sender") if config.get(name, _NONE) != _NONE)
    for tool in (config.get("tool"), *(config.get("tools") or ())):
        if isinstance(tool, dict):
            yield from _logo(str(tool.get("type", "")))


def _logo(tool_type: str) -> Iterator[str]:
    of_ui_type = registry.for_ui_type(tool_type)
    executor = registry.find(tool_type)
    icon = of_ui_type[1].icon if of_ui_type else executor.icon if executor else ""
    if icon.startswith(_LOGO):
        yield icon.removeprefix(_LOGO)
