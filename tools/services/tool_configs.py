"""Writes of configured tools. Secrets travel inside `config` and are split off into the tool's credential."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from tools.core.definitions import JsonObject, ToolRef
from tools.core.errors import ToolConfigurationError
from tools.core.tool_id import ToolId, ToolKind
from tools.forms.config_forms import (
    ignored_problems,
    missing_problems,
    put_tool_secrets,
    take_tool_secrets,
    tool_origins,
    without_tool_gaps,
)
from tools.models import Credential, ToolConfig
from tools.outbound.origins import keeps_secrets
from tools.selectors.tool_types import parameters_schema
from tools.services.code_reviews import refuse_faulty_code, refuse_lost_grants
from tools.services.credentials import (
    credential_create,
    credential_delete,
    credential_from_key,
    credential_update,
)
from tools.services.validation import clean_and_save

CREDENTIAL_KIND = "tool"


@transaction.atomic
def tool_config_create(
    *,
    owner: User,
    type: str,
    name: str,
    config: JsonObject,
    description: str = "",
    enabled: bool = True,
    shared: bool = False,
    offered_over_mcp: bool = False,
    complete: bool = False,
) -> ToolConfig:
    """Store a configured tool.

    Args:
        type: UI type such as `http-request`.
        config: camelCase JSON of the executor's Config, secret fields included.
        complete: refuse settings that lack what the tool needs, or hold what has no effect, as for a person in
            front of the form.
    Raises:
        RecordInvalidError: unknown type, unfit or incomplete settings (pointers look like `/config/url`), faulty code
            (`refuse_faulty_code`) or missing grants (`refuse_lost_grants`).
    """
    tool = ToolConfig(
        owner=owner,
        type=type,
        name=name,
        description=description,
        enabled=enabled,
        shared=shared,
        offered_over_mcp=offered_over_mcp,
    )
    _apply_config(tool, config)
    refuse_lost_grants(tool)
    refuse_faulty_code(tool)
    clean_and_save(tool, [*_lacks(tool), *ignored_problems(type, config, {})] if complete else ())
    return tool


@dataclass(frozen=True, slots=True)
class ToolDraft:
    """A tool that could be stored as it is."""

    ref: ToolRef
    parameters_schema: JsonObject
    """Form of what is filled in at each call."""


def tool_config_draft(*, owner: User, type: str, name: str, config: JsonObject, description: str = "") -> ToolDraft:
    """Check a tool that a person is filling in, and keep nothing of it.

    Raises RecordInvalidError, as `tool_config_create`.
    """
    with transaction.atomic():
        tool = tool_config_create(
            owner=owner, type=type, name=name, config=config, description=description, complete=True
        )
        ref = ToolRef(ToolId.of(ToolKind.INLINE, type), ui_type=type, name=name, config=tool.full_config())
        draft = ToolDraft(ref, parameters_schema(tool))
        transaction.set_rollback(True)
    return draft


@transaction.atomic
def tool_config_update(
    *,
    tool: ToolConfig,
    name: str | None = None,
    description: str | None = None,
    enabled: bool | None = None,
    shared: bool | None = None,
    offered_over_mcp: bool | None = None,
    config: JsonObject | None = None,
    complete: bool = False,
) -> ToolConfig:
    """Change a configured tool; None keeps the stored value, and the type stays.

    `config` replaces the settings. An absent or null secret keeps its value, an empty text removes it. When the
    settings lead to another origin, all secrets not in them are removed. Raises RecordInvalidError, as
    `tool_config_create`.
    """
    plain = {
        "name": name,
        "description": description,
        "enabled": enabled,
        "shared": shared,
        "offered_over_mcp": offered_over_mcp,
    }
    for field, value in plain.items():
        if value is not None:
            setattr(tool, field, value)
    in_vain: Sequence[ValidationError] = ()
    if config is not None:
        in_vain = ignored_problems(tool.type, config, tool.config)
        _apply_config(tool, config)
        refuse_lost_grants(tool)
        refuse_faulty_code(tool)
    clean_and_save(tool, [*_lacks(tool), *in_vain] if complete else ())
    return tool


@transaction.atomic
def tool_config_move_key(*, tool: ToolConfig, config: JsonObject) -> Credential:
    """Store settings with their first key moved into a credential of the tool's owner, which is returned.

    `config` is as in `tool_config_update`. Raises RecordInvalidError, as that and `credential_from_key`.
    """
    full, _ = _with_secrets(tool, config)
    credential, moved = credential_from_key(config=full, owner=tool.owner, ui_type=tool.type)
    tool_config_update(tool=tool, config=moved, complete=True)
    return credential


@transaction.atomic
def tool_config_delete(*, tool: ToolConfig) -> None:
    """Delete the tool with its secrets; nodes that use it report it as missing."""
    credential = tool.credential
    tool.delete()
    if credential is not None:
        credential_delete(credential=credential)


def _lacks(tool: ToolConfig) -> Sequence[ValidationError]:
    return missing_problems(tool.type, tool.full_config())


def _with_secrets(tool: ToolConfig, config: JsonObject) -> tuple[JsonObject, frozenset[str]]:
    """Return settings with the stored secrets, as far as their destination keeps them, and where these may be sent."""
    stored = _readable_secrets(tool)
    before = frozenset(tool.credential.origins if tool.credential else ())
    full = put_tool_secrets(tool.type, config, stored)
    origins = tool_origins(tool.type, full)
    if stored and not keeps_secrets(before, origins):
        return without_tool_gaps(tool.type, config), origins
    return full, before if stored else origins


def _apply_config(tool: ToolConfig, config: JsonObject) -> None:
    full, allowed = _with_secrets(tool, config)
    tool.config, given = take_tool_secrets(tool.type, full)
    values = {name: value for name, value in given.items() if value != ""}
    if tool.credential is not None:
        if values != _readable_secrets(tool) or allowed != frozenset(tool.credential.origins):
            credential_update(credential=tool.credential, values=values, origins=allowed)
    elif values:
        tool.credential = credential_create(
            name=tool.name, kind=CREDENTIAL_KIND, values=values, owner=tool.owner, origins=allowed
        )


def _readable_secrets(tool: ToolConfig) -> JsonObject:
    """Return the stored secrets, none when the key is lost: entering them again is the way out of that."""
    try:
        return tool.secret_values()
    except ToolConfigurationError:
        return {}
