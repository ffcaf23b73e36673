"""Documents on their way into the index: steps, crashes, failures, and what can be found meanwhile."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from agents.core.errors import ProviderUnavailableError
from agents.knowledge.embedding.offline_embedder import OfflineEmbedder
from agents.knowledge.models import DocumentContent, KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from agents.knowledge.parsers.content import DocumentText
from agents.knowledge.parsers.file_types import Kind
from agents.knowledge.services import indexing as knowledge_indexing
from agents.knowledge.services.bases import base_update
from agents.knowledge.services.document_leases import leases_void
from agents.knowledge.services.documents import document_add, document_delete, document_reindex
from agents.knowledge.services.indexing import index_next, indexing_sweep
from agents.knowledge.services.search import knowledge_search
from tests.agents.knowledge.files import pdf
from tests.conftest import client_of
from tests.factories.knowledge import base_create, document_create, index_all
from tests.workflow_editor.api.problem_asserts import assert_capped
from tools.core.concurrency.places import Share

pytestmark = pytest.mark.django_db

LONG = "The warp is tied to the beam before the weft is thrown. " * 60
QUEUED, RUNNING = KnowledgeDocument.Status.QUEUED, KnowledgeDocument.Status.RUNNING
SUCCEEDED, FAILED = KnowledgeDocument.Status.SUCCEEDED, KnowledgeDocument.Status.FAILED


@pytest.fixture
def base(alice: User) -> KnowledgeBase:
    return base_create(alice)


@pytest.fixture
def one_step_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge_indexing, "TURN_S", 0)
    monkeypatch.setattr(OfflineEmbedder, "batch", 2)


def error_of(document: KnowledgeDocument) -> dict[str, Any]:
    assert isinstance(document.error, dict)
    return document.error


def found(base: KnowledgeBase, query: str) -> list[str]:
    base.refresh_from_db()
    return [passage.document for passage in knowledge_search(base=base, query=query, top_k=5, threshold=0.1)]


def test_an_uploaded_file_can_be_found_once_it_is_indexed(base: KnowledgeBase) -> None:
    document = document_add(base=base, name="looms.pdf", content=pdf("Jacquard looms take cards"))
    assert document.status == QUEUED
    assert found(base, "jacquard") == []
    index_all()
    document.refresh_from_db()
    assert (document.status, document.chunk_count, document.chunks_done) == (SUCCEEDED, 1, 1)
    assert found(base, "jacquard card") == ["looms.pdf"]
    content = DocumentContent.objects.get(document=document)
    assert content.file is None
    assert content.marks == [{"offset": 0, "page": 1, "sheet": ""}]


@pytest.mark.usefixtures("one_step_a_turn")
def test_each_step_is_stored_and_shown_as_progress(base: KnowledgeBase) -> None:
    document = document_create(base, LONG)
    seen = []
    while index_next():
        document.refresh_from_db()
        seen.append((document.status, document.chunks_done, document.chunk_count))
    assert seen == [(RUNNING, 0, 5), (RUNNING, 2, 5), (RUNNING, 4, 5), (RUNNING, 5, 5), (SUCCEEDED, 5, 5)]


@pytest.mark.usefixtures("one_step_a_turn")
def test_documents_take_turns(base: KnowledgeBase) -> None:
    book, page = document_create(base, LONG, name="book.txt"), document_create(base, "A page.", name="page.txt")
    for _ in range(6):
        index_next()
    book.refresh_from_db()
    page.refresh_from_db()
    assert (book.status, page.status) == (RUNNING, SUCCEEDED)


@pytest.mark.usefixtures("one_step_a_turn")
def test_a_document_whose_worker_was_killed_goes_on_where_it_was(base: KnowledgeBase, enqueued: Mock) -> None:
    document = document_create(base, LONG)
    index_next()
    index_next()
    now = timezone.now()
    KnowledgeDocument.objects.update(lease_owner="dead", lease_until=now + timedelta(seconds=30), queued_at=now)
    assert index_next() is False
    enqueued.reset_mock()
    indexing_sweep()
    assert not enqueued.called
    long_ago = now - timedelta(minutes=1)
    KnowledgeDocument.objects.update(lease_until=long_ago, queued_at=long_ago)
    indexing_sweep()
    assert enqueued.called
    kept = set(KnowledgeChunk.objects.exclude(vector=None).values_list("id", flat=True))
    assert len(kept) == 2
    index_all()
    document.refresh_from_db()
    assert document.status == SUCCEEDED
    assert kept <= set(KnowledgeChunk.objects.filter(live=True).values_list("id", flat=True))


def test_the_only_process_takes_back_all_claims_at_its_start(base: KnowledgeBase) -> None:
    document_create(base, "A page.")
    KnowledgeDocument.objects.update(
        status=RUNNING, lease_owner="dead", lease_until=timezone.now() + timedelta(seconds=30)
    )
    assert index_next() is False
    leases_void()
    assert index_next() is True


def test_a_worker_that_was_overtaken_changes_nothing(base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    document = document_create(base, LONG)

    def overtaken(self: OfflineEmbedder, texts: list[str]) -> object:
        document_reindex(document=document)
        return real(self, texts)

    real = OfflineEmbedder.embed
    monkeypatch.setattr(OfflineEmbedder, "embed", overtaken)
    index_next()
    document.refresh_from_db()
    assert (document.status, document.chunks_done) == (QUEUED, 0)
    assert not KnowledgeChunk.objects.exists()


def test_a_document_that_is_deleted_meanwhile_leaves_nothing(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_add(base=base, name="a.txt", content=b"warp")

    def deleted(content: bytes, kind: Kind) -> DocumentText:
        document_delete(document=KnowledgeDocument.objects.get(pk=document.pk))
        return DocumentText("warp")

    monkeypatch.setattr(knowledge_indexing, "read_document", deleted)
    assert index_next() is True
    assert not KnowledgeChunk.objects.exists()


def test_a_file_that_cannot_be_read_fails_with_what_to_do(base: KnowledgeBase) -> None:
    document_add(base=base, name="secret.pdf", content=pdf("secret", password="tailor"))
    index_all()
    document = KnowledgeDocument.objects.get()
    assert document.status == FAILED
    assert error_of(document)["code"] == "document_unreadable"
    assert "“secret.pdf” has a password" in error_of(document)["message"]
    assert "去掉密码" in error_of(document)["translations"]["zh"]


def test_a_service_that_is_down_fails_the_document_and_what_was_found_stays_so(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_create(base, "Jacquard looms take cards.", name="looms.txt")
    index_all()

    def down(self: OfflineEmbedder, texts: list[str]) -> object:
        raise ProviderUnavailableError("The service is down. Try again later.")

    with monkeypatch.context() as patched:
        patched.setattr(OfflineEmbedder, "embed", down)
        document_reindex(document=document)
        index_all()
    document.refresh_from_db()
    assert (document.status, error_of(document)["code"]) == (FAILED, "provider_unavailable")
    assert found(base, "jacquard") == ["looms.txt"]
    document_reindex(document=document)
    index_all()
    document.refresh_from_db()
    assert (document.status, document.error) == (SUCCEEDED, None)
    assert KnowledgeChunk.objects.count() == 1


def test_a_bug_is_reported_without_its_text(base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: OfflineEmbedder, texts: list[str]) -> object:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(OfflineEmbedder, "embed", broken)
    document = document_create(base, "warp")
    index_all()
    document.refresh_from_db()
    assert error_of(document)["code"] == "internal_error"
    assert "secret" not in str(document.error)


def test_another_cut_indexes_everything_again_and_swaps_at_the_end(base: KnowledgeBase) -> None:
    document = document_create(base, LONG)
    index_all()
    before = set(KnowledgeChunk.objects.values_list("id", flat=True))
    base_update(base=base, chunk_size=200, chunk_overlap=0)
    document.refresh_from_db()
    assert document.status == QUEUED
    assert found(base, "warp beam") != []
    index_all()
    after = set(KnowledgeChunk.objects.values_list("id", flat=True))
    assert len(after) > len(before)
    assert not before & after


def test_what_is_deleted_is_found_no_more(base: KnowledgeBase) -> None:
    document = document_create(base, "Jacquard looms take cards.")
    index_all()
    assert found(base, "jacquard")
    document_delete(document=document)
    assert found(base, "jacquard") == []


@contextmanager
def in_work(owner: User, count: int = knowledge_indexing.AT_ONCE) -> Iterator[None]:
    """Let a person's documents be in work in this process meanwhile."""
    with ExitStack() as held:
        for _ in range(count):
            held.enter_context(knowledge_indexing._places.held(Share(owner.pk), within_s=0))
        yield


def test_only_a_few_documents_of_a_person_are_worked_on_at_once(base: KnowledgeBase, alice: User) -> None:
    document_create(base, "warp")
    with in_work(alice):
        assert index_next() is False
    assert index_next() is True


def test_a_person_with_many_documents_does_not_hold_up_another(base: KnowledgeBase, alice: User, bob: User) -> None:
    for number in range(20):
        document_create(base, "warp", name=f"{number}.txt")
    document = document_create(base_create(bob, name="Other"), "weft")
    for count in (1, knowledge_indexing.AT_ONCE):
        KnowledgeDocument.objects.filter(pk=document.pk).update(status=QUEUED, is_cut=False)
        with in_work(alice, count):
            assert index_next() is True
            document.refresh_from_db()
            assert document.status == SUCCEEDED


def test_a_person_has_no_more_waiting_documents_than_the_cap(alice: User, bob: User, settings: Any) -> None:
    settings.MAX_OPEN_DOCUMENTS = 2
    first, second, other = base_create(alice), base_create(alice, name="More"), base_create(bob, name="Other")
    for base, name in ((first, "a.txt"), (second, "b.txt")):
        document_add(base=base, name=name, content=b"warp")
    upload = {"file": SimpleUploadedFile("c.txt", b"warp")}
    refused = client_of(alice).post(f"/api/knowledge-bases/{first.pk}/documents/", upload, format="multipart")
    assert_capped(refused, "open_documents")
    document_add(base=other, name="d.txt", content=b"warp")
    index_all()
    document_add(base=first, name="c.txt", content=b"warp")


def test_questions_do_not_search_other_knowledge_bases(base: KnowledgeBase, alice: User) -> None:
    document_create(base, "Jacquard looms take cards.", name="here.txt")
    document_create(base_create(alice, name="Other"), "Jacquard looms take cards.", name="there.txt")
    index_all()
    assert found(base, "jacquard") == ["here.txt"]
    assert knowledge_search(base=base, query=" ", top_k=5, threshold=0) == []


def test_the_threshold_keeps_out_what_does_not_fit(base: KnowledgeBase) -> None:
    document_create(base, "Jacquard looms take cards.", name="looms.txt")
    document_create(base, "Penguins breed in winter.", name="birds.txt")
    index_all()
    base.refresh_from_db()
    assert [
        passage.document
        for passage in knowledge_search(base=base, query="Which looms take cards?", top_k=5, threshold=0.7)
    ] == ["looms.txt"]
    assert knowledge_search(base=base, query="volcano", top_k=5, threshold=0.9) == []
