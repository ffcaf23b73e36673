"""The endpoints of knowledge bases as owner, stranger and reader of a shared one see them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.services import documents as knowledge_documents
from agents.services.providers import provider_create
from tests.agents.knowledge.files import word
from tests.doubles.aimock import Aimock
from tests.factories.knowledge import index_all

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.agents.urls")]

BASES = "/api/knowledge-bases/"


@pytest.fixture
def base(alice_api: APIClient) -> dict[str, Any]:
    answer = alice_api.post(BASES, {"name": "Loom handbook"}, format="json")
    assert answer.status_code == 201, answer.content
    row: dict[str, Any] = answer.json()
    return row


@pytest.fixture
def path(base: dict[str, Any]) -> str:
    return f"{BASES}{base['id']}/"


def upload(client: APIClient, path: str, name: str, content: bytes) -> Any:
    return client.post(f"{path}documents/", {"file": SimpleUploadedFile(name, content)}, format="multipart")


def test_a_new_knowledge_base_works_without_any_key(base: dict[str, Any], path: str, alice_api: APIClient) -> None:
    assert base["slug"] == "loom-handbook"
    assert (base["embedding_provider"], base["chunk_size"], base["chunk_overlap"]) == ("offline", 1000, 200)
    answer = upload(alice_api, path, "looms.docx", word("Looms", ["Jacquard looms take cards."]))
    assert answer.status_code == 201
    assert {**answer.json(), "id": "", "created_at": ""} == {
        "id": "",
        "name": "looms.docx",
        "kind": "word",
        "size": answer.json()["size"],
        "status": "queued",
        "chunk_count": 0,
        "chunks_done": 0,
        "error": None,
        "created_at": "",
        "finished_at": None,
    }
    counts = alice_api.get(path).json()
    assert (counts["document_count"], counts["open_count"], counts["chunk_count"]) == (1, 1, 0)
    index_all()
    (row,) = alice_api.get(BASES).json()
    assert (row["document_count"], row["open_count"], row["failed_count"], row["chunk_count"]) == (1, 0, 0, 1)
    (document,) = alice_api.get(f"{path}documents/").json()["results"]
    assert (document["status"], document["chunks_done"]) == ("succeeded", 1)
    (chunk,) = alice_api.get(f"{path}documents/{document['id']}/chunks/").json()["results"]
    assert chunk["text"] == "# Looms\n\nJacquard looms take cards."
    found = alice_api.post(f"{path}search/", {"query": "Which looms take cards?"}, format="json").json()
    assert [found[mode][0]["document"] for mode in ("hybrid", "vector", "lexical")] == ["looms.docx"] * 3
    assert found["hybrid"][0]["coverage"] == 1.0
    assert found["duration_ms"] >= 0


def test_names_may_be_chinese_and_equal(alice_api: APIClient) -> None:
    slugs = [alice_api.post(BASES, {"name": "产品手册"}, format="json").json()["slug"] for _ in range(2)]
    assert slugs[0] == "产品手册"
    assert slugs[1].startswith("产品手册-")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"name": ""}, "/name"),
        ({"chunk_size": 10}, "/chunk_size"),
        ({"chunk_size": 1000, "chunk_overlap": 500}, "/chunk_overlap"),
        ({"embedding_provider": "nonsense"}, "/embedding_provider"),
    ],
)
def test_wrong_fields_are_reported_at_the_field(
    path: str, alice_api: APIClient, change: dict[str, Any], pointer: str
) -> None:
    answer = alice_api.patch(path, change, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer
    created = alice_api.post(BASES, {"name": "Other", **change}, format="json")
    assert created.json()["errors"][0]["pointer"] == pointer


def test_a_provider_without_embeddings_or_without_a_model_is_refused(path: str, alice_api: APIClient) -> None:
    speechless = provider_create(name="Claude", preset="anthropic", api_key="k")
    answer = alice_api.patch(path, {"embedding_provider": str(speechless.pk), "embedding_model": "m"}, format="json")
    assert answer.json()["errors"][0]["pointer"] == "/embedding_provider"
    nameless = provider_create(name="Ours", preset="openai", api_key="k")
    answer = alice_api.patch(path, {"embedding_provider": str(nameless.pk)}, format="json")
    assert answer.json()["errors"][0]["pointer"] == "/embedding_model"


def test_a_change_of_the_cut_indexes_again(path: str, alice_api: APIClient) -> None:
    upload(alice_api, path, "a.txt", b"warp")
    index_all()
    assert alice_api.patch(path, {"description": "About looms"}, format="json").json()["open_count"] == 0
    assert alice_api.patch(path, {"chunk_size": 500}, format="json").json()["open_count"] == 1
    assert alice_api.post(f"{path}reindex/").json() == {"documents": 1}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [("film.mp4", b"\0", "wrong_type"), ("a.txt", b"", "empty"), ("a.pdf", b"\x89PNG", "wrong_content")],
)
def test_a_file_that_we_do_not_read_is_refused_at_once(
    path: str, alice_api: APIClient, name: str, content: bytes, reason: str
) -> None:
    answer = upload(alice_api, path, name, content)
    assert (answer.status_code, answer.json()["code"]) == (422, "document_unreadable")
    assert answer.json()["reason"] == reason
    assert not KnowledgeDocument.objects.exists()


def test_a_file_that_is_a_little_too_large_is_refused_too(
    path: str, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge_documents, "MAX_DOCUMENT_BYTES", 3)
    assert upload(alice_api, path, "a.txt", b"warp").status_code == 413


def test_an_upload_without_a_file_is_reported(path: str, alice_api: APIClient) -> None:
    answer = alice_api.post(f"{path}documents/", {}, format="multipart")
    assert answer.json()["errors"][0]["pointer"] == "/file"


def test_a_failed_document_gives_the_reason_and_can_be_tried_again(path: str, alice_api: APIClient) -> None:
    upload(alice_api, path, "page.html", b"<script>1</script>")
    index_all()
    (document,) = alice_api.get(f"{path}documents/", headers={"accept-language": "zh-hans"}).json()["results"]
    assert (document["status"], document["error"]["code"]) == ("failed", "document_unreadable")
    assert document["error"]["message"].startswith("在“page.html”中未找到文本")
    assert alice_api.get(path).json()["failed_count"] == 1
    again = alice_api.post(f"{path}documents/{document['id']}/reindex/")
    assert (again.status_code, again.json()["status"], again.json()["error"]) == (202, "queued", None)
    assert alice_api.delete(f"{path}documents/{document['id']}/").status_code == 204
    assert alice_api.get(f"{path}documents/{document['id']}/").status_code == 404


def test_deleting_a_knowledge_base_deletes_everything_in_it(path: str, alice_api: APIClient) -> None:
    upload(alice_api, path, "a.txt", b"warp")
    index_all()
    assert alice_api.delete(path).status_code == 204
    assert not KnowledgeChunk.objects.exists()


def test_a_shared_one_is_searched_by_everybody_and_changed_by_its_owner_only(
    path: str, alice_api: APIClient, charlie: User, charlie_api: APIClient, admin_api: APIClient
) -> None:
    upload(alice_api, path, "a.txt", b"warp")
    index_all()
    KnowledgeBase.objects.get().taken_up_by.add(charlie)
    assert charlie_api.get(BASES).json() == []
    alice_api.patch(path, {"shared": True}, format="json")
    (row,) = charlie_api.get(BASES).json()
    assert (row["owner"], row["may_change"]) == ("alice", False)
    assert charlie_api.post(f"{path}search/", {"query": "warp"}, format="json").json()["hybrid"]
    # An administrator is a reader like another.
    for api in (charlie_api, admin_api):
        for answer in (
            api.patch(path, {"name": "Mine"}, format="json"),
            api.delete(path),
            api.post(f"{path}reindex/"),
            upload(api, path, "b.txt", b"weft"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("question", [{}, {"query": " "}, {"query": "a", "top_k": 0}, {"query": "a", "threshold": 2}])
def test_a_wrong_question_is_reported(path: str, alice_api: APIClient, question: dict[str, Any]) -> None:
    assert alice_api.post(f"{path}search/", question, format="json").status_code == 400


def test_a_service_that_is_down_is_reported_when_searching(path: str, alice_api: APIClient, aimock: Aimock) -> None:
    aimock.reply({"embedding": [0.6, 0.8]})
    provider = provider_create(name="Ours", preset="custom-openai", base_url=aimock.openai_url)
    alice_api.patch(
        path, {"embedding_provider": str(provider.pk), "embedding_model": "text-embedding-3-small"}, format="json"
    )
    upload(alice_api, path, "a.txt", b"warp")
    index_all()
    assert alice_api.get(path).json()["chunk_count"] == 1
    assert alice_api.post(f"{path}search/", {"query": "warp"}, format="json").json()["vector"]
    aimock.fail_once(401, message="no")
    answer = alice_api.post(f"{path}search/", {"query": "warp"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (502, "provider_auth")
