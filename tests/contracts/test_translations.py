"""Every text that people read is a message with a form in each catalogue, and no other text is in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from tests.catalogue import (
    LANGUAGES,
    ROOT,
    compiled,
    entries,
    message_calls,
    messages_of_code,
    messages_of_libraries,
    read,
    source_file,
    sources,
)
from tools.core.text import LANGUAGES as SENT
from tools.core.text import Text

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"(?<!\{)\{[a-z_]+(?::[^{}]*)?\}(?!\})")
SPECIFICATION = re.compile(r",?(\.\d)?[dfg]?")
CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
WITH_CHINESE = {
    "tools/executors/dingtalk/account.py": "words of its pages where an app is registered",
    "tools/executors/douyin/account.py": "words of its pages where an app is registered",
    "tools/executors/feishu/account.py": "words of its pages where an app is registered",
    "tools/executors/wecom/account.py": "words of its pages where an app is registered",
    "agents/knowledge/text/chunking.py": "ends of sentences",
    "agents/knowledge/text/context.py": "prompt",
    "agents/knowledge/text/terms.py": "words that say nothing about a subject",
    "agents/loop/prompts.py": "prompt",
    "agents/providers/anthropic_messages.py": "part of an answer, whatever its language",
    "agents/providers/offline_rules.py": "answers of the offline model, what ends an address in a sentence",
    "agents/providers/legal_history.py": "prompt",
    "agents/providers/text_calls.py": "prompt",
    "agents/providers/text_protocol.py": "prompt",
    "tools/executors/dingtalk/notification.py": "a button for readers of either language",
    "tools/executors/feishu/notification.py": "Feishu's word for everybody",
    "tools/executors/xiaohongshu/bridge.py": "words of the bridge",
    "tools/executors/xiaohongshu/settings.py": "words of the bridge",
    "workflow_editor/nodes/builtin/ai.py": "prompt, names of outputs",
    "workflow_editor/nodes/builtin/classifier.py": "prompt",
    "workflow_editor/nodes/builtin/judge.py": "prompt",
    "workflow_editor/nodes/builtin/parameter_extractor.py": "prompt",
    "workflow_editor/nodes/builtin/start.py": "yes and no, as callers write them",
    "workflow_editor/nodes/texts/json_answer.py": "prompt",
    "workflow_editor/nodes/lookup.py": "name of an output",
    "workflow_editor/nodes/evaluation/switch_cases.py": "ranges, as people write them",
}
"""Chinese that is not a translation: prompts come in the language that the model shall answer in."""


PASS_MESSAGES_ON = {"tools/core/text.py", "tools/executors/contract/schema.py"}
"""Makers of `Text` and `ui`: they get messages from their callers."""

OTHER_WORDS = re.compile("凭证|帐|登陆|撤消|其它|阀值|秘钥|(?<!您)你|账户(?!.*余额|已欠费)")
"""Beside 凭据, 账号, 登录, 撤销, 其他, 阈值, 密钥 and 您 these would be a second word for one thing."""
WORDS_OF_OTHERS = re.compile("凭证与基础信息|临时凭证|客户端凭证|你好")
"""A page of Feishu, a kind of key of Alibaba Cloud, a grant of OAuth2, and an example of what a person writes."""

WITH_RESULT = {"query_success", "operation_success", "save_success", "empty", "failure", "ToolResult"}
"""Makers of a tool's result, with a message that people read in the timeline."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_matches_its_source(language: str) -> None:
    assert source_file(language).with_suffix(".mo").read_bytes() == compiled(read(language)), "run `make messages`"


def test_texts_are_sent_in_each_language_that_has_a_catalogue() -> None:
    assert sorted(filter(None, SENT.values())) == OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_has_a_form_with_the_same_placeholders(language: str) -> None:
    forms = entries(read(language))
    wanted = messages_of_code()
    assert len(wanted) > 2000
    assert [key for key in sorted(wanted) if not all(forms.get(key, [""]))] == [], "run `make messages`"
    assert [
        message
        for (_, message), known in forms.items()
        for form in known
        if "%" not in message and sorted(PLACEHOLDER.findall(message)) != sorted(PLACEHOLDER.findall(form))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_is_left_of_a_message_that_is_gone(language: str) -> None:
    used, libraries = messages_of_code(), messages_of_libraries()
    assert [key for key in entries(read(language)) if key not in used and key[1] not in libraries] == []


def test_each_message_is_a_literal_that_names_exactly_the_values_it_is_given() -> None:
    calls = calls_with_messages()
    assert len(calls) > 2000
    assert [place for place, call, _, message in calls if not message or not fits(call, message)] == []


@cache
def calls_with_messages() -> list[tuple[str, ast.Call, str, str]]:
    """Return each message with the place and the context; an empty one where it is no literal."""
    found = []
    for path in sources():
        if str(path.relative_to(ROOT)) in PASS_MESSAGES_ON:
            continue
        for call, context, arguments in message_calls(ast.parse(path.read_text())):
            for one in arguments:
                literal = isinstance(one, ast.Constant) and isinstance(one.value, str)
                message = ast.literal_eval(one) if literal else ""
                found.append((f"{path}:{call.lineno}", call, context, message))
    return found


def test_each_message_is_given_all_of_its_values_where_it_is_filled_in() -> None:
    # `filled` keeps no value from before: without one, an error comes up in the place of the error.
    calls = [found for path in sources() for found in calls_that_fill(path)]
    assert len(calls) > 100
    assert [place for place, fields, given in calls if fields - given] == []


def calls_that_fill(path: Path) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield where a module fills one of its own messages in: what it has places for, and what it is given."""
    tree = ast.parse(path.read_text())
    messages: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Text"), [ast.Constant(str(message))])):
                messages[name] = message
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "filled"), [], given) if name in messages:
                if any(keyword.arg is None for keyword in given):
                    continue
                fields = {field for _, field, _, _ in Formatter().parse(messages[name]) if field}
                yield f"{path}:{node.lineno}", fields, {keyword.arg for keyword in given if keyword.arg}


def test_what_a_tool_reports_is_a_message() -> None:
    results = [
        (f"{path}:{node.lineno}", node)
        for path in sources("tools")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in WITH_RESULT
    ]
    assert len(results) > 50
    assert [place for place, call in results if any(map(is_plain, call.args[1:2] + named(call, "message")))] == []


def is_plain(argument: ast.expr) -> bool:
    return isinstance(argument, ast.JoinedStr) or (isinstance(argument, ast.Constant) and bool(argument.value))


def named(call: ast.Call, name: str) -> list[ast.expr]:
    return [keyword.value for keyword in call.keywords if keyword.arg == name]


def fits(call: ast.Call, message: str) -> bool:
    names = {keyword.arg for keyword in call.keywords}
    if not takes_values(call) or not names or None in names:
        return True
    fields = [(name, spec or "", conversion) for _, name, spec, conversion in Formatter().parse(message) if name]
    return names == {name for name, _, _ in fields} and all(
        name.isidentifier() and SPECIFICATION.fullmatch(spec) and not conversion for name, spec, conversion in fields
    )


def takes_values(call: ast.Call) -> bool:
    return ast.unparse(call.func) in {"Text", "Text.in_context"}


@pytest.mark.parametrize("value", ["{limit}", "{{", "}", "{0.__class__}", "%s", "{x!r:>9}"])
def test_no_message_reads_braces_in_a_value(value: str) -> None:
    filled = 0
    for place, call, context, message in calls_with_messages():
        if not takes_values(call) or not call.keywords:
            continue
        fields = {name: spec for _, name, spec, _ in Formatter().parse(message) if name}
        values = {name: 12345 if spec else value for name, spec in fields.items()}
        shown = [form.count(value) for form in Text.in_context(context, message, **values).to_json().values()]
        assert min(shown) >= sum(not spec for spec in fields.values()), place
        filled += 1
    assert filled > 250


def test_chinese_has_one_word_for_a_thing() -> None:
    screens = [(str(path), path.read_text()) for path in (ROOT / "frontend/src/i18n/zh").glob("*.json")]
    assert len(screens) > 10
    messages = [(key[1], form) for key, forms in entries(read("zh_Hans")).items() for form in forms]
    assert [
        (place, line.strip())
        for place, text in screens + messages
        for line in text.splitlines()
        if OTHER_WORDS.search(WORDS_OF_OTHERS.sub("", line))
    ] == []


def test_chinese_is_in_the_catalogue_or_is_data() -> None:
    assert {str(path.relative_to(ROOT)) for path in sources() if has_chinese(path)} == WITH_CHINESE.keys()


def has_chinese(path: Path) -> bool:
    source = path.read_text()
    if not CHINESE.search(source):
        return False
    nodes = list(ast.walk(ast.parse(source)))
    comments = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in comments)
    return any(isinstance(text, str) and CHINESE.search(text) for text in texts)
