"""Location of a secret in a request."""

import pytest

from tools.executors.signing.security import Security
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential

CASES = [
    (Security(kind="bearer"), "Authorization", "Bearer planted"),
    (Security(kind="bearer", name="Bot"), "Authorization", "Bot planted"),
    (Security(kind="basic"), "Authorization", "Basic YWRhOnBsYW50ZWQ="),
    (Security(kind="header", name="X-Key"), "X-Key", "planted"),
]


@pytest.mark.parametrize(("security", "header", "value"), CASES)
def test_a_header_carries_the_secret(security: Security, header: str, value: str) -> None:
    credential = HttpCredential({"secret": "planted", "username": "ada"})
    assert security.signed(OutboundRequest("GET", "https://host/"), credential).headers == {header: value}


def test_an_account_has_no_user_name_so_its_token_is_a_bearers() -> None:
    account = HttpCredential({"secret": "planted"}, renewable=True)
    signed = Security(kind="basic").signed(OutboundRequest("GET", "https://host/"), account)
    assert signed.headers == {"Authorization": "Bearer planted"}


def test_a_path_carries_the_secret_and_nothing_of_it_leads_elsewhere() -> None:
    request = OutboundRequest("POST", "https://host/bot{token}/send?q=%7Btoken%7D")
    signed = Security(kind="path").signed(request, HttpCredential({"secret": "1:a/../b?c#d"}))
    assert signed.url == "https://host/bot1:a%2F..%2Fb%3Fc%23d/send?q=%7Btoken%7D"
