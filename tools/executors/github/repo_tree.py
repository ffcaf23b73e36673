"""Lists the files and folders of a GitHub repository. Pure."""

from typing import Literal

from pydantic import Field

from tools.core.definitions import EffectClass, JsonObject, OperationType, Text
from tools.core.envelope import ToolResult, empty, query_success
from tools.executors.contract.executor import Executor, Invocation, ToolParameters, UiTool
from tools.executors.contract.schema import ui
from tools.executors.github.api import GithubApi
from tools.executors.github.settings import GitReference, RepositoryConfig, RepositoryPath, RequiredRepository
from tools.executors.github.tree_walk import Tree, TreeWalk

Form = Literal["list", "text"]


class RepoTreeConfig(RepositoryConfig):
    """Which repository, and how much of it."""

    form: Form = Field(
        default="list",
        json_schema_extra=ui(
            "Form",
            "返回形式",
            "Text is shorter and made for models.",
            "文本更短，适合交给模型。",
            enum_labels={"list": Text("List", "列表"), "text": Text("Indented text", "缩进文本")},
        ),
    )
    max_entries: int = Field(
        default=2_000,
        ge=1,
        le=20_000,
        json_schema_extra=ui("Max entries", "最多条目数", "1 to 20,000.", "1 至 20,000。"),
    )


class RepoTreeParameters(ToolParameters):
    """What the model fills in."""

    repository: RequiredRepository
    path: RepositoryPath = Field(
        default="", json_schema_extra=ui("Folder", "文件夹", "Empty: the whole repository.", "留空则为整个仓库。")
    )
    ref: GitReference = ""
    recursive: bool = Field(
        default=True, json_schema_extra=ui("Include subfolders", "包含子文件夹", "False: one level.", "否则只列一层。")
    )


class GithubRepoTreeExecutor(Executor[RepoTreeConfig, RepoTreeParameters]):
    """`github_repo_tree`: every path with its kind and size."""

    name = "github_repo_tree"
    title = Text("GitHub repository tree", "GitHub 仓库树形结构")
    help = Text("List the files and folders of a GitHub repository.", "列出 GitHub 仓库中的文件和文件夹。")
    icon = "list-tree"
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.QUERY
    effect_class = EffectClass.REPEATABLE
    parameters_model = RepoTreeParameters
    ui_tools = (UiTool("github-repo-tree", title, help, "list-tree", RepoTreeConfig),)

    def bound(self, config: RepoTreeConfig) -> JsonObject:
        """Return what the person filled in."""
        return {name: value for name, value in (("repository", config.repository), ("ref", config.ref)) if value}

    def addresses(self, config: RepoTreeConfig) -> dict[str, str]:
        """Return the API address."""
        return {"/apiUrl": config.api_url}

    def rehearse(self, config: RepoTreeConfig, parameters: RepoTreeParameters, invocation: Invocation) -> JsonObject:
        """Tell what would be listed."""
        invocation.runtime.outbound.check(config.api_url)
        return {"would": f"list {parameters.path or '/'} of {parameters.repository}", "ref": parameters.ref}

    def execute(self, config: RepoTreeConfig, parameters: RepoTreeParameters, invocation: Invocation) -> ToolResult:
        """Return the entries, and whether there are more."""
        api = GithubApi(config, invocation)
        ref = parameters.ref or api.default_branch(parameters.repository)
        walk = TreeWalk(api, parameters.repository, config.max_entries)
        tree = walk.read(ref, parameters.path, recursive=parameters.recursive)
        if not tree.entries:
            return empty(OperationType.QUERY, "The folder is empty.")
        shown = {"tree": _indented(tree)} if config.form == "text" else {"entries": _listed(tree)}
        data = {"repository": parameters.repository, "ref": ref, "path": parameters.path, **shown}
        more = " There are more; ask for a folder." if tree.is_cut else ""
        message = f"{parameters.repository} has {len(tree.entries)} entries here.{more}"
        return query_success(data, message, total=len(tree.entries), truncated=tree.is_cut)


def _listed(tree: Tree) -> list[JsonObject]:
    return [{"path": entry.path, "type": entry.kind, "size": entry.size} for entry in tree.entries]


def _indented(tree: Tree) -> str:
    lines = []
    for entry in sorted(tree.entries, key=lambda entry: entry.path.split("/")):
        mark = "/" if entry.kind == "directory" else ""
        lines.append(f"{'  ' * entry.path.count('/')}{entry.path.rpartition('/')[2]}{mark}")
    return "\n".join(lines)
