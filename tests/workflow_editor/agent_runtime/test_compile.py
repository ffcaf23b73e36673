"""A profile as a graph."""

from agents.profiles.document import AgentDocument
from workflow_editor.agent_runtime.compile import compile_profile
from workflow_editor.graph.hashing import content_hash
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.registry import read_graph


def profile(**fields: object) -> AgentDocument:
    return AgentDocument.model_validate({"name": "Butler", **fields})


def test_a_profile_becomes_a_graph_without_problems() -> None:
    document = compile_profile(
        profile(
            model={
                "provider": "p",
                "name": "m",
                "temperature": 0.1,
                "max_tokens": 9,
                "effort": "low",
                "extra_body": {"top_k": 20},
            },
            prompts={"system": "Serve."},
            tool_ids_inventory=["get_current_time"],
            skill_workflow_ids_inventory=["tea"],
            limits={"max_tool_rounds": 3, "tool_timeout_s": 7},
            output={"as_json": True, "json_schema": {"type": "object"}},
        )
    )
    assert not list(problems(read_graph(document)))
    assert [node.type for node in document.nodes] == ["start", "process", "end"]
    config = document.nodes[1].config
    wanted = {
        "provider": "p",
        "model": "m",
        "temperature": 0.1,
        "maxTokens": 9,
        "effort": "low",
        "extraBody": {"top_k": 20},
        "systemPrompt": "Serve.",
        "enabledTools": ["system:get_current_time", "workflow:tea"],
        "maxToolCallRounds": 3,
        "toolCallTimeout": 7000,
        "onToolFailure": "tell_model",
        "outputType": "json",
    }
    assert config == {**config, **wanted}


def test_the_first_knowledge_base_is_searched_beforehand_and_the_others_are_tools() -> None:
    references = [{"source_id": one} for one in ("house", "garden", "cellar", "house")]
    document = compile_profile(profile(tool_ids_inventory=["kb:cellar"], knowledge_base_references=references))
    config = document.nodes[1].config
    assert config["knowledgeBaseId"] == "house"
    assert config["enabledTools"] == ["kb:cellar", "kb:garden"]


def test_the_same_profile_gives_the_same_version_and_another_one_another() -> None:
    first, again, other = (content_hash(compile_profile(profile(prompts={"system": one}))) for one in "aab")
    assert first == again != other
