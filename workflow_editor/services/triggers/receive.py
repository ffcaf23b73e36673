"""Takes in a request to a webhook: proves it over its raw bytes, stores what it delivers, starts the runs."""

import logging
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from tools.adapters.file_contents import file_keep, stored_file
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import TOO_MANY, JsonTooLargeError
from tools.core.formats.named_values import by_name
from tools.core.text import Text, byte_size
from tools.models import ToolFile
from tools.rows.reader import read_with
from tools.secrets.names import is_secret_name
from workflow_editor.errors import ForbiddenError, InvalidInputError, NotFoundError
from workflow_editor.models import Trigger
from workflow_editor.nodes.builtin.webhook import MAX_BODY_BYTES, WebhookConfig, WebhookNode, path_values
from workflow_editor.services.limits.people import delivery_cap_check
from workflow_editor.services.triggers.deliver import Delivered, Status, deliver, delivered_before
from workflow_editor.services.triggers.malformed import malformed_kept
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.bodies import PackedTooLongError, is_packed, read_body, unpacked
from workflow_editor.triggers.webhooks.repeats import delivery_keys
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    ArrivedFile,
    Delivery,
    NotVerifiedError,
    Sender,
    SenderSettings,
    Verified,
    WebhookRequest,
)

logger = logging.getLogger(__name__)

LISTENS_FOR = timedelta(seconds=120)
_NOTHING_LISTENS = Text(
    "Nothing listens at this address: it is wrong, or what was here is switched off or deleted. Ask whoever gave it to "
    "you."
)
_OTHER_ADDRESS = Text("Requests from this address are not allowed here.")
_REFUSED = Text("It is unclear who sent this request: its signature or secret is missing, wrong or too old.")
_NO_JSON = Text("The body is not JSON, though its content type says so.")
_TOO_LONG = Text(
    "The body is longer than {size} once it is unpacked. Send it in several parts.", size=byte_size(MAX_BODY_BYTES)
)
_Kept = Sequence[tuple[str, ToolFile]]
"""Files with the names of their parts."""
_HIDDEN = "***"


class NothingListensError(NotFoundError):
    """No such address, or nothing live there, indistinguishably."""

    code = "nothing_listens"

    def __init__(self) -> None:
        super().__init__(_NOTHING_LISTENS)


class NotVerifiedWebhookError(ForbiddenError):
    """The request does not prove whom it is from."""

    code = "webhook_not_verified"
    http_status = 401


class WrongMethodError(Exception):
    """The webhook takes other methods."""

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed)
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Received:
    trigger: Trigger
    config: WebhookConfig
    deliveries: Sequence[Delivered]
    answer: Answer | None
    """The sender's mandatory answer; None leaves it to the settings."""


def webhook_listen(trigger: Trigger) -> Trigger:
    """Keep what comes in the next two minutes as an example, while nothing is published."""
    trigger.listening_until = timezone.now() + LISTENS_FOR
    trigger.save(update_fields=["listening_until"])
    return trigger


def webhook_config(token: str) -> WebhookConfig | None:
    """Return the settings of what listens at an address, None where nothing does."""
    try:
        return _listening(token, timezone.now())[1]
    except NotFoundError:
        return None


def webhook_receive(token: str, path: str, request: WebhookRequest, *, address: str) -> Received:
    """Store a request's deliveries and start their runs.

    Args:
        token: secret part of the address; `path` follows it.
        address: client address from trusted proxies.
    Raises:
        NothingListensError: no such address, nothing live there, or another path, indistinguishably.
        LimitError: (`cap_reached`) too many requests per minute.
        ForbiddenError: (`address_not_allowed`) this client address may not call.
        WrongMethodError: another method.
        NotVerifiedWebhookError: the proof is missing or wrong.
        InvalidInputError: (`invalid_json`) malformed body.
        FileTooLargeError: a file is longer than files may be.
    """
    trigger, config = _listening(token, request.received_at)
    delivery_cap_check(trigger.pk)
    values = path_values(config.path, path)
    if values is None:
        raise NothingListensError
    sender = SENDERS.get(config.sender)
    if sender is None:
        raise NothingListensError
    if not config.admits(address):
        raise ForbiddenError(_OTHER_ADDRESS, code="address_not_allowed")
    is_handshake = request.method == "GET" and sender.handshakes_by_get
    if config.method not in ("any", request.method) and not is_handshake:
        raise WrongMethodError(config.method)
    secrets = {name: str(value) for name, value in trigger.secrets().items()}
    settings = sender.settings_model.model_validate(config.sender_settings)
    proved = verified(sender, request, secrets, settings)
    hidden = sender.secret_headers(settings)
    common = {
        "method": request.method,
        "headers": _shown(request.headers, secrets, hidden),
        "query": _shown(request.query, secrets),
        "path": dict(values),
    }
    # An example is always another one.
    found = delivery_keys(proved, request, config.equal_bodies) if trigger.is_live else [None] * len(proved.deliveries)
    keys = [key or uuid.uuid4().hex for key in found]
    # Only what is proved is stored, and only once.
    is_new = bool(request.files) and any(delivered_before(trigger, key) is None for key in keys)
    kept = _kept(trigger, request.files) if is_new else []
    files = [stored_file(row).to_json() for _, row in kept]
    status = Status.STARTED if trigger.is_live else Status.EXAMPLE
    with malformed_kept(trigger, request, common, secrets.values()):
        arrived = _readable(request)
        deliveries = [
            deliver(
                trigger,
                key=key,
                data={**common, "body": _body(delivery, arrived, kept), "files": files},
                at=request.received_at,
                status=status,
                files=[row for _, row in kept],
                at_once=True,
            )
            for key, delivery in zip(keys, proved.deliveries, strict=True)
        ]
    at_once = sender.at_once if config.respond == "at_once" else None
    return Received(trigger, config, deliveries, proved.answer or at_once)


def _listening(token: str, now: datetime) -> tuple[Trigger, WebhookConfig]:
    trigger = read_with(Trigger, "workflow", "runs_as", token=token)
    if trigger is None:
        raise NothingListensError
    return trigger, _config(trigger, now)


def _config(trigger: Trigger, now: datetime) -> WebhookConfig:
    if trigger.is_live and trigger.type == WebhookNode.id:
        return WebhookConfig.model_validate(trigger.config)
    if trigger.listening_until is not None and trigger.listening_until > now:
        node = trigger.workflow.nodes.filter(key=trigger.node_key, type=WebhookNode.id).first()
        if node is not None:
            return WebhookConfig.model_validate(node.config)
    raise NothingListensError


def verified(
    sender: Sender[Any], request: WebhookRequest, secrets: Mapping[str, str], settings: SenderSettings
) -> Verified:
    """Return a verified request. Raises NotVerifiedWebhookError, with the reason in the log."""
    try:
        return sender.verify(request, secrets, settings)
    except NotVerifiedError as error:
        logger.info("A webhook request was refused: %s", error.reason.en)
        raise NotVerifiedWebhookError(_REFUSED) from None


def _shown(
    given: Mapping[str, str | list[str]], secrets: Mapping[str, str], hidden: Collection[str] = frozenset()
) -> JsonObject:
    """Leave out what a run may not see: proofs and secrets, known by their values or by their names."""
    known = [value for value in secrets.values() if value]

    def is_hidden(name: str, value: str | list[str]) -> bool:
        values = [value] if isinstance(value, str) else value
        is_proof = name in hidden or is_secret_name(name)
        return is_proof or any(secret in one for secret in known for one in values)

    return {name: _HIDDEN if is_hidden(name, value) else value for name, value in given.items()}


def _kept(trigger: Trigger, files: Iterable[ArrivedFile]) -> _Kept:
    owner_id = trigger.runs_as_id
    return [
        (file.field, file_keep(file.name, file.content_type, file.chunks, owner_id=owner_id, run_id=None))
        for file in files
    ]


def _readable(request: WebhookRequest) -> WebhookRequest:
    """Return the request with its body unpacked. Raises InvalidInputError (`body_too_long`)."""
    if not is_packed(request.headers):
        return request
    try:
        return replace(request, body=unpacked(request, MAX_BODY_BYTES))
    except PackedTooLongError as error:
        raise InvalidInputError(_TOO_LONG, code="body_too_long") from error


def _body(delivery: Delivery, request: WebhookRequest, kept: _Kept) -> Any:
    if delivery.body is not None:
        return delivery.body
    if kept or request.form:
        files = by_name((field, stored_file(row).to_json()) for field, row in kept)
        return files[""] if "" in files else {**request.form, **files}
    if not request.body:
        return None
    try:
        return read_body(request)
    except JsonTooLargeError as error:
        raise InvalidInputError(TOO_MANY, code="body_holds_too_much") from error
    except ValueError as error:
        raise InvalidInputError(_NO_JSON, code="invalid_json") from error
