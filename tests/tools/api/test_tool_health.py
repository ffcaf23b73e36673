"""/api/tools/configs/{id}/health/: how a tool has fared lately."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.tools.audit.test_audit_log import OUTCOME, record_of
from tests.tools.conftest import ToolMaker
from tools.adapters.gateway_factory import OrmAuditLog
from tools.core.text import Text
from tools.models import ToolConfig
from tools.selectors.tool_health import RECENT_CALLS


@pytest.fixture
def weather(make_tool: ToolMaker) -> ToolConfig:
    return make_tool(shared=True)


def call(tool: ToolConfig, user: User, *, error: str = "") -> None:
    log = OrmAuditLog()
    outcome = replace(OUTCOME, success=not error, code=2001 if error else 0, message=error or "ok")
    log.finished(log.started(record_of(user, tool_id=tool.tool_id)), outcome)


def health(api: APIClient, tool: ToolConfig) -> Any:
    return api.get(f"/api/tools/configs/{tool.id}/health/")


def test_a_tool_that_was_never_called_has_no_past(alice_api: APIClient, weather: ToolConfig) -> None:
    nothing = {"calls": 0, "succeeded": 0, "last_call_at": None, "last_error": "", "last_error_at": None}
    assert health(alice_api, weather).json() == nothing


def test_successes_are_counted_and_the_newest_error_is_reported(
    alice: User, alice_api: APIClient, weather: ToolConfig
) -> None:
    for error in ("Old.", "New.", ""):
        call(weather, alice, error=error)
    reported = health(alice_api, weather).json()
    assert (reported["calls"], reported["succeeded"], reported["last_error"]) == (3, 1, "New.")
    assert reported["last_error_at"] < reported["last_call_at"]


def test_denied_and_unfinished_calls_and_other_tools_do_not_count(
    alice: User, alice_api: APIClient, weather: ToolConfig
) -> None:
    log = OrmAuditLog()
    log.refused(
        record_of(
            alice, tool_id=weather.tool_id, code=1006, reason=Text.of(en="Denied.", zh="已拒绝。"), rule_id="rule"
        )
    )
    log.started(record_of(alice, tool_id=weather.tool_id))
    log.finished(log.started(record_of(alice)), OUTCOME)
    assert health(alice_api, weather).json()["calls"] == 0


def test_only_the_newest_calls_count(alice: User, alice_api: APIClient, weather: ToolConfig) -> None:
    call(weather, alice, error="Long ago.")
    for _ in range(RECENT_CALLS):
        call(weather, alice)
    reported = health(alice_api, weather).json()
    assert (reported["calls"], reported["succeeded"], reported["last_error"]) == (RECENT_CALLS, RECENT_CALLS, "")


def test_whoever_shares_a_tool_sees_own_calls_only(
    alice: User, bob: User, bob_api: APIClient, weather: ToolConfig
) -> None:
    call(weather, alice, error="About alice.")
    call(weather, bob)
    reported = health(bob_api, weather).json()
    assert (reported["calls"], reported["last_error"]) == (1, "")


def test_strangers_find_nothing(charlie_api: APIClient, bot: ToolConfig) -> None:
    assert health(charlie_api, bot).status_code == 404
