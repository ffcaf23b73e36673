"""A stand-in for GitHub: the REST API with tokens and rate limits, and the trending page.

Source: docs.github.com/rest (git trees, contents, search, rate limits) and the public trending page.
"""

import base64
from typing import Any
from urllib.parse import unquote, urlencode

from tests.doubles.http_server import Received, Reply

TOKEN = "github_pat_planted_0123456789abcdef"
HOSTS = ("api.github.com", "github.com", "git.example.com")
REPOSITORY = "octo/demo"
FILES: dict[str, bytes] = {
    "README.md": "# Demo\n中文\n".encode(),
    "docs/旧.txt": "你好".encode("gb18030"),
    "docs/big.txt": b"x" * 1_200_000,
    "logo.png": b"\x89PNG\0\0",
    "model.bin": b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n",
    "src/app/main.py": b"print('hi')\n",
}
_ISSUE = {"id": 71, "number": 7, "title": "Too hot", "state": "open", "body": "Let it cool.", "user": {"login": "ada"}}
ACTIVITY: dict[str, list[dict[str, Any]]] = {
    "issues": [{**_ISSUE, "labels": [{"name": "bug"}]}, {**_ISSUE, "id": 72, "pull_request": {}}],
    "pulls": [{**_ISSUE, "id": 72, "body": None}],
    "releases": [{"id": 81, "name": "", "tag_name": "v1.0", "body": "First.", "author": {"login": "ada"}}],
    "commits": [{"sha": "c0ffee", "commit": {"message": "Brew\n\nSlowly.", "author": {"name": "Ada"}}}],
}
TRENDING_ROW = """<article class="Box-row">
  <h2 class="h3 lh-condensed"><a href="/{name}" class="Link"> {owner} /\n {repo} </a></h2>
  <p class="col-9 color-fg-muted my-1 pr-4">{description}</p>
  <div class="f6"><span class="d-inline-block ml-0 mr-3"><span itemprop="programmingLanguage">{language}</span></span>
  <a href="/{name}/stargazers" class="Link"> 12,345 </a><a href="/{name}/forks" class="Link"> 67 </a>
  <span>Built by <a class="d-inline-block" href="/ada"><img class="avatar" alt="@ada"></a></span>
  <span class="d-inline-block float-sm-right"> 1,234 stars today </span></div></article>"""


def trending_page(*names: str, language: str = "Python") -> bytes:
    rows = "".join(
        TRENDING_ROW.format(
            name=name, owner=name.split("/")[0], repo=name.split("/")[1], description="A &amp; B", language=language
        )
        for name in names
    )
    return f"<!doctype html><html><body><div class='Box'>{rows}</div></body></html>".encode()


class Github:
    """One private repository, octo/demo, that `TOKEN` may read, and whatever `pages` says is trending."""

    def __init__(self, *, tree_limit: int = 100_000) -> None:
        self.scripted: list[Reply] = []
        self.received: list[Received] = []
        self.pages: dict[str, bytes] = {"/trending": trending_page("octo/demo", "ada/engine")}
        self.found: list[dict[str, Any]] = []
        self.tree_limit = tree_limit

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        if self.scripted:
            return self.scripted.pop(0)
        if request.path.startswith("/trending"):
            page = self.pages.get(request.path)
            return Reply(404, b"Not Found") if page is None else Reply(200, page, {"Content-Type": "text/html"})
        if not request.headers.get("user-agent"):
            return refusal(403, "Request forbidden by administrative rules.")
        given = request.headers.get("authorization")
        if given not in {None, f"Bearer {TOKEN}"}:
            return refusal(401, "Bad credentials")
        return self._answer(request, request.path.removeprefix("/api/v3"), is_known=given is not None)

    def _answer(self, request: Received, path: str, *, is_known: bool) -> Reply:
        if path == "/search/repositories":
            return Reply.of_json({"total_count": len(self.found), "incomplete_results": False, "items": self.found})
        if path.startswith("/repos/old/demo"):
            moved = path.replace("old/demo", REPOSITORY)
            return Reply(301, b"", {"Location": f"https://api.github.com{moved}?{urlencode(request.query)}"})
        start = f"/repos/{REPOSITORY}"
        if not is_known or not path.startswith(start):
            return refusal(404, "Not Found")
        rest = path.removeprefix(start).strip("/")
        if not rest:
            return Reply.of_json({"full_name": REPOSITORY, "default_branch": "main", "private": True})
        if rest in ACTIVITY:
            return Reply.of_json(ACTIVITY[rest])
        if rest.startswith("git/trees/"):
            return self._tree(unquote(rest.removeprefix("git/trees/")), recursive="recursive" in request.query)
        return _contents(unquote(rest.removeprefix("contents").strip("/")), request)

    def _tree(self, name: str, *, recursive: bool) -> Reply:
        if name not in {"main", "feature/x"} and not name.startswith("tree-"):
            return refusal(404, "Not Found")
        folder = name.removeprefix("tree-").replace("~", "/") if name.startswith("tree-") else ""
        rows = [row for row in _rows(folder) if recursive or "/" not in row["path"]]
        answer = {"sha": name, "tree": rows[: self.tree_limit], "truncated": len(rows) > self.tree_limit}
        return Reply.of_json(answer)


def refusal(status: int, message: str, headers: dict[str, str] | None = None) -> Reply:
    reply = Reply.of_json({"message": message, "documentation_url": "https://docs.github.com/rest"}, status)
    return Reply(reply.status, reply.body, {**reply.headers, **(headers or {})})


def _rows(folder: str) -> list[dict[str, Any]]:
    start = f"{folder}/" if folder else ""
    inside = {path: content for path, content in FILES.items() if path.startswith(start)}
    rows: dict[str, dict[str, Any]] = {}
    for path, content in inside.items():
        parts = path.removeprefix(start).split("/")
        for depth in range(1, len(parts)):
            name = "/".join(parts[:depth])
            sha = "tree-" + (start + name).replace("/", "~")
            rows[name] = {"path": name, "mode": "040000", "type": "tree", "sha": sha}
        name = "/".join(parts)
        rows[name] = {"path": name, "mode": "100644", "type": "blob", "sha": f"blob-{path}", "size": len(content)}
    return list(rows.values())


def _contents(path: str, request: Received) -> Reply:
    if request.query.get("ref", "main") not in {"main", "feature/x"}:
        return refusal(404, "No commit found for the ref")
    if path == "link":
        return Reply.of_json({"type": "symlink", "path": path, "target": "README.md"})
    if path in FILES:
        content = FILES[path]
        if "raw" in request.headers.get("accept", ""):
            return Reply(200, content, {"Content-Type": "application/octet-stream"})
        small = len(content) <= 1_000_000
        text = base64.encodebytes(content).decode() if small else ""
        encoding = "base64" if small else "none"
        about = {"type": "file", "path": path, "sha": f"blob-{path}", "size": len(content)}
        return Reply.of_json({**about, "content": text, "encoding": encoding})
    rows = [row for row in _rows(path) if "/" not in row["path"]]
    kinds = {"blob": "file", "tree": "dir"}
    listed = [{"path": row["path"], "type": kinds[row["type"]], "size": row.get("size", 0)} for row in rows]
    return Reply.of_json(listed) if listed else refusal(404, "Not Found")
