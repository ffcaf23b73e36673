"""Parsers and serializers of other text formats, for the node Convert. Pure."""

from typing import Literal

ConversionName = Literal[
    "parse_json",
    "parse_csv",
    "parse_xml",
    "parse_yaml",
    "parse_feed",
    "select_html",
    "html_to_text",
    "markdown_to_html",
    "to_json",
    "to_csv",
    "to_xml",
    "to_yaml",
]
