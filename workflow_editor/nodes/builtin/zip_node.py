"""Zip: files as one archive, and an archive as its files."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from tools.core.call.summary import field_line
from tools.core.formats.file_types import ZIP
from tools.core.registered.files import OpenFile
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.fields.file_names import file_name
from workflow_editor.nodes.lists.run import as_list
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.texts.zip_archive import (
    MAX_ENTRIES,
    entries_of,
    entry_chunks,
    entry_name,
    opened,
    zip_chunks,
)

_MISSING = Text("Choose the files.")
_TOO_MANY = Text("An archive holds at most {most:,} files. Split the list.", most=MAX_ENTRIES)


class ZipConfig(NodeConfig):
    operation: Literal["pack", "unpack"] = form_field(
        "Operation",
        default="unpack",
        enum_labels={"pack": Text("Pack files into an archive"), "unpack": Text("Unpack an archive")},
    )
    files: str = form_field(
        "Files",
        "A file or a list of files, such as {{ inputs.file }}.",
        default="",
        widget="template-line",
        autofocus=True,
    )
    name: str = form_field(
        "File name",
        "The file extension is added.",
        default="",
        max_length=200,
        widget="template-line",
        placeholder="files",
        show_if={"operation": ["pack"]},
    )


class ZipNode(EffectNode[ZipConfig]):
    """Packs and unpacks as a stream; what would unpack to far too much is refused before a byte of it is stored."""

    id = "zip"
    category = "data"
    icon = "file-zip"
    title = Text.in_context("node", "Zip")
    help = Text("Packs files into a zip archive, or unpacks one.")
    keywords = Text("archive, compress, unzip, extract, decompress, pack")
    summary = (field_line("files", Text("No file yet")),)
    needs = (ConfigProblem("file_missing", "/files", _MISSING),)
    has_known_fields = True
    output_fields = (
        OutputField("files", "array", Text("Files")),
        OutputField("file", "object", Text.in_context("zip", "First file, or the archive")),
    )
    example = Example(
        Text("Unpacks an attachment."),
        config={"files": "{{ inputs.attachment }}"},
        inputs={"attachment": {"$type": "file", "id": "…", "name": "invoices.zip", "type": ZIP}},
        output={"files": [{"$type": "file", "name": "may.pdf"}], "file": {"$type": "file", "name": "may.pdf"}},
    )

    def run(self, config: ZipConfig, context: NodeContext) -> NodeOutcome:
        given = as_list(context.variables.value(config.files))
        if not given:
            raise NodeError(_MISSING, code="file_missing")
        if config.operation == "pack":
            if len(given) > MAX_ENTRIES:
                raise NodeError(_TOO_MANY, code="archive_too_large")
            name = file_name(context.variables.render(config.name), ".zip", datetime.now(UTC).astimezone())
            files = [context.files.save(name, ZIP, zip_chunks(_opened(given, context))).to_json()]
        else:
            files = [file for one in given for file in _unpacked(one, context)]
        return NodeOutcome({"files": files, "file": files[0] if files else None}, inputs={"files": given})


def _opened(given: Sequence[Any], context: NodeContext) -> Iterator[OpenFile]:
    for one in given:
        with context.files.open(one) as file:
            yield file


def _unpacked(given: Any, context: NodeContext) -> Iterator[dict[str, Any]]:
    with context.files.open(given) as file, opened(file) as archive:
        for entry in entries_of(archive, file.stored):
            yield context.files.save(entry_name(entry), "", entry_chunks(archive, entry, file.stored)).to_json()
