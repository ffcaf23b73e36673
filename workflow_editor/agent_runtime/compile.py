"""From an agent's profile to the graph that its runs follow: start -> process -> end. Pure."""

from agents.profiles.document import AgentDocument
from agents.profiles.inventory import gateway_ids
from tools.core.definitions import JsonObject
from tools.core.tool_id import ToolId, ToolKind
from workflow_editor.graph.document import Document, EdgeDoc, NodeDoc, Position

AGENT_NODE = "agent"
"""Key of the node that answers."""
MESSAGE = "message"
ANSWER = "answer"
"""Name of the run's output that holds the answer: a text, or JSON where the profile asks for it."""


def compile_profile(profile: AgentDocument) -> Document:
    """Compile an agent's profile to a graph, deterministically.

    Runs take `message`, `history` (messages in OpenAI's form, oldest first), `files`, `client_tools` and
    `client_settings`, and return `answer`, `finish_reason` and `pending_calls`. The first knowledge base is searched
    before the model is asked; the others are tools (`kb:…`), after those of the inventory.
    """
    nodes = [
        _node("start", "Start", "start", 0, {"fields": _FIELDS}),
        _node(AGENT_NODE, profile.name, "process", 1, _process_config(profile)),
        _node("end", "End", "end", 2, {"outputs": _OUTPUTS}),
    ]
    edges = [_edge("start", AGENT_NODE), _edge(AGENT_NODE, "end")]
    return Document(nodes=nodes, edges=edges)


_FIELDS: list[JsonObject] = [
    {"name": MESSAGE, "type": "paragraph", "description": "What the agent is asked or told."},
    {"name": "history", "type": "json", "default": []},
    {"name": "files", "type": "json", "default": []},
    {"name": "client_tools", "type": "json"},
    {"name": "client_settings", "type": "json"},
]
_OUTPUTS: list[JsonObject] = [
    {"name": ANSWER, "value": f"{{{{ nodes.{AGENT_NODE}.result }}}}"},
    {"name": "finish_reason", "value": f"{{{{ nodes.{AGENT_NODE}.finishReason }}}}"},
    {"name": "pending_calls", "value": f"{{{{ nodes.{AGENT_NODE}.pendingCalls }}}}"},
]


def enabled_tools(profile: AgentDocument) -> list[ToolId]:
    """Return the ids of all tools that the model is offered, each once."""
    bases = _bases(profile)
    asked = [ToolId.of(ToolKind.KB, base) for base in bases if base != bases[0]]
    tools = gateway_ids(profile.tool_ids_inventory, profile.skill_workflow_ids_inventory)
    return list(dict.fromkeys([*tools, *asked]))


def _bases(profile: AgentDocument) -> list[str]:
    return [reference.source_id for reference in profile.knowledge_base_references]


def _process_config(profile: AgentDocument) -> JsonObject:
    model, limits, bases = profile.model, profile.limits, _bases(profile)
    config: JsonObject = {
        "provider": model.provider,
        "model": model.name,
        "temperature": model.temperature,
        "maxTokens": model.max_tokens,
        "systemPrompt": profile.prompts.system,
        "userPrompt": f"{{{{ inputs.{MESSAGE} }}}}",
        "history": "{{ inputs.history }}",
        "files": "{{ inputs.files }}",
        "clientTools": "{{ inputs.client_tools }}",
        "clientSettings": "{{ inputs.client_settings }}",
        "enabledTools": enabled_tools(profile),
        "maxToolCallRounds": limits.max_tool_rounds,
        "toolCallTimeout": limits.tool_timeout_s * 1000,
        "onToolFailure": limits.on_tool_failure,
        "knowledgeBaseId": bases[0] if bases else None,
        "ragConfig": _camel_case_rag(profile),
        "outputType": "json" if profile.output.as_json else "text",
        "outputSchema": profile.output.json_schema,
        # Chats show what there is and say what is wrong with it; clients are told the reason.
        "onNoAnswer": "continue",
    }
    # Settings that are not set are left out: an agent from before has the same version as then.
    optional = {"effort": model.effort, "extraBody": model.extra_body, "offlineScript": model.offline_script}
    return config | {name: value for name, value in optional.items() if value}


def _camel_case_rag(profile: AgentDocument) -> JsonObject:
    rag = profile.rag
    return {"topK": rag.top_k, "threshold": rag.threshold, "maxContextTokens": rag.max_context_tokens}


def _node(key: str, name: str, type_: str, column: int, config: JsonObject) -> NodeDoc:
    return NodeDoc(key=key, name=name, type=type_, config=config, position=Position(x=80 + 320 * column, y=160))


def _edge(source: str, target: str) -> EdgeDoc:
    return EdgeDoc(id=f"{source}-{target}", source=source, target=target)
