"""The partner that cases call, and a person who runs workflows."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.acceptance.api_user import ApiUser
from tests.workflow_editor.cases.partner import Partner, partner
from tools.adapters import gateway_factory


@pytest.fixture
def echo(settings: Settings) -> Iterator[Partner]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway_factory.gateway.cache_clear()
    with partner() as server:
        yield server
    gateway_factory.gateway.cache_clear()


@pytest.fixture
def api_user(alice_api: APIClient, admin_api: APIClient, queue: TaskQueue) -> ApiUser:
    return ApiUser(alice_api, admin_api, queue)
