"""Streams whole files between workflows and Aliyun OSS or S3 buckets. Pure.

Source: PutObject and GetObject of both services.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ToolResult, operation_success, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.registered.files import NO_FILE, StoredFile, file_id_of
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Rehearsal, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.object_storage.places import StorageExecutor, place_of, signed_request, storage_error
from tools.executors.object_storage.settings import RequiredName, StorageConfig
from tools.outbound.client import OutboundResponse, StreamedBody

_RIGHTS = Text("The key may not write this object (oss:PutObject or s3:PutObject).")
_DOWNLOADED = Text("Downloaded {count} bytes of {key}.", count=0, key="")
_UPLOADED = Text("Uploaded {count} bytes of {key}.", count=0, key="")


class OssFileTransferConfig(StorageConfig):
    direction: Literal["upload", "download"] = form_field(
        "Direction",
        default="upload",
        enum_labels={"upload": Text("Into the bucket"), "download": Text("Out of the bucket")},
    )


class OssFileTransferParameters(ToolParameters):
    object_key: Annotated[RequiredName, form_field("Object", "Relative to the tool's folder.")]
    file: dict[str, Any] | str | None = form_field(
        "File", "The file to upload: its value, or its address.", default=None
    )


class OssFileTransferExecutor(StorageExecutor[OssFileTransferConfig, OssFileTransferParameters]):
    """`oss_file_transfer`: never outside of the tool's folder; the same upload again changes nothing."""

    name = "oss_file_transfer"
    title = Text("OSS transfer")
    help = Text("Upload a file to Aliyun OSS or S3 storage, or download one from there.")
    keywords = Text("s3, bucket, storage, aliyun, minio, upload, download")
    summary = ((SummaryText(Text.verbatim("{bucket}/{prefix}")), SummaryText(Text.verbatim("{bucket}"))),)
    icon = "cloud-upload"
    operation = OperationType.OPERATION
    ui_tools = (UiTool("oss-file-transfer", title, help, icon, OssFileTransferConfig),)

    def bound(self, config: OssFileTransferConfig) -> JsonObject:
        return {"file": None} if config.direction == "download" else {}

    def rehearse(
        self, config: OssFileTransferConfig, parameters: OssFileTransferParameters, invocation: Invocation
    ) -> Rehearsal:
        place = place_of(config, parameters.object_key)
        invocation.runtime.outbound.check(place.url)
        would = Text("download a file") if config.direction == "download" else Text("upload a file")
        return Rehearsal(would, {"url": place.url})

    def execute(
        self, config: OssFileTransferConfig, parameters: OssFileTransferParameters, invocation: Invocation
    ) -> ToolResult:
        way = _downloaded if config.direction == "download" else _uploaded
        file = way(config, parameters, invocation)
        done = query_success if config.direction == "download" else operation_success
        data = {"object": parameters.object_key, "file": file.to_json()}
        report = _DOWNLOADED if config.direction == "download" else _UPLOADED
        return done(data, report.filled(count=file.size, key=parameters.object_key))


def _uploaded(
    config: OssFileTransferConfig, parameters: OssFileTransferParameters, invocation: Invocation
) -> StoredFile:
    if file_id_of(parameters.file) is None:
        raise ToolArgumentsError(NO_FILE)
    with invocation.runtime.files.open(parameters.file, invocation.context) as file:
        response = signed_request(
            config,
            place_of(config, parameters.object_key),
            invocation,
            method="PUT",
            headers={"Content-Type": file.stored.content_type},
            content=StreamedBody(file.stored.size, file.chunks),
            content_hash=file.stored.hash,
        )
    if response.status not in (200, 201, 204):
        raise storage_error(response, refused=_RIGHTS)
    return file.stored


def _downloaded(
    config: OssFileTransferConfig, parameters: OssFileTransferParameters, invocation: Invocation
) -> StoredFile:
    kept: list[StoredFile] = []

    def keep(response: OutboundResponse, pieces: Iterator[bytes]) -> None:
        name, kind = parameters.object_key.rpartition("/")[2], response.headers.get("content-type", "")
        kept.append(invocation.runtime.files.save(name, kind, pieces, invocation.context))

    response = signed_request(config, place_of(config, parameters.object_key), invocation, sink=keep)
    if not kept:
        raise storage_error(response)
    return kept[0]
