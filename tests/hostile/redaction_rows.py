"""Secrets looked for in what tools, models and people wrote."""

from agents.loop.result_text import shortened_envelope
from tests.hostile.measuring import Row, repeated
from tools.core.envelope import query_success
from tools.outbound.client import MAX_BYTES
from tools.secrets.address_keys import masked_keys
from tools.secrets.names import is_secret_name
from tools.secrets.redaction import (
    redact,
    redact_text,
    redact_url,
    redactor_of,
    secret_parts,
    secrets_in,
)

_SHOWN = 1_000_000
"""Texts of models and cassettes, which are redacted whole."""


ROWS = [
    Row("redact_text: a.a.a… behind ://", redact_text, repeated("a.", before="x://y "), _SHOWN),
    Row("redact_text: a.a.a… before ://", redact_text, repeated("a.", after="://"), _SHOWN),
    Row("redact_text: many ://", redact_text, repeated("://"), _SHOWN),
    Row("redact_text: a:// without end", redact_text, repeated("a://b/hook/c"), _SHOWN),
    Row("redact_text: -eyJ… without a dot", redact_text, repeated("-eyJaaaaaaaa"), _SHOWN),
    Row("redact_text: bearer and spaces", redact_text, repeated(" ", before="bearer"), _SHOWN),
    Row("redact_text: sk-sk-sk-…", redact_text, repeated("sk-"), _SHOWN),
    Row("redact_url: ????…", redact_url, repeated("?", before="http://a/"), _SHOWN),
    Row("redact_url: &&&=", redact_url, repeated("&=", before="http://a/?"), _SHOWN),
    Row("redact_url: @@@@", redact_url, repeated("@", before="http://"), _SHOWN),
    Row("redact_url: /hook/hook/…", redact_url, repeated("/hook", before="http://a"), _SHOWN),
    Row("masked_keys: {{ {{ …", masked_keys, repeated("{{ a", before="http://a/"), _SHOWN),
    Row("masked_keys: ://{{ ://{{ …", masked_keys, repeated("://{{ "), _SHOWN),
    Row("masked_keys: /hook/{{/hook/{{…", masked_keys, repeated("/hook/{{", before="http://a"), _SHOWN),
    Row("masked_keys: /hooks/a1/hooks/a1…", masked_keys, repeated("/hooks/a1", before="http://a"), _SHOWN),
    Row("masked_keys: 11111111…", masked_keys, repeated("1", before="http://a/"), _SHOWN),
    Row("masked_keys: a1B2c3…", masked_keys, repeated("a1B2", before="http://a/"), _SHOWN),
    Row("masked_keys: /a1B2…/a1B2…", masked_keys, repeated("/a1B2c3D4e5F6g7H8i9", before="http://a"), _SHOWN),
    Row("masked_keys: ?a&a&…", masked_keys, repeated("?a&b", before="http://a/", after="="), _SHOWN),
    Row("secrets_in: ????…", secrets_in, repeated("?"), _SHOWN),
    Row("secrets_in: ?a?a…=", secrets_in, repeated("?a&b", after="="), _SHOWN),
    Row("secret_parts: a.a.a…", secret_parts, repeated("a."), _SHOWN),
    Row("is_secret_name: key key key", is_secret_name, repeated("private_"), _SHOWN),
    Row("redact: many short names", redact, lambda size: {f"n{at}": "a.a.a.a." for at in range(size // 16)}, _SHOWN),
    Row("Redactor: aaa… against aaa…b", redactor_of(frozenset({"a" * 5_000 + "b"})).text, repeated("a"), MAX_BYTES),
    Row("Redactor: baaa… against aaa…", redactor_of(frozenset({"b" + "a" * 5_000})).text, repeated("a"), MAX_BYTES),
    Row("event of a result: a.a.a…", shortened_envelope, lambda size: query_success("x://y " + "a." * size), MAX_BYTES),
]
