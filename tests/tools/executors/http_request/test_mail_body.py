"""Messages as bodies of requests."""

from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.http_request.mail_body import mail_body


def test_a_message_has_its_headers_and_both_forms_of_its_text() -> None:
    fields = {"to": ["a@example.com", "b@example.com"], "subject": "茶", "text": "Grün\n茶", "html": "<p>茶</p>"}
    message = message_from_bytes(mail_body(fields), policy=default)
    assert [one.addr_spec for one in message["to"].addresses] == ["a@example.com", "b@example.com"]
    assert message["subject"] == "茶"
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert (plain.get_content(), html.get_content()) == ("Grün\r\n茶\r\n", "<p>茶</p>\r\n")


@pytest.mark.parametrize(
    ("fields", "argument"),
    [
        *(
            ({"to": [address], "text": "text"}, "to")
            for address in (
                *("", "<", "a@", '"', "a@b, c@d", "@", "(((", "a@[1", "茶@example.com", "=?utf-8?b?", "x" * 5_000),
                *("a@example.com\r\nBcc: b@example.com", "a@example.com\n", "Ada <a@example.com>"),
            )
        ),
        ({"to": ["a@example.com"], "cc": ["b"]}, "cc"),
        ({"to": ["a@example.com"], "subject": "Tea\nX-Planted: 1"}, "subject"),
        ({"to": ["a@example.com"], "subject": "Tea\u2028X-Planted: 1"}, "subject"),
    ],
)
def test_what_cannot_stand_in_a_header_is_refused(fields: dict[str, Any], argument: str) -> None:
    with pytest.raises(ToolArgumentsError, match=f"argument {argument} "):
        mail_body(fields)
