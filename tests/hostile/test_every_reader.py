"""Whoever reads outside text has a row: a new pattern, parser or search in a loop asks for one here."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.conf import settings

from tests.hostile.rows import PARTS

_PACKAGES = ("tools", "agents", "workflow_editor")
_PATTERN_CALLS = {"compile", "sub", "match", "search", "fullmatch", "split", "finditer", "findall"}
_PARSERS = {"loads", "parse_json", "read_json", "parse_own_json", "parse_encoded_json", "safe_load", "raw_decode"}
_PARSERS |= {
    "model_validate_json",
    "validate_json",
    "feed",
    "fromstring",
    "fromisoformat",
    "strptime",
    "parse_qsl",
    "parse_qs",
}
_SEARCHES = {"find", "rfind", "index", "partition", "rpartition", "search", "match"}

_OURS = "reads only what this product wrote itself"
_KILLABLE = "in a process that can be killed, as tests/workflow_editor/nodes/test_convert.py shows"
_BY_ITS_ROWS = "its readers are reached by the rows of "
WITHOUT_ROW: Mapping[str, str] = {
    "workflow_editor.weak_passwords": "a password of bounded length, by single classes of characters",
    "workflow_editor.realtime.presence": _OURS,
    "agents.knowledge.parsers.slides": _BY_ITS_ROWS + "PowerPoint",
    "agents.providers.thoughts_apart": "hands pieces to the reader of model text, which has rows",
    "tools.calls.arguments": "single arguments by the reader of JSON, which has rows",
    "agents.providers.model_list": "the reader of JSON, which has rows, over a bounded answer",
    "tools.api.contract.shapes": "bodies that the reader of JSON has passed, written again by this product",
    "tools.api.contract.components": "the source of this product",
    "tools.api.credentials": "a kind of at most 40 characters, by one class",
    "workflow_editor.api.views.inbox": "a time in ISO 8601 that this product has written",
    "workflow_editor.nodes.fields.show_rules": "numbers of at most 400 digits in a part, by single classes",
    "workflow_editor.selectors.run.turn_text": "marks of at most twenty numbers, by single classes of characters",
    "tools.api.table_files": "a field of at most 200 kB, by the library",
    "tools.core.formats.excel_book": "cells, which the rows of Excel read; its one pattern has a fixed length",
    "tools.evaluation.excel_rows": "what its own process answers; its reader is reached by the rows of Excel",
    "tools.api.tables": "one field of a query, read by the reader of JSON, which has rows",
    "tools.executors.feed.executor": "JSON of a thousand characters at most, which it has written itself",
    "tools.core.table_columns": "numbers of one class and bounded, dates in ISO 8601, the reader of JSON",
    "tools.executors.data_table.executor": "the reader of JSON, which has rows, and a sentence of this product",
    "tools.executors.code_runner.executor": "the reader of JSON over a bounded answer; see test_runner_answers.py",
    "tools.runner.job": "at most 1 MB, from a process of the runner",
    "tools.runner.program": "code that is to be run, in a process with limits of its own",
    "tools.runner.server": "at most 8 MB, from whoever holds its token",
    "tools.outbound.proxy": "one line of an answer of at most 16 kB, and a setting of the operator",
    "tools.outbound.oauth.answers": "one address of at most 2,000 characters, by one class after its scheme",
    "tools.sandbox.javascript.international": "tags of at most 100 characters, options by name; can be killed",
    "tools.sandbox.python_modules": "the standard library, with an allowance; rows are in attacks.py",
    "tools.outbound.oauth.client": "reads only what it has written itself",
    "tools.outbound.oauth.discovery": "JSON of at most 64 kB, and a header of 8,000 characters by one class",
    "tools.services.accounts": "names of hosts of at most 253 characters by one class, addresses that it has checked",
    "workflow_editor.api.views.webhooks": "names of headers of at most 1,000 characters by one class",
    "workflow_editor.nodes.fields.redirects": "an address of at most 2,000 characters, by one class of characters",
    "workflow_editor.nodes.fields.origins": "one origin by one class of characters",
    "workflow_editor.scaled.private_access": "a file of the data folder that it has written itself",
    "workflow_editor.services.backups.archive": "a backup that the operator gives to a command",
    "workflow_editor.services.backups.rows": "lines of such a backup, once its hashes are right",
    "workflow_editor.triggers.schedules.cron": "an expression of at most 100 characters",
    "workflow_editor.nodes.builtin.respond": "a status of six digits; names of headers by one class of letters",
    "workflow_editor.services.variables": "a name of at most 64 characters of one class",
    "workflow_editor.services.triggers.due": "a time that it has written itself",
    "workflow_editor.services.triggers.listing": _OURS,
    "workflow_editor.tasks": _OURS,
    "workflow_editor.triggers.schedules.rules": "times and days of at most ten characters",
    "agents.models.model_profile": "a few settings, checked by pydantic after they were parsed",
    "agents.core.language": "one class of characters",
    "tools.api.policies": "one field of a query, read by the reader of JSON, which has rows",
    "tools.sandbox.code_types": "the answer of our own process, bounded before it is read",
    "tools.evaluation.process": "frames between our own processes",
    "tools.executors.articles.save": "takes one field out of what the reader of JSON returns, which has rows",
    "tools.executors.feishu.field_values": "one date in ISO 8601 of a fixed length",
    "tools.executors.contract.function": "names in the source of this product",
    "tools.executors.contract.schema_parameters": _OURS,
    "tools.executors.xiaohongshu.executor": "one date in ISO 8601 of a fixed length",
    "tools.executors.registry": "names in the source of this product",
    "tools.rows.reader": _OURS,
    "tools.sandbox.javascript.host_names": "addresses within the guest's memory, by the library",
    "tools.sandbox.javascript.process": "arguments within the guest's memory, where it can be killed",
    "tools.sandbox.javascript.run": "the answer of our own process, bounded before it is read",
    "tools.sandbox.python_code": "parses what `tools.sandbox.code_findings` has passed, which has rows",
    "tools.executors.contract.schema": _OURS,
    "tools.secrets.encryption": _OURS,
    "tools.executors.signing.aws_v4": "runs of spaces in the headers of a request of our own",
    "tools.executors.signing.signed_token": "claims by the reader of JSON; a key of 20,000 characters at most",
    "tools.executors.signing.hmac_recipe": "words in braces, of texts of bounded length",
    "tools.calls.rate_limit": _OURS,
    "tools.executors.http_request.executor": "fields of a body that is sent: JSON and forms by linear parsers",
    "tools.executors.database.functions": "names of functions by single classes of characters, of a bounded statement",
    "tools.executors.openapi.document": "bombs of JSON and YAML in tests/tools/executors/openapi; can be killed",
    "tools.executors.openapi.reading": "what its own process answers; see test_reading.py",
    "tools.executors.openapi.operations": "names and paths by single classes of characters, of bounded operations",
    "tools.services.skills": _BY_ITS_ROWS + "skill archive and JSON",
    "workflow_editor.run_store.event_partitions": "names of tables",
    "workflow_editor.api.headless": "answers of a library in our own process",
    "workflow_editor.api.parsing": _BY_ITS_ROWS + "JSON",
    "workflow_editor.management.commands.test_workflows": "files of whoever runs the command, by the reader of JSON",
    "workflow_editor.models.payload": _OURS,
    "tools.executors.database.scanner": _BY_ITS_ROWS + "statement",
    "tools.executors.database.column_types": "JSON of the owner's own server, by Python's module; rows are cut before",
    "workflow_editor.nodes.builtin.delay": "one date in ISO 8601 of a fixed length",
    "tools.core.formats.yaml_text": "bombs of YAML in tests/workflow_editor/nodes/test_convert.py",
    "workflow_editor.nodes.texts.personal_data": "a million letters in tests/workflow_editor/nodes/test_guardrail.py",
    "workflow_editor.nodes.formats.conversions": _KILLABLE,
    "workflow_editor.nodes.formats.xml_text": _KILLABLE,
    "tools.executors.web_page.main_text": _KILLABLE,
    "workflow_editor.selectors.run.answer_nodes": "one reference by single classes of characters, of a stored document",
    "workflow_editor.nodes.file_writers.document": _KILLABLE,
    "workflow_editor.nodes.file_writers.html": _KILLABLE,
    "workflow_editor.nodes.file_writers.image": _KILLABLE,
    "workflow_editor.nodes.file_writers.pictures": _KILLABLE,
    "workflow_editor.nodes.file_writers.rows": "one class of characters, which it leaves out",
    "workflow_editor.nodes.templates.liquid": _BY_ITS_ROWS + "template",
    "workflow_editor.nodes.templates.marks": _BY_ITS_ROWS + "template",
    "workflow_editor.pages": _OURS,
    "workflow_editor.realtime.socket": _BY_ITS_ROWS + "socket",
    "workflow_editor.realtime.workflow_consumer": _BY_ITS_ROWS + "socket",
    "workflow_editor.adapters.events.run_frames": _OURS,
    "workflow_editor.services.starters": "files of this product",
    "workflow_editor.settings.env": "addresses and a file of whoever runs the server",
    "workflow_editor.settings.files": "an address of whoever runs the server",
    "workflow_editor.services.runs.waits.due": _OURS,
}


def _called(call: ast.Call) -> tuple[str, str]:
    """Return what a function is called on, and its name."""
    if isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value), call.func.attr
    return "", ast.unparse(call.func)


def reads_text(source: str) -> bool:
    """Say whether a module has patterns, parses text or searches it again and again."""
    for node in ast.walk(ast.parse(source)):
        inner = ast.walk(node) if isinstance(node, ast.While) else ()
        if any(isinstance(one, ast.Call) and _called(one)[1] in _SEARCHES for one in inner):
            return True
        if isinstance(node, ast.Call):
            owner, name = _called(node)
            if (
                (owner in {"re", "regex"} and name in _PATTERN_CALLS)
                or name in _PARSERS
                or (owner, name)
                == (
                    "ast",
                    "parse",
                )
            ):
                return True
    return False


def _readers() -> Iterator[str]:
    for package in _PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            if "migrations" not in path.parts and reads_text(path.read_text()):
                name = ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
                yield name.removesuffix(".__init__")


def _with_rows() -> set[str]:
    """Return the modules that the rows import something from."""
    found: set[str] = set()
    for part in PARTS:
        for node in ast.walk(ast.parse(Path(str(part.__file__)).read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_every_reader_of_text_has_a_row_or_a_reason() -> None:
    readers = set(_readers())
    assert len(readers) > 60
    with_rows = _with_rows()
    assert readers - with_rows - WITHOUT_ROW.keys() == set(), "give it a row, or name it here with the reason"
    assert WITHOUT_ROW.keys() - readers == set(), "reads no text any more"
    assert WITHOUT_ROW.keys() & with_rows == set(), "has a row now"


def test_a_new_reader_would_be_found() -> None:
    for source in (
        "import re\nX = re.compile('a')",
        "def f(text): return re.split(',', text)",
        "def f(text): return orjson.loads(text)",
        "def f(text):\n while at >= 0:\n  at = text.find('x', at)",
    ):
        assert reads_text(source)
    assert not reads_text("def f(text): return text.find('x')")


VARIABLE_CODECS: Mapping[str, str] = {
    "tools.core.formats.encodings": "labels of the Encoding Standard",
    "tools.core.formats.file_types": "two of our own choice",
    "tools.executors.shared.text_content": "byte order marks, two of our own choice, or `codec_of`",
    "tools.audit.chain": "a reader of JSON, over our own rows",
}
"""Modules with a codec that is no literal, with its possible values: Python has codecs that take quadratic time or
unpack.
"""


def variable_codecs(source: str) -> bool:
    """Report whether a module decodes bytes by a codec that its source does not spell out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _called(node)[1] in {"decode", "getincrementaldecoder", "getdecoder"}:
            given = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "encoding")]
            if any(not isinstance(one, ast.Constant) for one in given):
                return True
    return False


def test_no_codec_is_named_by_a_stranger() -> None:
    found = {
        ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
        for package in _PACKAGES
        for path in (settings.BASE_DIR / package).rglob("*.py")
        if variable_codecs(path.read_text())
    }
    assert found == VARIABLE_CODECS.keys()
    assert variable_codecs("def f(content, charset): return content.decode(charset, 'replace')")
    assert not variable_codecs("def f(content): return content.decode('utf-8', errors='replace')")
