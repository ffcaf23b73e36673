"""Knowledge bases as tools, through the gateway."""

import pytest
from django.contrib.auth.models import User

from agents.core.errors import ProviderUnavailableError
from agents.knowledge.embedding.offline_embedder import OfflineEmbedder
from agents.knowledge.models import KnowledgeBase, KnowledgeChunk, KnowledgeDocument
from tests.doubles.tool_ports import Cancel
from tests.factories.knowledge import document_create, index_all, indexed_base
from tools.adapters.gateway_factory import gateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, Caller, CallMode, JsonObject, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.services.tool_configs import tool_config_create

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def base(alice: User) -> KnowledgeBase:
    texts = {"looms.txt": "Punched cards steer Jacquard looms.", "birds.txt": "Penguins breed in winter."}
    return indexed_base(alice, texts, name="Handbook", description="About looms")


def toolbox_of(user: User, tool_id: str) -> GatewayToolbox:
    return gateway().offer([ToolRef(ToolId(tool_id))], CallContext(Caller(user.pk, user.username)))


def called(toolbox: GatewayToolbox, arguments: JsonObject) -> ToolResult:
    call = ToolCall("c1", toolbox.tools()[0].function.name, arguments)
    return toolbox.call(call, timeout_s=60, cancel=Cancel())


def test_a_bound_tool_asks_for_a_question_only(alice: User, base: KnowledgeBase) -> None:
    toolbox = toolbox_of(alice, "kb:handbook")
    (offered,) = toolbox.tools()
    assert offered.title == "Handbook"
    assert offered.function.name == "handbook"
    assert "About looms" in offered.function.description
    assert set(offered.function.parameters["properties"]) == {"query", "top_k"}
    result = called(toolbox, {"query": "What steers looms?", "top_k": 1})
    assert result.success
    (passage,) = result.data
    assert (passage["document"], passage["text"]) == ("looms.txt", "Punched cards steer Jacquard looms.")


def test_results_are_marked_as_text_from_outside(alice: User, base: KnowledgeBase) -> None:
    assert called(toolbox_of(alice, "kb:handbook"), {"query": "looms"}).facts.untrusted is True


def test_the_open_tool_lets_the_model_choose_among_what_there_is(alice: User, base: KnowledgeBase) -> None:
    toolbox = toolbox_of(alice, "kb:Query")
    parameters = toolbox.tools()[0].function.parameters
    assert parameters["properties"].get("knowledge_base", {"enum": ["handbook"]})["enum"] == ["handbook"]
    indexed_base(alice, {"a.txt": "Tea is green."}, name="Tea")
    toolbox = toolbox_of(alice, "kb:Query")
    parameters = toolbox.tools()[0].function.parameters
    assert parameters["properties"]["knowledge_base"]["enum"] == ["handbook", "tea"]
    assert called(toolbox, {"query": "green", "knowledge_base": "tea"}).data[0]["document"] == "a.txt"
    refused = called(toolbox, {"query": "green", "knowledge_base": "coffee"})
    assert refused.code == 1002


def test_its_id_names_a_knowledge_base_as_well(alice: User, base: KnowledgeBase) -> None:
    (tool,) = toolbox_of(alice, f"kb:{base.pk}").tools()
    assert tool.title == base.name


@pytest.mark.parametrize("tool_id", ["kb:handbook", "kb:Query", "kb:nothing"])
def test_a_stranger_is_offered_nothing(charlie: User, base: KnowledgeBase, tool_id: str) -> None:
    toolbox = toolbox_of(charlie, tool_id)
    assert not toolbox.tools()
    (skipped,) = toolbox.skipped()
    assert (skipped.code, skipped.text.in_language("zh")) == ("missing", "该知识库不存在，或您无权检索。")


def test_a_service_that_is_down_is_a_failure_that_may_be_repeated(
    alice: User, base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(self: OfflineEmbedder, texts: list[str]) -> object:
        raise ProviderUnavailableError("Ours could not be reached.")

    monkeypatch.setattr(OfflineEmbedder, "embed", down)
    toolbox = toolbox_of(alice, "kb:handbook")
    call = ToolCall("c1", "handbook", {"query": "looms"})
    result = toolbox.call(call, timeout_s=0.5, cancel=Cancel())
    assert not result.success


def writer(user: User, base: KnowledgeBase, mode: CallMode = "live") -> GatewayToolbox:
    config = {"knowledgeBase": str(base.pk)}
    tool = tool_config_create(owner=user, type="knowledge-write", name="Write", config=config)
    return gateway().offer([ToolRef(tool.tool_id)], CallContext(Caller(user.pk, user.username), mode=mode))


def texts(user: User, question: str) -> set[str]:
    index_all()
    result = called(toolbox_of(user, "kb:handbook"), {"query": question, "top_k": 20})
    return {passage["text"] for passage in result.data or ()}


def test_a_document_is_added_replaced_and_left_as_it_is(alice: User, base: KnowledgeBase) -> None:
    toolbox = writer(alice, base)
    first = called(toolbox, {"name": "hours", "content": "Open from 9 to 18."})
    assert (first.data["document"], first.data["change"]) == ("hours.md", "added")
    assert "Open from 9 to 18." in texts(alice, "When open?")
    assert called(toolbox, {"name": "hours", "content": "Open from 9 to 18."}).data["change"] == "unchanged"
    again = called(toolbox, {"name": "hours", "content": "Open from 10 to 20."})
    assert (again.data["document_id"], again.data["change"]) == (first.data["document_id"], "replaced")
    assert "Open from 9 to 18." in {chunk.text for chunk in KnowledgeChunk.objects.filter(live=True)}
    assert {"Open from 9 to 18.", "Open from 10 to 20."} & texts(alice, "When open?") == {"Open from 10 to 20."}
    assert KnowledgeDocument.objects.filter(base=base, name="hours.md").count() == 1


def test_a_trial_changes_nothing(alice: User, base: KnowledgeBase) -> None:
    result = called(writer(alice, base, "test"), {"name": "hours", "content": "Open."})
    assert (result.success, result.data["change"], result.data["document_id"]) == (True, "added", None)
    assert not KnowledgeDocument.objects.filter(name="hours.md").exists()


def test_a_base_that_somebody_shares_is_read_only(alice: User, bob: User, base: KnowledgeBase) -> None:
    KnowledgeBase.objects.update(shared=True)
    result = called(writer(bob, base), {"name": "hours", "content": "Open."})
    assert (result.success, result.code) == (False, 1002)
    assert KnowledgeDocument.objects.count() == 2


def test_several_documents_of_the_name_become_one(alice: User, base: KnowledgeBase) -> None:
    document_create(base, "Old.", name="birds.txt")
    assert called(writer(alice, base), {"name": "birds.txt", "content": "Swifts."}).data["change"] == "replaced"
    assert texts(alice, "birds") == {"Punched cards steer Jacquard looms.", "Swifts."}
