"""Articles in the database: kept once, seen by their owner and staff, in the panel too."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tools.adapters.gateway_factory import OrmArticles
from tools.core.definitions import CallContext, Caller
from tools.core.errors import ToolDeniedError
from tools.core.registered.articles import ArticleText
from tools.models import Article, EmergencyAccess

ARTICLES = "/api/articles/"
TEXT = ArticleText("zh", "blog", "茶", "关于茶的一切。", "一句话", ("茶",))


def saved(user: User, text: ArticleText = TEXT, *, key: str | None = None, run_id: str | None = None) -> str:
    context = CallContext(Caller(user.pk, user.username), run_id=run_id, idempotency_key=key)
    return OrmArticles().save(text, context).address


def test_attempts_of_one_call_keep_one_article(alice: User, bob: User) -> None:
    run_id = str(uuid4())
    assert saved(alice, key="k1", run_id=run_id) == saved(alice, replace(TEXT, title="later"), key="k1")
    assert len({saved(alice, key="k2"), saved(bob, key="k1"), saved(alice), saved(alice)}) == 4
    first = Article.objects.get(owner=alice, idempotency_key="k1")
    assert (first.title, str(first.run_id)) == ("茶", run_id)


@pytest.mark.django_db
def test_an_article_needs_an_owner() -> None:
    with pytest.raises(ToolDeniedError):
        OrmArticles().save(TEXT, CallContext(Caller(None)))
    assert not Article.objects.exists()


def test_the_owner_reads_changes_and_deletes(alice: User, alice_api: APIClient) -> None:
    address = saved(alice)
    OrmArticles().published_at(address.split("/")[3], "https://blog.example.com/1")
    article = alice_api.get(address).json()
    assert (article["title"], article["body"], article["tags"]) == ("茶", TEXT.body, ["茶"])
    assert (article["url"], article["owner"], article["status"]) == ("https://blog.example.com/1", "alice", "draft")
    changed = alice_api.patch(address, {"title": "绿茶", "status": "published", "tags": []}, format="json")
    assert (changed.status_code, changed.json()["title"], changed.json()["body"]) == (200, "绿茶", TEXT.body)
    assert alice_api.delete(address).status_code == 204
    assert alice_api.get(address).status_code == 404


@pytest.mark.parametrize("change", [{"title": ""}, {"status": "gone"}, {"url": "javascript:x"}, {"tags": [1, []]}])
def test_a_change_that_does_not_fit_is_refused(alice: User, alice_api: APIClient, change: dict[str, object]) -> None:
    address = saved(alice)
    answer = alice_api.patch(address, change, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


def test_others_find_nothing_administrators_included(
    alice: User, bob_api: APIClient, admin_api: APIClient, anonymous_api: APIClient
) -> None:
    address = saved(alice)
    for api in (bob_api, admin_api):
        assert api.get(ARTICLES).json()["results"] == []
        for answer in (api.get(address), api.patch(address, {"title": "x"}), api.delete(address)):
            assert answer.status_code == 404
    assert anonymous_api.get(ARTICLES).status_code in {401, 403}


def test_the_list_is_narrowed_and_carries_no_text(alice: User, alice_api: APIClient) -> None:
    run_id = str(uuid4())
    saved(alice, replace(TEXT, language="en", title="Tea"), run_id=run_id)
    saved(alice, replace(TEXT, platform="weibo", title="微"))
    rows = alice_api.get(ARTICLES).json()["results"]
    assert [row["title"] for row in rows] == ["微", "Tea"]
    assert "body" not in rows[0]
    for query, title in ({"language": "en"}, "Tea"), ({"platform": "weibo"}, "微"), ({"run": run_id}, "Tea"):
        assert [row["title"] for row in alice_api.get(ARTICLES, query).json()["results"]] == [title]
    assert alice_api.get(ARTICLES, {"status": "published"}).json()["results"] == []
    assert alice_api.get(ARTICLES, {"run": "x"}).status_code == 400


def test_the_panel_shows_articles_to_who_has_opened_them(alice: User, admin: User, client: Client) -> None:
    address = saved(alice)
    client.force_login(admin)
    assert "茶" not in client.get("/admin/tools/article/").content.decode()
    ends_at = timezone.now() + timedelta(hours=1)
    EmergencyAccess.objects.create(by=admin, owner=alice, reason="She is ill.", ends_at=ends_at)
    page = client.get("/admin/tools/article/")
    assert (page.status_code, "茶" in page.content.decode()) == (200, True)
    assert client.get(f"/admin/tools/article/{address.split('/')[3]}/change/").status_code == 200
    assert client.get("/admin/tools/article/add/").status_code == 403
