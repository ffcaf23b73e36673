"""Reads one file, or the list of one folder, of a GitHub repository. Pure."""

import base64
import binascii
from typing import Annotated, Any

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolArgumentsError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.github.api import (
    RAW,
    GithubApi,
    RepositoryConfig,
    RepositoryExecutor,
    RepositoryParameters,
    RepositoryPath,
)
from tools.executors.shared.text_content import decoded, window

MAX_FILE_BYTES = 5 * 1024 * 1024
_LFS_MARK = b"version https://git-lfs.github.com/spec/"
_LFS = Text("“{name}” is stored in Git LFS, and GitHub's API returns only a pointer to it. Choose another file.")
_HUGE = Text("“{name}” is larger than {most} MB. Choose a smaller file.")


class FileContentConfig(RepositoryConfig):
    """File to read; the model supplies empty values."""

    path: RepositoryPath = form_field("Path", "The model fills in the path if you do not.", default="")
    max_chars: int = form_field("Max characters per call", "1,000 to 400,000.", default=60_000, ge=1_000, le=400_000)


class FileContentParameters(RepositoryParameters):
    path: Annotated[RepositoryPath, form_field("Path", "Relative to the repository root, for example README.md.")]
    offset: int = form_field("Start character", "The next offset, from the previous response.", default=0, ge=0)


class GithubFileContentExecutor(RepositoryExecutor[FileContentConfig, FileContentParameters]):
    """`github_file_content`: text up to 5 MB, in pieces."""

    name = "github_file_content"
    title = Text("GitHub file")
    help = Text("Read a text file or list a folder in a GitHub repository.")
    keywords = Text("git, source code, readme")
    would = Text("read {path} of {repository}")
    nothing = Nothing({"type": "directory", "entries": []})
    prefilled = ("repository", "ref", "path")
    ui_tools = (UiTool("github-file-content", title, help, RepositoryExecutor.icon, FileContentConfig),)

    def execute(
        self, config: FileContentConfig, parameters: FileContentParameters, invocation: Invocation
    ) -> ToolResult:
        """Return the file's text, or the folder's entries."""
        api = GithubApi(config, invocation)
        path = parameters.path.split("/") if parameters.path else []
        segments = ("repos", *parameters.repository.split("/"), "contents", *path)
        query = {"ref": parameters.ref} if parameters.ref else {}
        found = api.json(*segments, query=query)
        if isinstance(found, list):
            return _folder(parameters, found)
        content = _inline_content(_file(found, parameters.path))
        if content is None:
            if int(found.get("size") or 0) > MAX_FILE_BYTES:
                raise ToolArgumentsError(_HUGE.filled(name=parameters.path, most=MAX_FILE_BYTES // 1024**2))
            content = api.get(*segments, query=query, accept=RAW, max_bytes=MAX_FILE_BYTES).content
        if content.startswith(_LFS_MARK):
            raise ToolArgumentsError(_LFS.filled(name=parameters.path))
        shown = window(decoded(content, parameters.path), parameters.offset, config.max_chars)
        about = {"repository": parameters.repository, "path": parameters.path, "ref": parameters.ref or None}
        data = {**about, "type": "file", "size": len(content), "sha": found.get("sha"), **shown}
        return query_success(
            data, Text("Read {path} of {repository}.", path=parameters.path, repository=parameters.repository)
        )


def _folder(parameters: FileContentParameters, found: list[Any]) -> ToolResult:
    entries = [
        {"path": entry.get("path"), "type": entry.get("type"), "size": entry.get("size")}
        for entry in found
        if isinstance(entry, dict)
    ]
    about = {"repository": parameters.repository, "path": parameters.path, "ref": parameters.ref or None}
    if not entries:
        return empty(OperationType.QUERY, Text("The folder is empty."), about)
    message = Text("{path} is a folder. Entries: {count}.", path=parameters.path or "/", count=len(entries))
    return query_success({**about, "type": "directory", "entries": entries}, message)


def _file(found: Any, path: str) -> JsonObject:
    if not isinstance(found, dict):
        raise ToolUpstreamError(Text("GitHub's response has an unknown format. Try again later."))
    kind = found.get("type")
    if kind != "file":
        shown = kind if kind in {"symlink", "submodule"} else "?"
        raise ToolArgumentsError(
            Text("“{name}” is a {shown}, not a file. Read its target instead.", name=path, shown=shown)
        )
    return found


def _inline_content(found: JsonObject) -> bytes | None:
    """Return the bytes that came with the answer; None for a file over 1 MB, which is sent raw only."""
    if found.get("encoding") != "base64":
        return None
    try:
        return base64.b64decode(str(found.get("content") or ""))
    except binascii.Error as error:
        raise ToolUpstreamError(Text("GitHub's response is corrupted. Try again later.")) from error
