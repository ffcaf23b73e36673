"""The panel's own forms take only names that people can read, and leave a stored one alone until it is changed."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from tests.factories.workflows import workflow_create

HOSTILE = "\u3164"
SENTENCE = "Character 1 of the name is hidden"


@pytest.fixture
def role(db: None) -> Group:
    return Group.objects.create(name="Editors")


def test_a_role_needs_a_name_that_can_be_read(panel: Client, role: Group) -> None:
    for path in ("/admin/auth/group/add/", f"/admin/auth/group/{role.pk}/change/"):
        assert SENTENCE in panel.post(path, {"name": HOSTILE}).content.decode()
    assert [group.name for group in Group.objects.all()] == ["Editors"]


def test_a_workflow_needs_a_name_that_can_be_read(panel: Client, admin: User) -> None:
    workflow = workflow_create(admin)
    path = f"/admin/workflow_editor/workflow/{workflow.pk}/change/"
    assert SENTENCE in panel.post(path, {"name": HOSTILE, "slug": workflow.slug, "owner": admin.pk}).content.decode()
    type(workflow).objects.filter(pk=workflow.pk).update(name=HOSTILE)
    assert panel.get(path).status_code == 200
