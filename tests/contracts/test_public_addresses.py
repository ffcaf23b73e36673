"""Addresses that leave the product are made in one place, which does not believe a request where it need not."""

import re

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.factories.workflows import workflow_create
from tests.runtime import ROOT
from workflow_editor.services.triggers.publish import trigger_prepare

MADE_IN = "tools/api/public_address.py"
FROM_REQUESTS = re.compile(r"build_absolute_uri|get_host\(|HTTP_HOST|get_current_site")
# A captcha is solved for the host of the page that shows it.
CHECKS_A_HOST = "workflow_editor/api/views/forms.py"


def test_no_other_code_makes_an_address_of_what_a_request_names() -> None:
    found = {
        str(path.relative_to(ROOT))
        for app in ("tools", "agents", "workflow_editor")
        for path in (ROOT / app).rglob("*.py")
        if FROM_REQUESTS.search(path.read_text())
    }
    assert found == {MADE_IN, CHECKS_A_HOST}


@pytest.mark.parametrize(
    ("public_url", "beginning"), [("", "http://evil.example/"), ("https://ours.example", "https://ours.example/")]
)
def test_a_forged_host_leads_nowhere_where_the_address_is_set(
    alice: User, alice_api: APIClient, settings: Settings, public_url: str, beginning: str
) -> None:
    settings.PUBLIC_URL = public_url
    workflow = workflow_create(alice)
    document = {"op": "add_node", "node": {"key": "hook", "name": "Hook", "type": "webhook", "config": {}}}
    graph = f"/api/workflows/{workflow.pk}/graph/"
    alice_api.patch(graph, {"revision": workflow.revision, "operations": [document]})
    trigger_prepare(workflow, "hook")
    answer = alice_api.get(f"/api/workflows/{workflow.pk}/triggers/hook/", headers={"Host": "evil.example"})
    assert answer.json()["address"].startswith(beginning)
