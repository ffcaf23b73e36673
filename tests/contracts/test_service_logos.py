"""The logos that the front end ships are those of the services that the product knows, and no others."""

import re
from pathlib import Path

import pytest

from agents.providers.presets import PRESETS
from tools.executors.accounts import SERVICES
from tools.executors.registry import registry
from workflow_editor.triggers.registry import BOTS, SENDERS

_TABLE = Path(__file__).parents[2] / "frontend" / "service-logos.ts"

_OF_NO_SERVICE = {
    *("offline", "custom-openai", "custom-anthropic"),
    *("none", "basic", "header", "bearer", "hmac", "standard_webhooks"),
}
_NOT_IN_THE_PACKAGES = {"salesforce"}


@pytest.fixture(scope="module")
def shipped() -> set[str]:
    return set(re.findall(r'^  "?([\w-]+)"?: \[', _TABLE.read_text(), re.MULTILINE))


@pytest.fixture(scope="module")
def known() -> set[str]:
    icons = (entry["icon"] for entry in registry.catalogue())
    tools = {icon.removeprefix("logo-") for icon in icons if icon.startswith("logo-")}
    return {preset.id for preset in PRESETS} | SERVICES.keys() | BOTS.keys() | SENDERS.keys() | tools


def test_every_service_has_its_logo(shipped: set[str], known: set[str]) -> None:
    assert known - shipped == _OF_NO_SERVICE | _NOT_IN_THE_PACKAGES


def test_no_other_logo_is_shipped(shipped: set[str], known: set[str]) -> None:
    assert shipped <= known
