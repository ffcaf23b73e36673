"""Single patterns that meet texts of settings, headers and services, each with what comes near a match."""

import re
from typing import Any

from agents.loop import client_tools
from agents.providers import anthropic_messages, fallbacks, http_errors, legal_history, offline, stream_end
from agents.providers import sdk_errors as wait_hints
from tests.hostile.measuring import Row, refusing, repeated
from tools.core.call import retry_after
from tools.core.registered import files as file_port
from tools.executors.claude_skill import executor as claude_skill
from tools.executors.database import settings as database_settings
from tools.executors.douyin import uploads
from tools.executors.feishu import bitable_settings
from tools.executors.github import api as github_api
from tools.executors.http_request import file_bodies, mail_body
from tools.executors.object_storage import file_read, places
from tools.executors.object_storage import settings as storage_settings
from tools.executors.openapi import request
from tools.executors.shared import address_field, vendor_api
from tools.executors.signing import header_rows
from tools.executors.wechat import open_api
from tools.executors.xiaohongshu import bridge
from tools.outbound.client import MAX_BYTES
from tools.policies import cel_cost, condition_sentences, conditions
from tools.policies import cel_messages as cel_texts
from tools.services import tool_sessions
from workflow_editor.api import chat_calls
from workflow_editor.api.views import runs
from workflow_editor.nodes.builtin import http_request as request_node
from workflow_editor.nodes.formats.csv_text import parse_csv
from workflow_editor.nodes.lists import run as list_run
from workflow_editor.nodes.templates import filters as liquid_filters
from workflow_editor.serving.limits import bodies as body_limits

_HEADERS = 64 * 1024
_SETTING = 200_000


def _row(name: str, pattern: "re.Pattern[Any]", use: str, text: Any, limit: int = _SETTING) -> Row:
    def read(found: Any) -> object:
        return pattern.sub("-", found) if use == "sub" else getattr(pattern, use)(found)

    return Row(f"pattern of {name}", read, text, limit)


def _bytes(piece: bytes, before: bytes = b"") -> Any:
    return lambda size: before + piece * (size // len(piece))


def _wide_table(size: int) -> str:
    return "a," * (size // 4) + "\n1" * (size // 4)


def _rows(text: str) -> list[dict[str, str]]:
    return parse_csv(text, ",")


def _next_day(text: Any) -> str:
    return liquid_filters.date_add(text, 1)


ROWS = [
    _row("stored files: hexadecimals", file_port._ADDRESS, "fullmatch", repeated("a", "/api/tools/files/")),
    _row("lists: digits in order", list_run._DIGITS, "sub", repeated("1a"), 1_000),
    _row("slugs", liquid_filters._NOT_IN_SLUGS, "sub", repeated("_!a"), 1_000_000),
    Row("CSV: quotes", refusing(_rows, ValueError), repeated('"a""",'), 1_000_000),
    Row("CSV: short rows below a wide header", _rows, _wide_table, 1_000_000),
    Row("dates", refusing(_next_day, ValueError), repeated("1", before="2026-"), 1_000_000),
    _row("tools of a client", client_tools._NAME, "fullmatch", repeated("a", after="!")),
    _row("names of made files", anthropic_messages._UNFIT, "sub", repeated("[")),
    _row("keys in errors: sk-sk-", http_errors._KEY_LIKE, "sub", repeated("sk-"), MAX_BYTES),
    _row("keys in errors: sk sk", http_errors._KEY_LIKE, "sub", repeated("sk "), MAX_BYTES),
    _row("offline model: spaces", offline._PIECES, "findall", repeated(" ", after="x"), 1_000_000),
    _row("offline model: words", offline._PIECES, "findall", repeated("a", after=" "), 1_000_000),
    _row("offline model: names", offline._NOT_IN_NAMES, "sub", repeated("!", before="a")),
    _row("request: braces", request_node._OUTPUT, "sub", repeated("{{"), 200_000),
    _row("request: braces and words", request_node._OUTPUT, "sub", repeated("{{ a "), 200_000),
    _row("expressions: quotes", cel_cost._MARKS, "findall", repeated("'\\'")),
    _row("expressions: matches and spaces", cel_cost._MATCHES, "search", repeated(" ", before=".", after="x")),
    _row("expressions: matches('matches('", cel_cost._MATCHES, "search", repeated(".matches('")),
    _row("messages of the parser", cel_texts._POSITION, "search", repeated("ERROR: <input>:1")),
    _row("conditions: loops", conditions._LOOPS, "findall", repeated("all")),
    _row("conditions: ( and spaces", conditions._LOOP_NAME, "findall", repeated("(" + " " * 99)),
    _row("conditions: one name", conditions._LOOP_NAME, "findall", repeated("a", before="(")),
    *[
        Row(
            f"sentences: {name}",
            condition_sentences.read_sentence,
            repeated(piece, before=before),
            conditions.MAX_SOURCE_CHARACTERS,
        )
        for name, before, piece in [
            ("clauses", "", 'args.a == "b" && '),
            ("steps", "args", "[0]"),
            ("one name", "args.", "a"),
            ("backslashes", 'args.a == "', "\\\\"),
            ("values", "args.a in [", '"b", '),
            ("spaces", "args.a in [1", " "),
            ("digits", "args.a == ", "1"),
        ]
    ],
    Row("seconds or date of a header: digits", retry_after.seconds_of, repeated("1", before="1."), _HEADERS),
    Row("seconds or date of a header: letters", retry_after.seconds_of, repeated("Thu "), _HEADERS),
    _row("wait of Google", wait_hints._DURATION, "fullmatch", repeated("1", after="s!"), _HEADERS),
    _row("names of calls", legal_history._NOT_IN_NAMES, "sub", repeated("!a"), 1_000_000),
    _row("ids of calls", legal_history._LEGAL_IDS["any"], "fullmatch", repeated("a", after=" "), 1_000_000),
    _row("ids of runs", chat_calls._ID, "fullmatch", repeated("a", after="_1!")),
    _row("words of a refusal", fallbacks._FALLBACKS[3].words, "search", repeated("reasonin though"), _HEADERS),
    _row("end of a stream", stream_end._DONE, "search", _bytes(b"data: [DON\n"), MAX_BYTES),
    _row("skills", claude_skill._UPLOADED, "fullmatch", repeated("a", before="skill_", after="!")),
    _row("header names", header_rows._HEADER_NAME, "fullmatch", repeated("a", after=" ")),
    _row("header values", header_rows._LINE_END, "search", repeated("a")),
    _row("names of files", file_bodies._NAME, "findall", repeated("filename=", after='"'), file_bodies._MAX_HEADER),
    _row("addresses of a message", mail_body._ADDRESS, "fullmatch", repeated("a.", after="!")),
    _row("places of a body", request._PLACE, "fullmatch", repeated("a", before="{")),
    _row("vendors' ids", vendor_api._ID, "fullmatch", repeated("a")),
    _row("database hosts: a.a.a", address_field._HOST, "fullmatch", repeated("a.", after="!")),
    _row("database hosts: ::::", address_field._HOST, "fullmatch", repeated(":", after="!")),
    _row("database names", database_settings._NAME, "fullmatch", repeated("a ", after="!")),
    _row("ranges of a video", uploads._TOTAL, "fullmatch", repeated("1", before="bytes "), _HEADERS),
    _row("ranges of an object", file_read._TOTAL, "fullmatch", repeated("1-", before="bytes "), _HEADERS),
    _row("failures of a storage", places._CODE, "search", _bytes(b"<Code>a"), 8_192),
    _row("buckets", storage_settings._BUCKET, "fullmatch", repeated("a-", after="!")),
    _row("regions", storage_settings._REGION, "fullmatch", repeated("a")),
    _row("bitable addresses", bitable_settings._ADDRESS, "match", repeated("a/", before="https://")),
    _row("bitable addresses: one host", bitable_settings._ADDRESS, "match", repeated("a", before="https://")),
    _row("repositories: addresses", github_api._PAGE, "fullmatch", repeated("a/", "https://github.com/", "?")),
    _row("repositories: .git.git", github_api._PAGE, "fullmatch", repeated(".git", "https://github.com/a/", "?")),
    _row("repositories: names", github_api._REPOSITORY, "fullmatch", repeated("a")),
    _row("addresses in a refusal: 1.1.1", open_api._IP, "search", repeated("1.1.1."), MAX_BYTES),
    _row("addresses in a refusal: ::::", open_api._IP, "search", repeated("a:a:"), MAX_BYTES),
    _row("user names: 用户名：", bridge._USERNAME, "search", repeated("用户名："), MAX_BYTES),
    _row("user names: spaces", bridge._USERNAME, "search", repeated(" ", before="用户名："), MAX_BYTES),
    _row("names of sessions", tool_sessions._UNCLEAN, "sub", repeated("! a")),
    _row("waits: wait and spaces", runs._WAIT, "search", repeated(" ", before="wait"), _HEADERS),
    _row("waits: wait,wait", runs._WAIT, "search", repeated(",wait ="), _HEADERS),
    *(
        _row(f"limits of bodies: {pattern.pattern[:24]}", pattern, "match", repeated("a", "/api/knowledge-bases/"))
        for pattern, _ in body_limits._LIMITS
    ),
]
