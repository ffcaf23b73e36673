"""Knowledge bases as tools: `kb:Query` searches the base named by the model, `kb:<slug>` a fixed one. Pure.

Nodes and profiles may use an id in place of the short name.
"""

from dataclasses import replace
from typing import Annotated

from tools.core.definitions import CallContext, Caller, EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.prepared_call import CallCost
from tools.core.registered.knowledge import Knowledge, KnownBase
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import Executor, Invocation, Runtime, ToolModel, ToolParameters
from tools.executors.contract.schema import form_field

ANY_BASE = "Query"
NOTHING_FITS = Text("The knowledge base holds nothing that fits.")


class KnowledgeToolConfig(ToolModel):
    """Searchable bases; never stored."""

    slugs: list[str]
    """One: the tool is bound to it."""
    description: str


class KnowledgeParameters(ToolParameters):
    query: Annotated[str, form_field("Question", "The search query.", min_length=1, max_length=2000)]
    knowledge_base: Annotated[str, form_field("Knowledge base", "Slug of the knowledge base.")]
    top_k: int = form_field("Passages", default=5, ge=1, le=20)


class KnowledgeExecutor(Executor[KnowledgeToolConfig, KnowledgeParameters]):
    """`kb:…`: finds passages, which are untrusted content."""

    name = "knowledge"
    title = Text("Knowledge base")
    help = Text("Search the passages of a knowledge base. Cite the document and page of each passage you use.")
    icon = "book"
    category = "data"
    resource_type = "document"
    operation = OperationType.QUERY
    nothing = Nothing([])
    effect_class = EffectClass.REPEATABLE
    untrusted_text = True

    def bound(self, config: KnowledgeToolConfig) -> JsonObject:
        return {"knowledge_base": config.slugs[0]} if len(config.slugs) == 1 else {}

    def describe(self, config: KnowledgeToolConfig) -> str:
        """Return what its owner wrote, and what can be searched."""
        return config.description

    def parameters_schema(self, config: KnowledgeToolConfig) -> JsonObject:
        schema = super().parameters_schema(config)
        if "knowledge_base" in schema["properties"]:
            schema["properties"]["knowledge_base"]["enum"] = config.slugs
        return schema

    def cost(
        self, config: KnowledgeToolConfig, parameters: KnowledgeParameters, context: CallContext, runtime: Runtime
    ) -> CallCost | None:
        """Return what embedding the question takes."""
        return runtime.knowledge.cost(parameters.knowledge_base, parameters.query, context.caller)

    def execute(
        self, config: KnowledgeToolConfig, parameters: KnowledgeParameters, invocation: Invocation
    ) -> ToolResult:
        """Search and return the passages with their sources."""
        caller = invocation.context.caller
        knowledge = invocation.runtime.knowledge
        found = knowledge.search(parameters.knowledge_base, parameters.query, parameters.top_k, caller)
        nothing = empty(self.operation, NOTHING_FITS)
        result = query_success(found.passages) if found.passages else nothing
        return result.with_facts(replace(result.facts, usage=found.usage))


knowledge_executor = KnowledgeExecutor()


def knowledge_tool(tool_id: ToolId, knowledge: Knowledge, caller: Caller) -> tuple[str, KnowledgeToolConfig] | None:
    """Return title and settings of the tool with this id; None when the caller may search nothing by it."""
    wanted = tool_id.name
    bases = knowledge.bases(caller, "" if wanted == ANY_BASE else wanted)
    if not bases:
        return None
    title = knowledge_executor.title.en if wanted == ANY_BASE else bases[0].name
    listed = "; ".join(map(_described, bases))
    description = f"{knowledge_executor.help.en} {listed}"
    return title, KnowledgeToolConfig(slugs=[base.slug for base in bases], description=description)


def _described(base: KnownBase) -> str:
    return f"{base.slug}: {base.name}" + (f" ({base.description})" if base.description else "")
