"""Staff without superuser rights: tools and models are theirs, people and other people's work are not."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.users import user_create
from workflow_editor.staff_rights import STAFF_PERMISSIONS


@pytest.fixture
def helper(db: None) -> User:
    user = user_create("helper")
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def panel(helper: User, client: Client) -> Client:
    client.force_login(helper)
    return client


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("tools/toolconfig/", 200),
        ("tools/credential/", 200),
        ("agents/modelprovider/", 200),
        ("agents/modelprofile/", 200),
        ("agents/modelprofile/add/", 403),
        ("auth/user/", 403),
        ("auth/user/add/", 403),
        ("auth/group/", 403),
        ("workflow_editor/workflow/", 403),
        ("workflow_editor/processnode/", 403),
        ("workflow_editor/run/", 403),
    ],
)
def test_staff_open_what_the_api_gives_them(panel: Client, page: str, status: int) -> None:
    assert panel.get(f"/admin/{page}").status_code == status


def test_the_first_page_lists_what_may_be_opened(panel: Client) -> None:
    text = panel.get("/admin/").content.decode()
    assert "/admin/tools/toolconfig/" in text
    assert "/admin/auth/user/" not in text


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_staff": False}])
def test_the_rights_end_with_the_flag(helper: User, change: dict[str, bool]) -> None:
    assert helper.has_perms(STAFF_PERMISSIONS)
    User.objects.filter(pk=helper.pk).update(**change)
    changed = User.objects.get(pk=helper.pk)
    assert not any(changed.has_perm(permission) for permission in STAFF_PERMISSIONS)
    assert not changed.has_module_perms("tools")


def test_a_page_that_is_not_theirs_reports_it_and_leads_back(panel: Client) -> None:
    answer = panel.get("/admin/auth/user/")
    assert answer.status_code == 403
    assert "Your account may not open this page." in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


@pytest.mark.parametrize("page", ["toolconfig", "toolinvocation"])
def test_people_without_staff_rights_are_sent_to_the_sign_in(client: Client, alice: User, page: str) -> None:
    client.force_login(alice)
    answer = client.get(f"/admin/tools/{page}/")
    assert answer.status_code == 302
    assert "/login/" in answer["Location"]
