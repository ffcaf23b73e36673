"""The panel speaks English and Chinese: by the browser, or by choice."""

import pytest
from django.conf import settings
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from agents.models import ModelProfile, ModelProvider
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create

CHINESE = {"Accept-Language": "zh-hans"}


def test_a_choice_is_remembered_for_the_panel_and_for_nothing_else(panel: Client) -> None:
    answer = panel.post("/admin/i18n/setlang/", {"language": "zh-hans", "next": "/admin/"})
    cookie = answer.cookies["django_language"]
    assert (answer["Location"], cookie.value, cookie["path"]) == ("/admin/", "zh-hans", "/admin/")
    assert "模型服务" in panel.get("/admin/", headers={"Accept-Language": "en"}).content.decode()


def test_both_languages_are_offered_by_their_own_names(panel: Client) -> None:
    text = panel.get("/admin/").content.decode()
    assert "English" in text
    assert "简体中文" in text
    assert 'action="/admin/i18n/setlang/"' in text


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_an_entry_of_the_menu_is_called_like_its_list(language: str) -> None:
    entries = [entry for part in settings.UNFOLD["SIDEBAR"]["navigation"] for entry in part["items"]]
    titles = {str(entry["link"]): entry["title"] for entry in entries}
    with translation.override(language):
        for options in (model._meta for model in site._registry):
            title = titles.get(f"/admin/{options.app_label}/{options.model_name}/", options.verbose_name_plural)
            assert str(title).lower() == str(options.verbose_name_plural).lower()


def test_the_pages_of_runs_are_chinese(panel: Client, alice: User) -> None:
    run = run_create(workflow_create(alice), status="failed", error={"code": "x", "message": "broken"})
    node_run_create(run, "ask", status="cancelled")
    texts = panel.get("/admin/workflow_editor/run/", headers=CHINESE).content.decode()
    texts += panel.get(f"/admin/workflow_editor/run/{run.pk}/change/", headers=CHINESE).content.decode()
    for word in ("失败", "完整运行", "正式", "已取消", "节点运行", "发起人"):
        assert word in texts


def test_the_pages_of_workflows_are_chinese(panel: Client, alice: User, bob: User) -> None:
    workflow = workflow_create(alice, viewers=(bob,))
    text = panel.get(f"/admin/workflow_editor/workflow/{workflow.pk}/change/", headers=CHINESE).content.decode()
    for word in ("短名称", "修订号", "成员", "可查看"):
        assert word in text


def test_the_pages_of_models_are_chinese(panel: Client) -> None:
    provider = ModelProvider.objects.create(name="Ours", preset="openai", base_url="https://api.example.com/v1")
    ModelProfile.objects.create(model_pattern="tiny-*", capabilities={})
    text = panel.get(f"/admin/agents/modelprovider/{provider.pk}/change/", headers=CHINESE).content.decode()
    assert "接口地址" in text
    assert "默认模型" in text
    assert "能力" in panel.get("/admin/agents/modelprofile/", headers=CHINESE).content.decode()


def test_an_empty_list_asks_to_reset_filters_only_where_some_are_set(panel: Client) -> None:
    empty = panel.get("/admin/tools/toolconfig/").content.decode()
    searched = panel.get("/admin/tools/toolconfig/", {"q": "weather"}).content.decode()
    assert ("No configured tools yet" in empty, "Reset filters" in empty) == (True, False)
    assert ("No configured tools yet" in searched, "Reset filters" in searched) == (False, True)


def test_a_page_that_is_refused_or_missing_is_in_the_language_of_the_reader(panel: Client) -> None:
    for address, status, english, chinese in (
        ("/admin/tools/toolconfig/add/", 403, "Not allowed", "没有权限"),
        ("/favicon.ico/none", 404, "Page not found", "页面不存在"),
    ):
        for headers, word in (({}, english), (CHINESE, chinese)):
            answer = panel.get(address, headers=headers)
            assert (answer.status_code, f"<h1>{word}</h1>" in answer.content.decode()) == (status, True)
