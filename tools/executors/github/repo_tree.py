"""Lists the files and folders of a GitHub repository. Pure."""

from typing import Literal

from tools.core.call.nothing_found import Nothing
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ToolResult, empty, query_success
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Invocation, ToolParameters, UiTool
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.contract.schema import form_field
from tools.executors.github.api import GithubApi, GithubExecutor
from tools.executors.github.settings import GitReference, RepositoryConfig, RepositoryPath, RequiredRepository
from tools.executors.github.tree_walk import Tree, TreeWalk

_ASK_FOR_A_FOLDER = Text("There are more; ask for a folder.")

Form = Literal["list", "text"]


class RepoTreeConfig(RepositoryConfig):
    """Repository and extent; the model supplies empty values."""

    form: Form = form_field(
        Text.in_context("result", "Form"),
        "Text is shorter and easier for models.",
        default="list",
        enum_labels={"list": Text("List"), "text": Text("Indented text")},
    )
    max_entries: int = form_field("Max entries", "1 to 20,000.", default=2_000, ge=1, le=20_000)


class RepoTreeParameters(ToolParameters):
    repository: RequiredRepository
    path: RepositoryPath = form_field("Folder", "By default, the whole repository.", default="")
    ref: GitReference = ""
    recursive: bool = form_field("Include subfolders", "If false, lists one level only.", default=True)


class GithubRepoTreeExecutor(GithubExecutor[RepoTreeConfig, RepoTreeParameters]):
    """`github_repo_tree`: every path with its kind and size."""

    name = "github_repo_tree"
    title = Text("GitHub repository tree")
    help = Text("List the files and folders of a GitHub repository.")
    keywords = Text("git, source code, directory")
    nothing = Nothing({})
    prefilled = ("repository", "ref")
    ui_tools = (UiTool("github-repo-tree", title, help, GithubExecutor.icon, RepoTreeConfig),)

    def addresses(self, config: RepoTreeConfig) -> dict[str, str]:
        return {"/apiUrl": config.api_url}

    def rehearse(self, config: RepoTreeConfig, parameters: RepoTreeParameters, invocation: Invocation) -> Rehearsal:
        invocation.runtime.outbound.check(config.api_url)
        path, repository = parameters.path or "/", parameters.repository
        would = Text("list {path} of {repository}", path=path, repository=repository)
        return Rehearsal(would, {"ref": parameters.ref})

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
