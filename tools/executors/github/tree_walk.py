"""Reads a repository's tree, also one that GitHub cuts off because it is too large. Pure."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tools.core.errors import ToolArgumentsError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.github.api import GithubApi

MAX_REQUESTS = 40
"""Requests for one tree, so that a huge repository does not use up the hour's quota."""
_SYMLINK_MODE = "120000"
_KINDS = {"blob": "file", "tree": "directory", "commit": "submodule"}


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
