"""Texts for people hold no words of the schema behind them, in any language: keys, codes, stored units, fragments."""

import json
import re
from collections.abc import Iterator

from tests.catalogue import LANGUAGES, ROOT, entries, messages_of_code, messages_of_libraries, read

PLACEHOLDERS = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|%\(\w+\)s|(?<!\{)\{[A-Za-z_]+(?:\|[a-z]+|:[^{}]*)?\}(?!\})|https?://\S+"
)
INTERNAL = re.compile(
    r"""
    (?P<key>\b[a-z][a-z0-9]*[A-Z]\w*|\b[A-Za-z][A-Za-z0-9]*_\w+)  # finishReason, form_trigger, YOUR_TOKEN
    | (?P<unit>\b\d{4,}\ ?(?:ms|毫秒))
    | (?P<code>\b(?:code|kb):\ ?\w+)
    | (?P<plural>\(s\)|\b1\ days\b)
    | (?P<fragment>(?:^|[.;,]\ )[Ee]mpty:|留空[:：])
    """,
    re.VERBOSE | re.ASCII,
)
NAMES = {"cURL", "kB", "mTLS", "iPhone", "macOS"}
"""Names and units that are written so."""

TO_COPY = {
    "http_request": "sample of a pattern in a permission rule",
    "http_get": "entry of a permission rule",
    "media_type": "shape of a file in a list",
    "image_url": "type of a part, as OpenAI's clients send it",
    "tool_choice": "field of a request, as OpenAI's clients send it",
    "json_schema": "value of a request, as OpenAI's clients send it",
    "additionalProperties": "keyword of JSON Schema",
    "patternProperties": "keyword of JSON Schema",
    "unevaluatedProperties": "keyword of JSON Schema",
    "next_cursor": "sample of a path",
    "LOAD_FILE": "function of MySQL",
    "DATABASE_FILES": "variable of the environment",
    "DATABASE_FILES_WRITABLE": "variable of the environment",
    "DATA_DIR": "variable of the environment",
    "EMAIL_URL": "variable of the environment",
    "MAX_FILE_MB": "variable of the environment",
    "MCP_PROGRAMS_FILE": "variable of the environment",
    "RUNNER_TOKEN": "variable of the environment",
    "YOUR_SECRET": "to be replaced in a sample",
    "YOUR_TOKEN": "to be replaced in a sample",
    "YOUR_USER": "to be replaced in a sample",
}
"""Words to copy or compare letter by letter, and their places."""


def texts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of everything that people read, in every language."""
    yield from (("code", message) for _, message in messages_of_code())
    libraries = messages_of_libraries()
    for language in LANGUAGES:
        for (_, message), forms in entries(read(language)).items():
            if message not in libraries:
                yield from ((language, form) for form in forms)
    for path in sorted((ROOT / "frontend/src/i18n").glob("*/*.json")):
        place = str(path.relative_to(ROOT / "frontend/src/i18n"))
        yield from ((f"{place} {key}", text) for key, text in leaves(json.loads(path.read_text()), ""))


def leaves(value: object, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, f"{key}.{name}" if key else name)
    else:
        yield key, str(value)


def internal_words(text: str) -> list[str]:
    found = (match.group() for match in INTERNAL.finditer(PLACEHOLDERS.sub(" ", text)))
    return [word for word in found if word not in NAMES]


def test_no_text_holds_a_word_of_the_schema() -> None:
    found = [(place, text, words) for place, text in texts() if (words := set(internal_words(text)) - TO_COPY.keys())]
    assert found == []


def test_each_exception_is_needed() -> None:
    assert TO_COPY.keys() - {word for _, text in texts() for word in internal_words(text)} == set()


def test_the_rule_finds_what_it_is_for() -> None:
    seen = [
        "Empty: no limit.",
        "留空：不限",
        "finishReason",
        "The form_trigger",
        "kb:slug",
        "60000 ms",
        "3 row(s)",
        "1 days",
    ]
    assert [text for text in seen if not internal_words(text)] == []
    assert internal_words("Write {{ nodes.fetch.statusCode }}, a cURL command, 64 kB or {max_mb:,}.") == []
