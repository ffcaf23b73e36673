"""Template filter help for the editor's list after `|`. Pure. Each row has one example, which the tests run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tools.core.definitions import JsonObject
from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class FilterHelp:
    help: Text
    value: Any
    """Input of the example."""
    result: Any
    """Result of the example: a text as is, any other value as JSON."""
    arguments: str = ""
    """Arguments of the example, as written after the colon."""

    def to_json(self, name: str) -> JsonObject:
        return {
            "name": name,
            "arguments": self.arguments,
            "help": self.help.to_json(),
            "value": self.value,
            "result": self.result,
        }


_PEOPLE = [{"name": "Ada", "age": 36}, {"name": "Bob", "age": 29}]

FILTER_HELP: Final[Mapping[str, FilterHelp]] = {
    "default": FilterHelp(Text("Use another value where this one is empty."), "", "nobody", "'nobody'"),
    # Texts
    "append": FilterHelp(Text("Add a text at the end."), "tea", "tea.txt", "'.txt'"),
    "prepend": FilterHelp(Text("Add a text at the beginning."), "tea", "green tea", "'green '"),
    "upcase": FilterHelp(Text("Convert to upper case."), "tea", "TEA"),
    "downcase": FilterHelp(Text("Convert to lower case."), "TEA", "tea"),
    "capitalize": FilterHelp(Text("Capitalise the first letter."), "tea", "Tea"),
    "strip": FilterHelp(Text("Remove white space at both ends."), " tea ", "tea"),
    "squish": FilterHelp(Text("Remove white space at both ends, and double spaces inside."), " a   b ", "a b"),
    "strip_html": FilterHelp(Text("Remove HTML tags."), "<b>tea</b>", "tea"),
    "strip_newlines": FilterHelp(Text("Remove line breaks."), "a\nb", "ab"),
    "newline_to_br": FilterHelp(Text("Add <br /> before line breaks."), "a\nb", "a<br />\nb"),
    "replace": FilterHelp(Text("Replace every occurrence of a text."), "a-b-c", "a+b+c", "'-', '+'"),
    "replace_first": FilterHelp(Text("Replace the first occurrence of a text."), "a-b-c", "a+b-c", "'-', '+'"),
    "remove": FilterHelp(Text("Remove every occurrence of a text."), "a-b-c", "abc", "'-'"),
    "truncate": FilterHelp(
        Text("Shorten to so many characters, with … at the end."), "Hello world", "Hello…", "6, '…'"
    ),
    "truncatewords": FilterHelp(Text("Shorten to so many words."), "one two three", "one two…", "2, '…'"),
    "slice": FilterHelp(Text("Take a part by its position and length."), "Hello", "ell", "1, 3"),
    "split": FilterHelp(Text("Split at a separator into a list."), "a,b", ["a", "b"], "','"),
    "escape": FilterHelp(Text("Escape the special characters of HTML."), "a < b", "a &lt; b"),
    "url_encode": FilterHelp(Text("Encode for a URL."), "a b&c", "a+b%26c"),
    "url_decode": FilterHelp(Text("Decode a part of a URL."), "a+b%26c", "a b&c"),
    "base64_encode": FilterHelp(Text("Encode as Base64."), "tea", "dGVh"),
    "base64_decode": FilterHelp(Text("Decode Base64."), "dGVh", "tea"),
    "slugify": FilterHelp(Text("Make a slug: lower-case letters, digits and hyphens."), "Green Tea!", "green-tea"),
    # Lists
    "size": FilterHelp(Text("Count items or characters."), ["a", "b"], 2),
    "first": FilterHelp(Text("Take the first item."), ["a", "b"], "a"),
    "last": FilterHelp(Text("Take the last item."), ["a", "b"], "b"),
    "join": FilterHelp(Text("Join the items into one text."), ["a", "b"], "a, b", "', '"),
    "map": FilterHelp(Text("Take one field of each item."), _PEOPLE, ["Ada", "Bob"], "'name'"),
    "where": FilterHelp(Text("Keep the items whose field has a value."), _PEOPLE, [_PEOPLE[1]], "'age', 29"),
    "reject": FilterHelp(Text("Remove the items whose field has a value."), _PEOPLE, [_PEOPLE[0]], "'age', 29"),
    "find": FilterHelp(Text("Take the first item whose field has a value."), _PEOPLE, _PEOPLE[1], "'name', 'Bob'"),
    "has": FilterHelp(Text("Check whether a field of an item has a value."), _PEOPLE, True, "'name', 'Bob'"),
    "sort": FilterHelp(Text("Sort, by a field where there is one."), _PEOPLE, [_PEOPLE[1], _PEOPLE[0]], "'age'"),
    "sort_natural": FilterHelp(Text("Sort, ignoring upper and lower case."), ["b", "A"], ["A", "b"]),
    "uniq": FilterHelp(Text("Remove duplicates."), ["a", "b", "a"], ["a", "b"]),
    "reverse": FilterHelp(Text("Reverse the order."), ["a", "b"], ["b", "a"]),
    "concat": FilterHelp(Text("Add another list at the end."), ["a"], ["a", "b"], "inputs.more"),
    "compact": FilterHelp(Text("Remove empty items."), ["a", None], ["a"]),
    "sum": FilterHelp(Text("Add the items up, or one field of them."), _PEOPLE, 65, "'age'"),
    # Numbers
    "plus": FilterHelp(Text("Add."), 3, 5, "2"),
    "minus": FilterHelp(Text("Subtract."), 3, 1, "2"),
    "times": FilterHelp(Text("Multiply."), 3, 6, "2"),
    "divided_by": FilterHelp(Text("Divide; a whole number as divisor gives a whole number."), 7, 3.5, "2.0"),
    "modulo": FilterHelp(Text("Return the remainder of a division."), 7, 1, "2"),
    "round": FilterHelp(Text("Round to so many decimal places."), 3.14159, 3.14, "2"),
    "floor": FilterHelp(Text("Round down."), 3.9, 3),
    "ceil": FilterHelp(Text("Round up."), 3.1, 4),
    "abs": FilterHelp(Text("Remove the minus sign."), -3, 3),
    "at_least": FilterHelp(Text("Raise to at least this number."), 3, 5, "5"),
    "at_most": FilterHelp(Text("Lower to at most this number."), 7, 5, "5"),
    # Dates
    "date": FilterHelp(Text("Format a date or time."), "2026-11-28", "28.11.2026", "'%d.%m.%Y'"),
    "date_add": FilterHelp(
        Text("Move a date by so many units, such as 'days' or 'months'."), "2026-11-28", "2026-11-30", "2, 'days'"
    ),
    "date_diff": FilterHelp(Text("Count the units since an earlier date."), "2026-11-28", 27, "'2026-11-01', 'days'"),
    "time_zone": FilterHelp(
        Text("Convert a time to a time zone."), "2026-11-28T12:00:00Z", "2026-11-28T20:00:00+08:00", "'Asia/Shanghai'"
    ),
    # Formats
    "json": FilterHelp(Text("Convert to JSON."), ["a"], '["a"]'),
    "escape_json": FilterHelp(Text("Escape for use between quotes in JSON."), 'Say "hi"', 'Say \\"hi\\"'),
    "parse_json": FilterHelp(Text("Parse JSON."), '{"a": 1}', {"a": 1}),
    "parse_csv": FilterHelp(Text("Parse CSV into a list of objects."), "a,b\n1,2", [{"a": "1", "b": "2"}]),
    "to_csv": FilterHelp(Text("Convert a list of objects to CSV."), [{"a": 1}], "a\r\n1\r\n"),
    "parse_xml": FilterHelp(Text("Parse XML."), "<a>1</a>", {"a": "1"}),
    "to_xml": FilterHelp(
        Text("Convert to XML, within an element of this name."), [1], "<list><item>1</item></list>", "'list'"
    ),
    "parse_yaml": FilterHelp(Text("Parse YAML."), "a: 1", {"a": 1}),
    "to_yaml": FilterHelp(Text("Convert to YAML."), {"a": 1}, "a: 1\n"),
    "markdown_to_html": FilterHelp(Text("Convert Markdown to HTML."), "**tea**", "<p><strong>tea</strong></p>\n"),
    # Hashes and IDs
    "uuid": FilterHelp(
        Text("Make an ID of a text; the same text gives the same ID."),
        "order 7",
        "19c63e00-49e0-5d51-96c2-a027dba05be0",
    ),
    "md5": FilterHelp(Text("Hash with MD5."), "tea", "7239ea2b5dc943f61f3c0a0276c20974"),
    "sha1": FilterHelp(Text("Hash with SHA-1."), "tea", "75490f32c06a50051804339453d3fe2f0cd5564b"),
    "sha256": FilterHelp(
        Text("Hash with SHA-256."), "tea", "a9f74d1ec36ebdeb2da3f6e5868090cd2a2d20b3dcca7b62f60304b1d3d9ef42"
    ),
    "hmac_sha256": FilterHelp(
        Text("Sign with HMAC-SHA-256 and a key."),
        "tea",
        "300fb267ae149d11c584ef6523d9e4b45e587714d4af1b5ec882e82c4c8999df",
        "'key'",
    ),
}


def filter_list() -> list[JsonObject]:
    """Return the filters in the order of the table."""
    return [row.to_json(name) for name, row in FILTER_HELP.items()]
