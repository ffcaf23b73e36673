"""Guardrail: lets through only what keeps the rules."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.evaluation.linear_patterns import PatternError, pattern_found
from tools.evaluation.pool import EvaluationBusyError
from tools.executors.contract.json_schema import schema_mismatch, schema_problem
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField, Port
from workflow_editor.nodes.lookup import json_in, to_text
from workflow_editor.nodes.ports import NodeContext, Variables
from workflow_editor.nodes.texts.personal_data import masked, personal_data

MAX_CHARACTERS = 1_000_000
_PASSED, _BLOCKED = "passed", "blocked"
_NO_RULE = Text("Add a rule: a JSON Schema, a regular expression or personal data.")
_TOO_LONG = Text("The content is longer than {most:,} characters. Shorten it.", most=MAX_CHARACTERS)


class GuardrailConfig(NodeConfig):
    """Text and rules; empty rules are ignored."""

    content: str = form_field(
        "Content", "A text or value, such as {{ nodes.ai.result }}.", default="", widget="template", autofocus=True
    )
    personal_data: Literal["ignore", "block", "mask"] = form_field(
        "Personal data",
        "Mail addresses, telephone, identity, card and bank account numbers, IP addresses.",
        default="block",
        enum_labels={
            "ignore": Text("Allow"),
            "block": Text("Block"),
            "mask": Text("Mask"),
        },
    )
    required_pattern: str = form_field(
        "Must contain", "A regular expression.", default="", max_length=2000, placeholder="^[A-Z]{2}-\\d+$"
    )
    forbidden_pattern: str = form_field(
        "Must not contain", "A regular expression.", default="", max_length=2000, placeholder=r"\d{16}"
    )
    value_schema: dict[str, Any] | None = form_field(
        Text.verbatim("JSON Schema"), "The structure that the content must have.", default=None, widget="json"
    )


class GuardrailNode(EffectNode[GuardrailConfig]):
    """Follows `passed` or `blocked`. Patterns take linear time; a slow schema is tried where it can be killed."""

    id = "guardrail"
    category = "logic"
    icon = "shield-check"
    title = Text("Guardrail")
    help = Text("Checks content for personal data, a pattern or a JSON Schema.")
    keywords = Text("validate, moderation, pii, privacy, mask, redact, regular expression, json schema, safety, policy")
    summary = (field_line("content", Text("No content yet")),)
    outputs = (Port(_PASSED, Text("Passed")), Port(_BLOCKED, Text("Blocked")))
    needs = (ConfigProblem("content_missing", "/content", Text("Choose the content.")),)
    has_known_fields = True
    output_fields = (
        OutputField("passed", "boolean", Text("Passed")),
        OutputField("content", "any", Text("Content")),
        OutputField("problems", "array", Text("Problems")),
    )
    example = Example(
        Text("Masks personal data before a text goes on."),
        config={"content": "{{ inputs.mail }}", "personalData": "mask"},
        inputs={"mail": "Call me: +86 138 0013 8000"},
        output={"passed": True, "content": "Call me: [phone]", "problems": []},
    )

    def problems(self, config: GuardrailConfig) -> Sequence[ConfigProblem]:
        found = [*super().problems(config)]
        has_rule = config.required_pattern or config.forbidden_pattern or config.value_schema is not None
        if config.personal_data == "ignore" and not has_rule:
            found.append(ConfigProblem("rule_missing", "/personalData", _NO_RULE))
        for field, pattern in (
            ("requiredPattern", config.required_pattern),
            ("forbiddenPattern", config.forbidden_pattern),
        ):
            try:
                pattern_found(pattern, "")
            except PatternError as error:
                found.append(ConfigProblem("pattern_invalid", f"/{field}", error.text))
        reason = None if config.value_schema is None else schema_problem(config.value_schema)
        if reason is not None:
            found.append(ConfigProblem("schema_invalid", "/valueSchema", reason))
        return found

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        return (_PASSED if output.get("passed") else _BLOCKED,)

    def run(self, config: GuardrailConfig, context: NodeContext) -> NodeOutcome:
        return self.preview(config, context.variables)

    def preview(self, config: GuardrailConfig, variables: Variables) -> NodeOutcome:
        content = variables.value(config.content)
        text = to_text(content)
        if len(text) > MAX_CHARACTERS:
            raise NodeError(_TOO_LONG, code="content_too_long")
        found = personal_data(text) if config.personal_data != "ignore" else []
        try:
            problems = list(_broken(config, content, text))
        except PatternError as error:
            raise NodeError(error.text, code="pattern_invalid") from error
        except EvaluationBusyError as busy:
            raise NodeError(busy.text, code="guardrail_busy", retryable=True) from busy
        if config.personal_data == "block":
            problems += [{"rule": "personal_data", "message": one.kind} for one in found]
        elif found:
            content = masked(text, found)
        output = {"passed": not problems, "content": content, "problems": problems}
        return NodeOutcome(output, ports=self.ports_of(output), inputs={"content": content})


def _broken(config: GuardrailConfig, content: Any, text: str) -> Iterator[JsonObject]:
    if config.required_pattern and not pattern_found(config.required_pattern, text):
        yield {"rule": "required_pattern", "message": config.required_pattern}
    if config.forbidden_pattern and pattern_found(config.forbidden_pattern, text):
        yield {"rule": "forbidden_pattern", "message": config.forbidden_pattern}
    if config.value_schema is not None:
        value = json_in(content) if isinstance(content, str) else content
        mismatch = schema_mismatch(content if value is None else value, config.value_schema)
        if mismatch is not None:
            yield {"rule": "schema", "message": mismatch.sentence.en}
