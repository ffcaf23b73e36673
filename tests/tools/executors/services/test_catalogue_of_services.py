"""Services in the catalogue: each found by its own words, and with its purpose."""

import pytest

from tools.core.definitions import JsonObject
from tools.executors.registry import registry
from tools.executors.services.preset import ServicePreset
from tools.executors.services.presets import PRESETS


@pytest.fixture(scope="module")
def entries() -> dict[str, JsonObject]:
    return {entry["type"]: entry for entry in registry.catalogue() if entry["executor"] == "service_api"}


def test_each_is_found_by_its_own_words(entries: dict[str, JsonObject]) -> None:
    assert [entries[preset.ui_type]["keywords"]["en"] for preset in PRESETS] == [one.keywords.en for one in PRESETS]
    found = [name for name, entry in entries.items() if "web search" in entry["keywords"]["en"]]
    assert found == ["brave-search", "tavily-search", "bocha-search", "searxng"]


@pytest.mark.parametrize(("name", "effect"), [("brave-search", "repeatable"), ("gmail", "unrepeatable")])
def test_one_that_only_reads_is_shown_so(entries: dict[str, JsonObject], name: str, effect: str) -> None:
    assert entries[name]["effect"] == effect


@pytest.mark.parametrize("preset", PRESETS, ids=[preset.ui_type for preset in PRESETS])
def test_a_form_begins_with_what_the_service_takes_and_no_more(
    entries: dict[str, JsonObject], preset: ServicePreset
) -> None:
    fields = entries[preset.ui_type]["config_schema"]["properties"]
    first = {name for name, field in fields.items() if field.get("x-widget") != "hidden" and "x-group" not in field}
    place = set() if preset.server else {"url"}
    name = {"username"} if preset.security.kind == "basic" else set()
    assert first == {"credential", "secret"} | place | name
