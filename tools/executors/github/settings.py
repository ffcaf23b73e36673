"""Shared by the GitHub tools: token, address, and the syntax of repositories and paths. Pure."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, field_validator

from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field, ui
from tools.executors.github.account import API
from tools.executors.shared.address_field import base_address

MAX_DEPTH = 30
_REPOSITORY = re.compile(r"(?P<owner>[A-Za-z0-9][A-Za-z0-9_-]{0,38})/(?P<name>[A-Za-z0-9._-]{1,100})")
_PAGE = re.compile(r"https://github\.com/(?P<rest>[^/?#]+/[^/?#]+?)(?:\.git)?/?")
_REPOSITORY_FORM = Text("Enter the repository as owner/name, for example django/django.")
_PATH_FORM = Text("Enter the path relative to the repository root, for example src/main.py, without .. or a leading /.")
_REF_FORM = Text("A branch, tag or commit must not contain spaces or ..")


def repository_name(text: str) -> str:
    """Return owner/name, also from a repository URL; empty stays empty. Raises PydanticCustomError for other texts."""
    text = text.strip()
    page = _PAGE.fullmatch(text)
    name = page["rest"] if page else text
    if name and (not (found := _REPOSITORY.fullmatch(name)) or set(found["name"]) <= {"."}):
        raise refused_value("repository", _REPOSITORY_FORM)
    return name


def repository_path(text: str) -> str:
    """Return a path inside a repository without outer slashes.

    Raises PydanticCustomError if it is malformed or leads out of the repository.
    """
    path = text.strip().removeprefix("./").rstrip("/")
    parts = path.split("/") if path else []
    if len(parts) > MAX_DEPTH or any(part in {"", ".", ".."} or not part.isprintable() for part in parts):
        raise refused_value("path", _PATH_FORM)
    return path


def git_reference(text: str) -> str:
    """Return the name of a branch, tag or commit. Raises PydanticCustomError if git allows no such name."""
    text = text.strip()
    if (
        ".." in text
        or text.startswith(("/", "-"))
        or any(not char.isprintable() or char in " ~^:?*[\\" for char in text)
    ):
        raise refused_value("ref", _REF_FORM)
    return text


_REPOSITORY_UI = ui(
    "Repository",
    "owner/name, for example django/django.",
    placeholder=Text.verbatim("owner/name"),
)
_REF_UI = ui(
    "Branch, tag or commit",
    "By default, the default branch of the repository.",
)


def _given(repository: str) -> str:
    if not repository:
        raise refused_value("repository", _REPOSITORY_FORM)
    return repository


RepositoryName = Annotated[str, AfterValidator(repository_name), Field(json_schema_extra=_REPOSITORY_UI)]
RequiredRepository = Annotated[RepositoryName, AfterValidator(_given)]
RepositoryPath = Annotated[str, Field(max_length=1000), AfterValidator(repository_path)]
GitReference = Annotated[str, Field(max_length=250), AfterValidator(git_reference), Field(json_schema_extra=_REF_UI)]


class GithubConfig(ToolModel):
    token: str = form_field(
        "Token",
        "Optional for public repositories. A fine-grained token with Contents: read and Metadata: read.",
        default="",
        widget="secret",
    )
    api_url: str = form_field(
        "API address", "For GitHub Enterprise: https://host/api/v3.", default=API, destination=True
    )

    @field_validator("api_url")
    @classmethod
    def _base(cls, url: str) -> str:
        return base_address(url) or API


class RepositoryConfig(GithubConfig):
    """Repository; the model names one if empty."""

    repository: RepositoryName = ""
    ref: GitReference = ""
