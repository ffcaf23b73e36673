"""HTTP request: one call of one address, without a model."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject, ToolRef
from tools.core.envelope import ToolResult, is_success
from tools.core.formats.json_text import write_json
from tools.core.formats.named_values import joined_headers
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.secret_places import secret_pointers
from tools.executors.http_request.bodies import without_null
from tools.executors.http_request.fields import (
    PLACE_FILLED_IN,
    HttpRequestFields,
    digest_of,
    missing_place,
    security_of,
    unpaged,
)
from tools.executors.http_request.settings import BODY_METHODS, is_template
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential
from tools.secrets.names import MASK, is_secret_name
from tools.secrets.places import Marks, place_in
from tools.secrets.redaction import redact_url
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeOutcome, OutputField
from workflow_editor.nodes.builtin.http_request_config import TYPED, HttpRequestNodeConfig, Row
from workflow_editor.nodes.fields.json_field import json_value
from workflow_editor.nodes.fields.node_tool import NO_SECRETS
from workflow_editor.nodes.meanings import (
    ANY_METHOD_HAS_A_BODY,
    COOKIES_LAST_FOR_THE_RUN,
    JSON_FIELDS_ARE_ALIKE,
    NULL_IS_LEFT_OUT,
    POSTS_HAVE_PAGES,
)
from workflow_editor.nodes.ports import NodeContext, Variables
from workflow_editor.nodes.tool_call import call_error, call_tool, rehearsed_output, was_rehearsed

_OUTPUT = re.compile(r"\{\{(-?)((?:(?!\{\{|\}\}).)*)(-?)\}\}", re.DOTALL)
_NO_ANSWER: JsonObject = {"statusCode": None, "statusText": "", "headers": {}, "body": None}
_ADDRESS_MISSING = Text("Enter the URL.")


class HttpRequestNode(EffectNode[HttpRequestNodeConfig]):
    """Calls an address through the gateway, under the rules and the audit of the tool “HTTP request”."""

    id = "http_request"
    category = "tools"
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
    needs = (ConfigProblem("url_missing", "/url", _ADDRESS_MISSING),)
    has_known_fields = True
    output_fields = (
        OutputField("statusCode", "number", Text("Status")),
        OutputField("statusText", "string", Text("Status text")),
        OutputField("headers", "object", Text.in_context("of a response", "Headers")),
        OutputField("body", "any", Text.in_context("of a response", "Body")),
    )
    confirmed_as_output = True
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
        if config.auth_secret and not is_template(config.auth_secret):
            pointers.append("/authSecret")
        return [ConfigProblem("secret_in_node", pointer, NO_SECRETS) for pointer in pointers]

    def problems(self, config: HttpRequestNodeConfig) -> Sequence[ConfigProblem]:
        found = [*super().problems(config)]
        is_typed = config.auth_type in TYPED and config.auth_secret.strip()
        if config.auth_type != "none" and not config.credential and not is_typed:
            text = Text("Choose a credential, or the variable with the secret.")
            found.append(ConfigProblem("auth_secret_missing", "/credential", text))
        if config.auth_type == "apikey" and not config.auth_name.strip():
            text = Text("Enter the name of the header or parameter.")
            found.append(ConfigProblem("auth_name_missing", "/authName", text))
        unsaid = [ConfigProblem("paging_incomplete", one.pointer, one.message) for one in config.missing_of_pages()]
        unread = [
            ConfigProblem("paging_ignored", one.pointer, one.message, "warning")
            for one in unpaged(config.follows_pages, config.method, config.response_type)
        ]
        unplaced = [
            ConfigProblem("secret_place_missing", one.pointer, one.message)
            for one in missing_place(config.auth_type, config.url, _parts(config))
        ]
        return [*found, *unplaced, *(unread or unsaid)]

    def templates(self, config: HttpRequestNodeConfig) -> Iterable[str]:
        yield from (config.url, *_parts(config), config.auth_username, config.auth_secret)

    def run(self, config: HttpRequestNodeConfig, context: NodeContext) -> NodeOutcome:
        if config.auth_type != "none" and config.credential:
            context.credentials.authorize(config.credential, config.url)
        request = _Request(config, context.variables)
        called = call_tool(
            request.tool(context.node_name),
            request.arguments(),
            context,
            config.timeout / 1000,
            for_run=request.keeps_cookies,
        )
        result = called.result
        answered = isinstance(result.data, dict) and "status" in result.data
        if not is_success(result) and not (answered and config.on_error_status == "continue"):
            error = call_error(called)
            if answered:
                error.details = {**error.details, "statusCode": result.data["status"], "body": result.data["data"]}
            raise error
        return NodeOutcome(_output(result), inputs=request.shown())


class _Request:
    def __init__(self, config: HttpRequestNodeConfig, variables: Variables) -> None:
        self._config = config
        self._skips_null = variables.version >= NULL_IS_LEFT_OUT
        self._pages_by_post = variables.version >= POSTS_HAVE_PAGES
        self.keeps_cookies = config.keeps_cookies and variables.version >= COOKIES_LAST_FOR_THE_RUN
        self._security = security_of(config.auth_type, config.auth_name, config.auth_place)
        self._typed = _typed_secret(config, variables)
        written, marks = config, Marks()
        if config.auth_type == "path":
            written = config.model_validate(marks.put(config.model_dump(by_alias=True)))
        self._headers = _filled(written.headers, variables)
        self._url = _with_query(_text(written.url, variables).strip(), _filled(written.query, variables))
        if not self._url:
            raise NodeError(_ADDRESS_MISSING, code="url_missing")
        has_body = config.method in BODY_METHODS or variables.version >= ANY_METHOD_HAS_A_BODY
        self._body = self._filled_body(written, variables) if has_body else None
        if config.auth_type == "path":
            request = [self._headers, self._url, self._body]
            if place := place_in(request):
                raise NodeError(PLACE_FILLED_IN.filled(place=place), code="secret_place_filled_in")
            self._headers, self._url, self._body = marks.undo(request)

    def tool(self, name: str) -> ToolRef:
        """Return the tool as the gateway resolves it; headers and signature are bound, so that no record holds them."""
        config, secrets = self._config, frozenset[str]()
        headers, query = self._headers, dict[str, str]()
        if self._typed is not None:
            bare = OutboundRequest(config.method, "http://host")
            signed = self._security.signed(bare, self._typed)
            headers = [*headers, *signed.headers.items()]
            query = dict(parse_qsl(urlsplit(signed.url).query))
            secrets = frozenset({self._typed.secret, *(v.partition(" ")[2] or v for v in signed.headers.values())})
        settings = {
            **config.model_dump(by_alias=True, include=set(HttpRequestFields.model_fields)),
            "method": None,
            "headers": _rows(headers),
            "query": _rows(list(query.items())),
            "authType": "none" if self._typed else config.auth_type,
            "credential": config.credential,
            "bodyType": self._config.body_type if self._config.body_type != "none" else "raw",
            "skipsNull": self._skips_null,
            "keepsCookies": self.keeps_cookies,
            "pagesByPost": self._pages_by_post,
            "placedArguments": digest_of(self._url, self._body) if config.auth_type == "path" else "",
            # As the version of the node itself reads it.
            "namesOnce": False,
        }
        return ToolRef(
            ToolId.of(ToolKind.INLINE, "http_request"),
            ui_type="http-request",
            name=name,
            config=settings,
            secrets=secrets,
        )

    def arguments(self) -> JsonObject:
        """Return what the call is recorded with; a body of null is none."""
        return {"url": self._url, "method": self._config.method, "body": self._body}

    def shown(self) -> JsonObject:
        """Return the request for people who debug it, without secrets."""
        sent = joined_headers(self._headers)
        headers = {name: MASK if is_secret_name(name) else value for name, value in sent.items()}
        headers |= {self._security.header: MASK} if self._security.header else {}
        url = self._url
        if self._security.kind == "query":
            url = _with_query(url, [(self._security.name, MASK)])
        return {"method": self._config.method, "url": redact_url(url), "headers": headers, "body": self._body}

    def _filled_body(self, written: HttpRequestNodeConfig, variables: Variables) -> Any:
        match written.body_type:
            case "none":
                return None
            case "form":
                return urlencode(_filled(written.form, variables)) or None
            case "multipart":
                parts: dict[str, list[Any]] = {}
                for row in written.form:
                    if name := row.key.strip():
                        value = variables.value(row.value)
                        parts.setdefault(name, []).extend(value if isinstance(value, list) else [value])
                return (without_null(parts) if self._skips_null else parts) or None
            case "file":
                return variables.value(written.body)
            case "json":
                if variables.version >= JSON_FIELDS_ARE_ALIKE:
                    return write_json(json_value(written.body, variables)).decode()
                value = variables.value(written.body)
                return value if isinstance(value, dict | list | str) else json.dumps(value)
            case "raw":
                return variables.render(written.body)


def _parts(config: HttpRequestNodeConfig) -> Iterator[str]:
    """Yield the templates of a request but for its address."""
    for row in (*config.query, *config.headers, *config.form):
        yield row.value
    yield config.body


def _typed_secret(config: HttpRequestNodeConfig, variables: Variables) -> HttpCredential | None:
    """Return the secret that comes from a variable; None where a stored credential signs, or nothing does."""
    if config.auth_type == "none" or config.credential:
        return None
    render = variables.render
    return HttpCredential({"secret": render(config.auth_secret), "username": render(config.auth_username)})


def _rows(pairs: Sequence[tuple[str, str]]) -> list[JsonObject]:
    return [{"key": name, "value": value} for name, value in pairs]


def _output(result: ToolResult) -> JsonObject:
    answer = result.data
    if was_rehearsed(result):
        return rehearsed_output(_NO_ANSWER, result) | {"would": answer["would"]}
    if result.facts.confirmed_by is not None or not isinstance(answer.get("status"), int):
        return _made_up(answer)
    # A result that a rule pretends may have the status alone.
    return {
        "statusCode": answer["status"],
        "statusText": answer.get("statusText", ""),
        "headers": answer.get("headers", {}),
        "body": answer.get("data"),
    }


def _made_up(answer: JsonObject) -> JsonObject:
    """Return a person's or rule's answer: fields of this node's output, or else the body alone."""
    if answer.keys() & _NO_ANSWER.keys():
        return {**_NO_ANSWER, **answer}
    return {**_NO_ANSWER, "body": answer or None}


def _filled(rows: Sequence[Row], variables: Variables) -> list[tuple[str, str]]:
    named = [row for row in rows if row.key.strip()]
    if variables.version >= NULL_IS_LEFT_OUT:
        named = [row for row in named if variables.value(row.value) is not None]
    return [(row.key.strip(), _text(row.value, variables)) for row in named]


def _text(template: str, variables: Variables) -> str:
    """Fill in a template of a URL, query, form or header; null becomes the empty text."""
    text = variables.render(template)
    if "null" not in text or variables.version < NULL_IS_LEFT_OUT:
        return text
    return variables.render(_OUTPUT.sub(r"{{\1\2 | default: '', allow_false: true \3}}", template))


def _with_query(url: str, query: Sequence[tuple[str, str]]) -> str:
    if not query:
        return url
    address, hash_, fragment = url.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}{hash_}{fragment}"
