"""Restores a client's tool calls over two requests.

Clients get ids that name the run; on return the calls get the service's own ids, and the turn its extra fields
(signatures, thoughts), which clients seldom keep.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from agents.core.journal import ModelReplied
from tools.core.definitions import JsonObject
from workflow_editor.agent_runtime.compile import AGENT_NODE
from workflow_editor.models import JournalRow, Run

_ID = re.compile(r"([0-9a-f]{32})_(\d{1,3})", re.ASCII)
OWN = "own"
"""See `agents.loop.openai_messages`."""


def shown_calls(run: Run, calls: Sequence[JsonObject]) -> list[JsonObject]:
    """Return calls under ids that lead back to the run."""
    return [{**call, "id": f"{run.pk.hex}_{number}"} for number, call in enumerate(calls)]


def thoughts_of(run: Run) -> str:
    """Return what the model thought before its last reply."""
    return str(_last_reply(run).get("thoughts") or "")


def with_own_turns(user: User, messages: Sequence[JsonObject]) -> list[JsonObject]:
    """Return a caller's messages with what the service knows of the calls in them, if they are of the caller's runs."""
    plain = [{name: value for name, value in message.items() if name != OWN} for message in messages]
    ids: dict[str, str] = {}
    found = [_own_turn(user, message, ids) for message in plain]
    return [_renamed(message, ids) for message in found]


def _own_turn(user: User, message: JsonObject, ids: dict[str, str]) -> JsonObject:
    given = list(_call_ids(message))
    run = _run_of(user, given[0]) if given else None
    if run is None:
        return message
    known = [str(call["id"]) for call in (run.output or {}).get("pending_calls") or ()]
    numbers = {id_: int(found[2]) for id_ in given if (found := _ID.fullmatch(id_)) is not None}
    named = {id_: known[number] for id_, number in numbers.items() if number < len(known)}
    ids.update(named)
    reply = _last_reply(run)
    own = _own_part(reply.get("raw"), [call["id"] in named.values() for call in reply.get("tool_calls") or ()])
    return message if own is None else {**message, OWN: own}


def _call_ids(message: JsonObject) -> Iterator[str]:
    calls = message.get("tool_calls") if message.get("role") == "assistant" else None
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict) and isinstance(call.get("id"), str):
            yield call["id"]


def _run_of(user: User, id_: str) -> Run | None:
    named = _ID.fullmatch(id_)
    return Run.objects.filter(pk=UUID(named[1]), created_by=user).first() if named else None


def _last_reply(run: Run) -> JsonObject:
    """Return the newest reply of the agent's model, as the journal has it; empty when there is none."""
    rows = JournalRow.objects.filter(node_run__run_id=run.pk, node_run__node_key=AGENT_NODE, kind=ModelReplied.kind)
    row = rows.order_by("-seq").first()
    return row.payload if row is not None else {}


def _own_part(raw: Any, kept: Sequence[bool]) -> JsonObject | None:
    """Return what stood beside the text, without the calls of tools that are not the caller's."""
    if not isinstance(raw, Mapping):
        return None
    wanted = iter(kept)
    own = dict(raw)
    if isinstance(extras := raw.get("call_extras"), list):
        own["call_extras"] = [extra for extra, is_kept in zip(extras, kept, strict=False) if is_kept]
    if isinstance(content := raw.get("content"), list):
        own["content"] = [block for block in content if block.get("type") != "tool_use" or next(wanted, False)]
    return own


def _renamed(message: JsonObject, ids: Mapping[str, str]) -> JsonObject:
    if message.get("role") == "tool" and (id_ := ids.get(str(message.get("tool_call_id")))):
        return {**message, "tool_call_id": id_}
    if not any(id_ in ids for id_ in _call_ids(message)):
        return message
    calls = [{**call, "id": ids.get(str(call.get("id")), call.get("id"))} for call in message["tool_calls"]]
    return {**message, "tool_calls": calls}
