"""Knowledge bases as tools, through the gateway."""

import pytest
from django.contrib.auth.models import User

from agents.core.errors import ProviderUnavailableError
from agents.knowledge.embedding.offline_embedder import OfflineEmbedder
from agents.knowledge.models import KnowledgeBase
from tests.doubles.tool_ports import Cancel
from tests.factories.knowledge import indexed_base
from tools.adapters.gateway_factory import gateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, Caller, JsonObject, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId

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
