"""Knowledge bases as tools: `kb:Query` searches the base named by the model, `kb:<slug>` a fixed one. Pure.

Nodes and profiles may use an id in place of the short name.
"""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import field_validator

from tools.core.definitions import CallContext, Caller, EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import refused_value
from tools.core.prepared_call import CallCost
from tools.core.registered.files import NO_FILE, file_id_of, whole_content
from tools.core.registered.knowledge import MAX_DOCUMENT_BYTES, Knowledge, KnownBase, NewDocument
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import (
    Executor,
    Invocation,
    Rehearsal,
    Runtime,
    ToolModel,
    ToolParameters,
    UiTool,
)
from tools.executors.contract.schema import form_field

_CHANGES = {
    "added": Text("The document was added."),
    "replaced": Text("The document was replaced."),
    "unchanged": Text("The document was unchanged."),
}
_TOO_LARGE = Text("“{name}” is larger than {max_mb} MB. Split it.")

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


class KnowledgeWriteConfig(ToolModel):
    knowledge_base: str = form_field(
        "Knowledge base",
        "Who uses the tool must be allowed to change it.",
        default="",
        max_length=80,
        widget="knowledge-base",
    )


class KnowledgeWriteParameters(ToolParameters):
    name: Annotated[
        str,
        form_field(
            "Name",
            "Its key: a document of this name is replaced. Text without an ending is Markdown.",
            min_length=1,
            max_length=200,
        ),
    ]
    content: Annotated[
        dict[str, Any] | str,
        form_field("Content", "Text or Markdown, or a file: its value, or its address.", widget="textarea"),
    ]

    @field_validator("content")
    @classmethod
    def _names_a_file(cls, content: dict[str, Any] | str) -> dict[str, Any] | str:
        if isinstance(content, dict) and file_id_of(content) is None:
            raise refused_value("file", NO_FILE)
        return content


class KnowledgeWriteExecutor(Executor[KnowledgeWriteConfig, KnowledgeWriteParameters]):
    """`knowledge_write`: the same document again changes nothing."""

    name = "knowledge_write"
    title = Text("Knowledge write")
    help = Text("Add a document to a knowledge base, or replace the one of the same name.")
    keywords = Text("rag, vector, index, upsert, add document, store")
    icon = "database-import"
    category = "data"
    resource_type = "document"
    operation = OperationType.OPERATION
    effect_class = EffectClass.REPEATABLE
    required = ("knowledge_base",)
    ui_tools = (UiTool("knowledge-write", title, help, icon, KnowledgeWriteConfig),)

    def rehearse(
        self, config: KnowledgeWriteConfig, parameters: KnowledgeWriteParameters, invocation: Invocation
    ) -> Rehearsal:
        """Check the document and the right to write it, and describe the change."""
        document, caller = _document(parameters, invocation), invocation.context.caller
        found = invocation.runtime.knowledge.write(config.knowledge_base, document, caller, dry=True)
        return Rehearsal(Text("write a document"), found)

    def execute(
        self, config: KnowledgeWriteConfig, parameters: KnowledgeWriteParameters, invocation: Invocation
    ) -> ToolResult:
        """Store the document; it is found once it is indexed, until then the one before it is."""
        document, caller = _document(parameters, invocation), invocation.context.caller
        data = invocation.runtime.knowledge.write(config.knowledge_base, document, caller)
        return operation_success(data, _CHANGES[data["change"]])


def _document(parameters: KnowledgeWriteParameters, invocation: Invocation) -> NewDocument:
    name, content = parameters.name, parameters.content
    if file_id_of(content) is not None:
        store, context = invocation.runtime.files, invocation.context
        file = whole_content(store, content, context, max_bytes=MAX_DOCUMENT_BYTES)
        document = NewDocument(name, file.content, ending=file.name.rpartition(".")[2])
    else:
        document = NewDocument(name, str(content).encode(), is_text=True)
    if len(document.content) > MAX_DOCUMENT_BYTES:
        raise ToolArgumentsError(_TOO_LARGE.filled(name=name, max_mb=MAX_DOCUMENT_BYTES // 1024**2))
    return document
