"""Knowledge search: passages of a knowledge base as values."""

from agents.knowledge.text.context import MAX_QUERY_CHARS, citations
from tools.core.call.nothing_found import OnEmpty
from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.knowledge import NOTHING_FITS
from workflow_editor.errors import NOTHING_FOUND, NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.fields.on_empty import chosen, on_empty_field
from workflow_editor.nodes.ports import NodeContext

_EMPTY_QUESTION = Text("The question is empty after values are filled in.")


class KnowledgeSearchConfig(NodeConfig):
    knowledge_base_id: str | None = form_field("Knowledge base", default=None, widget="knowledge-base")
    question: str = form_field(
        "Question",
        "Such as {{ inputs.question }}; 2,000 characters count.",
        default="",
        widget="template",
        autofocus=True,
    )
    top_k: int = form_field("Passages", default=5, ge=1, le=50)
    threshold: float = form_field("Min similarity", default=0.7, ge=0, le=1)
    on_empty: OnEmpty = on_empty_field(Text("Continue without passages"))


class KnowledgeSearchNode(EffectNode[KnowledgeSearchConfig]):
    """Searches and gives the passages, best first, each with its document and place."""

    id = "knowledge_search"
    category = "data"
    icon = "database-search"
    title = Text("Knowledge search")
    help = Text("Finds passages of a knowledge base that match a question.")
    keywords = Text("rag, retrieval, vector, semantic search, documents, passages, knowledge base, handbook")
    summary = (field_line("question", Text("No question yet")),)
    needs = (
        ConfigProblem("question_missing", "/question", Text("Enter the question.")),
        ConfigProblem("knowledge_base_missing", "/knowledgeBaseId", Text("Choose the knowledge base.")),
    )
    has_known_fields = True
    output_fields = (
        OutputField("passages", "array", Text("Passages")),
        OutputField("text", "string", Text("Text of all passages")),
        OutputField("count", "number", Text("Number of passages")),
        OutputField("found", "boolean", Text.in_context("output", "Found something")),
    )
    example = Example(
        Text("Looks up what the handbook says."),
        config={"knowledgeBaseId": "handbook", "question": "{{ inputs.question }}"},
        inputs={"question": "When does the library open?"},
        output={
            "passages": [{"number": 1, "document": "hours.md", "score": 0.8, "text": "Open from 9 to 18."}],
            "text": "Open from 9 to 18.",
            "count": 1,
        },
    )

    def run(self, config: KnowledgeSearchConfig, context: NodeContext) -> NodeOutcome:
        question = " ".join(context.variables.render(config.question).split())[:MAX_QUERY_CHARS]
        if not question:
            raise NodeError(_EMPTY_QUESTION, code="question_missing")
        found = context.knowledge.search(
            config.knowledge_base_id or "", question, top_k=config.top_k, threshold=config.threshold
        )
        passages = citations(found.passages)
        choice = chosen(config, config.on_empty)
        if not passages and choice == "stop":
            raise NodeError(NOTHING_FITS, code=NOTHING_FOUND)
        output: JsonObject = {
            "passages": passages,
            "text": "\n\n".join(passage["text"] for passage in passages),
            "count": len(passages),
        }
        if choice:
            output["found"] = bool(passages)
        return NodeOutcome(output, inputs={"question": question}, usage=found.usage.to_json())
