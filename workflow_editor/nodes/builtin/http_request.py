"""HTTP request: one call of one address, without a model."""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlencode

from tools.core.definitions import JsonObject, ToolRef
from tools.core.envelope import ToolResult, is_success
from tools.core.summary import SummaryText
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.secret_places import secret_pointers
from tools.executors.http_request.settings import BODY_METHODS
from tools.outbound.http_credential import HttpCredential
from tools.secrets.redaction import MASK, is_secret_name, redact_url
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import Category, ConfigProblem, EffectNode, Example, NodeOutcome, OutputField
from workflow_editor.nodes.builtin.http_request_config import HttpRequestNodeConfig, Row
from workflow_editor.nodes.node_tool import NO_SECRETS
from workflow_editor.nodes.ports import NodeContext, Variables
from workflow_editor.nodes.tool_call import call_error, call_tool, rehearsed_output, was_rehearsed

_NO_ANSWER: JsonObject = {"statusCode": None, "statusText": "", "headers": {}, "body": None}
_ADDRESS_MISSING = Text("Enter the URL.")
_UNAUTHORIZED = 401
_SECOND_CALL = "call_2"


class HttpRequestNode(EffectNode[HttpRequestNodeConfig]):
    """Calls an address through the gateway, under the rules and the audit of the tool “HTTP request”."""

    id = "http_request"
    category: ClassVar[Category] = "tools"
    icon = "world-www"
    title = Text("HTTP request")
    help = Text("Calls a URL, without a model.")
    keywords = Text("api, url, rest, webhook, curl, fetch, get, post")
    summary = (
        (
            SummaryText(Text.verbatim("{method} {url|host}")),
            SummaryText(Text("No URL yet"), missing=True),
        ),
    )
    output_fields = (
        OutputField("statusCode", "number", Text("Status")),
        OutputField("statusText", "string", Text("Status text")),
        OutputField("headers", "object", Text.in_context("of a response", "Headers")),
        OutputField("body", "any", Text.in_context("of a response", "Body")),
    )
    confirmed_as_output = True
    config_model = HttpRequestNodeConfig
    example = Example(
        Text("Requests items of one kind from a service."),
        config={
            "url": "https://api.example.com/items",
            "query": [{"key": "kind", "value": "{{ inputs.kind }}"}],
        },
        inputs={"kind": "tea"},
        output={"statusCode": 200, "statusText": "OK", "headers": {}, "body": [{"name": "Green tea"}]},
    )

    def refusals(self, config: HttpRequestNodeConfig) -> Sequence[ConfigProblem]:
        pointers = secret_pointers(None, config.model_dump(mode="json", by_alias=True))
        if config.auth_secret and not _is_template(config.auth_secret):
            pointers.append("/authSecret")
        return [ConfigProblem("secret_in_node", pointer, NO_SECRETS) for pointer in pointers]

    def problems(self, config: HttpRequestNodeConfig) -> Sequence[ConfigProblem]:
        found = []
        if not config.url.strip():
            found.append(ConfigProblem("url_missing", "/url", _ADDRESS_MISSING))
        if config.auth_type != "none" and not config.credential and not config.auth_secret.strip():
            text = Text("Choose a credential, or the variable with the secret.")
            found.append(ConfigProblem("auth_secret_missing", "/credential", text))
        if config.auth_type == "apikey" and not config.auth_name.strip():
            text = Text("Enter the name of the header or parameter.")
            found.append(ConfigProblem("auth_name_missing", "/authName", text))
        return found

    def templates(self, config: HttpRequestNodeConfig) -> Iterable[str]:
        yield config.url
        for row in (*config.query, *config.headers, *config.form):
            yield row.value
        yield from (config.body, config.auth_username, config.auth_secret)

    def run(self, config: HttpRequestNodeConfig, context: NodeContext) -> NodeOutcome:
        signer = _signer(config, context)
        request = _Request(config, context.variables, signer)
        timeout_s = config.timeout / 1000
        called = call_tool(request.tool(context.node_name), request.arguments(), context, timeout_s)
        if signer is not None and signer.renewable and _status(called.result) == _UNAUTHORIZED:
            # The token of an account may end before its time; what was refused was not done, so it is sent once more.
            signer = context.credentials.http(config.credential, config.url, refused=signer.secret)
            request = _Request(config, context.variables, signer)
            called = call_tool(
                request.tool(context.node_name), request.arguments(), context, timeout_s, call_id=_SECOND_CALL
            )
        result = called.result
        answered = isinstance(result.data, dict) and "status" in result.data
        if not is_success(result) and not (answered and config.on_error_status == "continue"):
            error = call_error(called)
            if answered:
                error.details = {**error.details, "statusCode": result.data["status"], "body": result.data["data"]}
            raise error
        return NodeOutcome(_output(result), inputs=request.shown())


@dataclass(frozen=True, slots=True)
class _Signature:
    """What says on whose behalf a request is sent."""

    headers: Sequence[tuple[str, str]] = ()
    query: Sequence[tuple[str, str]] = ()
    secrets: frozenset[str] = frozenset()


class _Request:
    """What is sent, filled in."""

    def __init__(self, config: HttpRequestNodeConfig, variables: Variables, signer: HttpCredential | None) -> None:
        self._config = config
        self._headers = _filled(config.headers, variables)
        self._signature = _signature(config, signer)
        self._credential = signer.use if signer else None
        self._url = _with_query(variables.render(config.url).strip(), _filled(config.query, variables))
        if not self._url:
            raise NodeError(_ADDRESS_MISSING, code="url_missing")
        self._body = self._filled_body(variables) if config.method in BODY_METHODS else None

    def tool(self, name: str) -> ToolRef:
        """Return the tool as the gateway resolves it; headers and signature are bound, so that no record holds them."""
        signature = self._signature
        settings = {
            "method": None,
            "headers": _rows([*self._headers, *signature.headers]),
            "query": _rows(signature.query),
            "bodyType": self._config.body_type if self._config.body_type != "none" else "raw",
            "responseType": self._config.response_type,
            "timeout": self._config.timeout,
            "sendsIdempotencyKey": self._config.sends_idempotency_key,
        }
        return ToolRef(
            ToolId.of(ToolKind.INLINE, "http_request"),
            ui_type="http-request",
            name=name,
            config=settings,
            secrets=signature.secrets,
            credential=self._credential,
        )

    def arguments(self) -> JsonObject:
        """Return what the call is recorded with; a body of null is none."""
        return {"url": self._url, "method": self._config.method, "body": self._body}

    def shown(self) -> JsonObject:
        """Return the request for people who debug it, without secrets."""
        headers = {name: MASK if is_secret_name(name) else value for name, value in self._headers}
        headers |= {name: MASK for name, _ in self._signature.headers}
        url = redact_url(_with_query(self._url, [(name, MASK) for name, _ in self._signature.query]))
        return {"method": self._config.method, "url": url, "headers": headers, "body": self._body}

    def _filled_body(self, variables: Variables) -> Any:
        match self._config.body_type:
            case "none":
                return None
            case "form":
                return urlencode(_filled(self._config.form, variables)) or None
            case "multipart":
                rows = [row for row in self._config.form if row.key.strip()]
                return {row.key.strip(): variables.value(row.value) for row in rows} or None
            case "file":
                return variables.value(self._config.body)
            case "json":
                value = variables.value(self._config.body)
                return value if isinstance(value, dict | list | str) else json.dumps(value)
            case "raw":
                return variables.render(self._config.body)


def _signer(config: HttpRequestNodeConfig, context: NodeContext) -> HttpCredential | None:
    """Return what signs the request; None for a request that is not signed.

    Raises:
        NodeError: the credential cannot be used in this run.
    """
    if config.auth_type == "none":
        return None
    if config.credential:
        return context.credentials.http(config.credential, config.url)
    render = context.variables.render
    return HttpCredential(secret=render(config.auth_secret), username=render(config.auth_username))


def _signature(config: HttpRequestNodeConfig, signer: HttpCredential | None) -> _Signature:
    if signer is None:
        return _Signature()
    if config.auth_type == "apikey":
        pair = ((config.auth_name.strip(), signer.secret),)
        secrets = frozenset({signer.secret})
        return (
            _Signature(query=pair, secrets=secrets) if config.auth_place == "query" else _Signature(pair, (), secrets)
        )
    value = f"Bearer {signer.secret}"
    if config.auth_type == "basic":
        value = f"Basic {b64encode(f'{signer.username}:{signer.secret}'.encode()).decode()}"
    return _Signature([("Authorization", value)], (), frozenset({signer.secret, value.partition(" ")[2]}))


def _status(result: ToolResult) -> Any:
    return result.data.get("status") if isinstance(result.data, dict) else None


def _rows(pairs: Sequence[tuple[str, str]]) -> list[JsonObject]:
    return [{"key": name, "value": value} for name, value in pairs]


def _output(result: ToolResult) -> JsonObject:
    answer = result.data
    if was_rehearsed(result):
        return rehearsed_output(_NO_ANSWER, result) | {"would": answer["would"]}
    if result.facts.confirmed_by is not None or not isinstance(answer.get("status"), int):
        return _made_up(answer)
    # What a rule pretends may have the status alone.
    return {
        "statusCode": answer["status"],
        "statusText": answer.get("statusText", ""),
        "headers": answer.get("headers", {}),
        "body": answer.get("data"),
    }


def _made_up(answer: JsonObject) -> JsonObject:
    """Return what a person or a rule says that came back: fields of this node's output, or else the body alone."""
    if answer.keys() & _NO_ANSWER.keys():
        return {**_NO_ANSWER, **answer}
    return {**_NO_ANSWER, "body": answer or None}


def _filled(rows: Sequence[Row], variables: Variables) -> list[tuple[str, str]]:
    return [(row.key.strip(), variables.render(row.value)) for row in rows if row.key.strip()]


def _with_query(url: str, query: Sequence[tuple[str, str]]) -> str:
    if not query:
        return url
    address, hash_, fragment = url.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}{hash_}{fragment}"


def _is_template(text: str) -> bool:
    return "{{" in text or "{%" in text
