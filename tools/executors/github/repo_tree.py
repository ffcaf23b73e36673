"""Lists the files and folders of a GitHub repository. Pure."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolArgumentsError, ToolUpstreamError
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Invocation, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.github.api import (
    GithubApi,
    RepositoryConfig,
    RepositoryExecutor,
    RepositoryParameters,
    RepositoryPath,
)

MAX_REQUESTS = 40
"""Requests for one tree, so that a huge repository does not use up the hour's quota."""
_SYMLINK_MODE = "120000"
_KINDS = {"blob": "file", "tree": "directory", "commit": "submodule"}
_ASK_FOR_A_FOLDER = Text("There are more; ask for a folder.")

Form = Literal["list", "text"]


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One file or folder; the path counts from the top of the repository."""

    path: str
    kind: str
    sha: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Tree:
    """Entries found; `is_cut` if there are more."""

    entries: list[TreeEntry]
    is_cut: bool


class TreeWalk:
    """One walk of a repository (owner/name), up to `max_entries`."""

    def __init__(self, api: GithubApi, repository: str, max_entries: int) -> None:
        self._api = api
        self._repository = repository
        self._max_entries = max_entries
        self._requests = 0

    def read(self, ref: str, path: str, *, recursive: bool) -> Tree:
        """List a folder ("" for the top) at a branch, tag or commit.

        Raises:
            ToolArgumentsError: the path is not a folder.
            ToolError: GitHub refused.
        """
        sha = self._sha_of(ref, path)
        found: list[TreeEntry] = []
        pending = deque([(sha, path)])
        while pending:
            if self._requests >= MAX_REQUESTS:
                return Tree(found, is_cut=True)
            folder_sha, folder = pending.popleft()
            entries, was_cut = self._get(folder_sha, folder, recursive=recursive)
            if was_cut and recursive:
                # Too large for one answer: this level now, each of its folders by itself later.
                entries, was_cut = self._get(folder_sha, folder, recursive=False)
                pending.extend((entry.sha, entry.path) for entry in entries if entry.kind == "directory")
            found += entries
            if len(found) > self._max_entries or was_cut:
                return Tree(found[: self._max_entries], is_cut=True)
        return Tree(found, is_cut=False)

    def _sha_of(self, ref: str, path: str) -> str:
        """Walk down to the folder; return what its tree is called."""
        sha, walked = ref, ""
        for name in path.split("/") if path else []:
            walked = f"{walked}/{name}" if walked else name
            entries, _ = self._get(sha, walked.rpartition("/")[0], recursive=False)
            entry = next((entry for entry in entries if entry.path == walked), None)
            if entry is None or entry.kind != "directory":
                raise ToolArgumentsError(Text("There is no folder {walked} in the repository.", walked=walked))
            sha = entry.sha
        return sha

    def _get(self, sha: str, folder: str, *, recursive: bool) -> tuple[list[TreeEntry], bool]:
        self._requests += 1
        # Any value of `recursive`, even 0, means yes.
        query = {"recursive": "1"} if recursive else {}
        found = self._api.json("repos", *self._repository.split("/"), "git", "trees", sha, query=query)
        if not isinstance(found, dict) or not isinstance(found.get("tree"), list):
            raise ToolUpstreamError(Text("GitHub's response has an unknown format. Try again later."))
        return list(_entries(found["tree"], folder)), found.get("truncated") is True


def _entries(rows: list[Mapping[str, Any]], folder: str) -> Iterator[TreeEntry]:
    for row in rows:
        path = f"{folder}/{row['path']}" if folder else str(row["path"])
        kind = "symlink" if row.get("mode") == _SYMLINK_MODE else _KINDS.get(str(row.get("type")), "file")
        yield TreeEntry(path, kind, str(row.get("sha")), row.get("size"))


class RepoTreeConfig(RepositoryConfig):
    """Repository and extent; the model supplies empty values."""

    form: Form = form_field(
        Text.in_context("result", "Form"),
        "Text is shorter and easier for models.",
        default="list",
        enum_labels={"list": Text("List"), "text": Text("Indented text")},
    )
    max_entries: int = form_field("Max entries", "1 to 20,000.", default=2_000, ge=1, le=20_000)


class RepoTreeParameters(RepositoryParameters):
    path: RepositoryPath = form_field("Folder", "By default, the whole repository.", default="")
    recursive: bool = form_field("Include subfolders", "If false, lists one level only.", default=True)


class GithubRepoTreeExecutor(RepositoryExecutor[RepoTreeConfig, RepoTreeParameters]):
    """`github_repo_tree`: every path with its kind and size."""

    name = "github_repo_tree"
    title = Text("GitHub repository tree")
    help = Text("List the files and folders of a GitHub repository.")
    keywords = Text("git, source code, directory")
    would = Text("list {path} of {repository}")
    nothing = Nothing({})
    prefilled = ("repository", "ref")
    ui_tools = (UiTool("github-repo-tree", title, help, RepositoryExecutor.icon, RepoTreeConfig),)

    def execute(self, config: RepoTreeConfig, parameters: RepoTreeParameters, invocation: Invocation) -> ToolResult:
        """Return the entries, and whether there are more."""
        api = GithubApi(config, invocation)
        ref = parameters.ref or api.default_branch(parameters.repository)
        walk = TreeWalk(api, parameters.repository, config.max_entries)
        tree = walk.read(ref, parameters.path, recursive=parameters.recursive)
        shown = {"tree": _indented(tree)} if config.form == "text" else {"entries": _listed(tree)}
        data = {"repository": parameters.repository, "ref": ref, "path": parameters.path, **shown}
        if not tree.entries:
            return empty(OperationType.QUERY, Text("The folder is empty."), data)
        count = len(tree.entries)
        message = Text("Entries here in {repository}: {count}.", repository=parameters.repository, count=count)
        message = sentences([message, _ASK_FOR_A_FOLDER]) if tree.is_cut else message
        return query_success(data, message, total=len(tree.entries), truncated=tree.is_cut)


def _listed(tree: Tree) -> list[JsonObject]:
    return [{"path": entry.path, "type": entry.kind, "size": entry.size} for entry in tree.entries]


def _indented(tree: Tree) -> str:
    lines = []
    for entry in sorted(tree.entries, key=lambda entry: entry.path.split("/")):
        mark = "/" if entry.kind == "directory" else ""
        lines.append(f"{'  ' * entry.path.count('/')}{entry.path.rpartition('/')[2]}{mark}")
    return "\n".join(lines)
