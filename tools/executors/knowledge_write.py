"""Writes a document of a knowledge base: adds it, or replaces the one of the same name. Pure."""

from typing import Annotated, Any

from pydantic import field_validator

from tools.core.definitions import EffectClass, OperationType
from tools.core.envelope import ToolResult, operation_success
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import refused_value
from tools.core.registered.files import NO_FILE, file_id_of, whole_content
from tools.core.registered.knowledge import MAX_DOCUMENT_BYTES, NewDocument
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import form_field

_CHANGES = {
    "added": Text("The document was added."),
    "replaced": Text("The document was replaced."),
    "unchanged": Text("The document was unchanged."),
}
_TOO_LARGE = Text("“{name}” is larger than {max_mb} MB. Split it.")


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
