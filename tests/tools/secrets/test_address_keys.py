"""Keys in addresses are found by their form and place, and ordinary addresses stay as they are."""

import pytest

from tests.doubles.keyed_addresses import KEYED, KEYLESS, Keyed
from tools.executors.contract.secret_places import put_secrets, take_secrets
from tools.executors.http_request.settings import HttpRequestConfig
from tools.secrets.address_keys import keys_in, masked_keys
from tools.secrets.redaction import redact, redact_text

SERVICES = [pytest.param(keyed, id=keyed.service) for keyed in KEYED]


def test_there_are_enough_services() -> None:
    assert len({keyed.service for keyed in KEYED}) >= 40


@pytest.mark.parametrize("keyed", SERVICES)
def test_the_key_of_an_address_is_found(keyed: Keyed) -> None:
    assert [key.is_certain for key in keys_in(keyed.address)] == [keyed.is_certain]
    assert masked_keys(keyed.address) == keyed.masked


@pytest.mark.parametrize("keyed", SERVICES)
def test_within_a_text_only_what_is_certain_is_masked(keyed: Keyed) -> None:
    text = "Look at {} there"
    expected = keyed.masked if keyed.is_certain else keyed.address
    assert masked_keys(text.format(keyed.address)) == text.format(expected)


@pytest.mark.parametrize("keyed", SERVICES)
def test_nothing_that_is_shown_or_recorded_holds_the_key(keyed: Keyed) -> None:
    assert keyed.key not in redact_text(f"called {keyed.address} twice")
    assert keyed.key not in str(redact({"url": keyed.address, "body": [f"see {keyed.address}"]}))


@pytest.mark.parametrize("keyed", SERVICES)
def test_a_tool_keeps_the_key_apart_from_its_settings_and_finds_it_again(keyed: Keyed) -> None:
    config = {"url": keyed.address}
    plain, secrets = take_secrets(HttpRequestConfig, config)
    if keyed.service != "OpenWeather":  # Its key stands under a name that says nothing, in the query.
        assert plain == {"url": keyed.masked}
        assert list(secrets.values()) == [keyed.key]
    assert put_secrets(HttpRequestConfig, plain, secrets) == config
    assert take_secrets(HttpRequestConfig, plain) == (plain, {})


@pytest.mark.parametrize("address", KEYLESS)
def test_what_is_no_key_stays(address: str) -> None:
    assert list(keys_in(address)) == []
    assert masked_keys(address) == address
