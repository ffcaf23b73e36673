"""Issues of GitHub, GitLab and Jira. Pure."""

from typing import Any

from tools.core.text import Text
from tools.executors.github.account import API
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    NEXT_PAGE,
    PAGE_SIZE,
    TEXT,
    TITLE,
    count,
    length,
    part_of_body,
    part_of_path,
    such_as,
)
from tools.executors.signing.security import Security

_LIST = Text("List issues")
_CREATE = Text("Create an issue")
_COMMENT = Text("Comment on an issue")
_COMMENT_HELP = Text("Write below an issue.")
_UPDATE = Text("Update an issue")
_UPDATE_HELP = Text("Change an issue, close it or open it again; what is not given stays as it is.")
_STATE = Text("State")
_LABELS = Text("Labels")
_BY_LINK = Paging(kind="link")
_PAGE = Argument(Text("Page"), "integer", limits={"minimum": 1})
_NUMBER = Argument(Text("Issue"), "integer", "path", required=True, help=Text("Its number."), limits={"minimum": 1})
_NAMES = {"items": {"type": "string", "minLength": 1, "maxLength": 100}, "maxItems": 100}
_REPOSITORY = {"owner": part_of_path(Text("Owner")), "repository": part_of_path(Text("Repository"))}
GITHUB_ISSUES = ServicePreset(
    "github-issues",
    Text("GitHub issues"),
    Text("List issues of a repository, create them, change them and comment on them."),
    "logo-github",
    API,
    (
        ServiceOperation(
            _LIST,
            Text("Return issues of a repository; pull requests are among them."),
            "GET /repos/{owner}/{repository}/issues",
            {
                **_REPOSITORY,
                "state": Argument(_STATE, limits={"enum": ["open", "closed", "all"]}),
                "labels": Argument(_LABELS, help=Text("With commas between them.")),
                "page_size": Argument(PAGE_SIZE, "integer", name="per_page", limits=count(100)),
                "page": _PAGE,
            },
            paging=_BY_LINK,
            scopes=("repo",),
        ),
        ServiceOperation(
            _CREATE,
            Text("Open an issue in a repository."),
            "POST /repos/{owner}/{repository}/issues",
            {
                **_REPOSITORY,
                "title": part_of_body(TITLE, 256),
                "body": Argument(TEXT, place="field", limits={"maxLength": 65_536}),
                "labels": Argument(_LABELS, "array", "field", limits=_NAMES),
                "assignees": Argument(Text("Assignees"), "array", "field", limits=_NAMES),
            },
            scopes=("repo",),
        ),
        ServiceOperation(
            _COMMENT,
            _COMMENT_HELP,
            "POST /repos/{owner}/{repository}/issues/{number}/comments",
            {
                **_REPOSITORY,
                "number": _NUMBER,
                "body": part_of_body(TEXT, 65_536),
            },
            scopes=("repo",),
        ),
        ServiceOperation(
            _UPDATE,
            _UPDATE_HELP,
            "PATCH /repos/{owner}/{repository}/issues/{number}",
            {
                **_REPOSITORY,
                "number": _NUMBER,
                "state": Argument(_STATE, place="field", limits={"enum": ["open", "closed"]}),
                "title": Argument(TITLE, place="field", limits=length(256)),
                "body": Argument(TEXT, place="field", limits={"maxLength": 65_536}),
                "labels": Argument(_LABELS, "array", "field", limits=_NAMES),
                "assignees": Argument(Text("Assignees"), "array", "field", limits=_NAMES),
            },
            scopes=("repo",),
        ),
    ),
    Text("ticket, bug, task"),
    "github",
    answers_all=True,
    headers={"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"},
)
_PROJECT = part_of_path(
    Text("Project"), 500, Text("Its number, or its path such as {example}.", example="group/project")
)
GITLAB_ISSUES = ServicePreset(
    "gitlab-issues",
    Text("GitLab issues"),
    Text(
        "List issues of a project, create them, change them and comment on them. "
        "The URL of an instance ends with /api/v4."
    ),
    "logo-gitlab",
    "https://gitlab.com/api/v4",
    (
        ServiceOperation(
            _LIST,
            Text("Return issues of a project."),
            "GET /projects/{project}/issues",
            {
                "project": _PROJECT,
                "state": Argument(_STATE, limits={"enum": ["opened", "closed", "all"]}),
                "labels": Argument(_LABELS, help=Text("With commas between them.")),
                "search": Argument(Text("Search for")),
                "page_size": Argument(PAGE_SIZE, "integer", name="per_page", limits=count(100)),
                "page": _PAGE,
            },
            paging=_BY_LINK,
            scopes=("api",),
        ),
        ServiceOperation(
            _CREATE,
            Text("Open an issue in a project."),
            "POST /projects/{project}/issues",
            {
                "project": _PROJECT,
                "title": part_of_body(TITLE, 255),
                "description": Argument(TEXT, place="field", limits={"maxLength": 1_000_000}),
                "labels": Argument(_LABELS, place="field", help=Text("With commas between them.")),
            },
            scopes=("api",),
        ),
        ServiceOperation(
            _COMMENT,
            _COMMENT_HELP,
            "POST /projects/{project}/issues/{number}/notes",
            {
                "project": _PROJECT,
                "number": _NUMBER,
                "body": part_of_body(TEXT, 1_000_000),
            },
            scopes=("api",),
        ),
        ServiceOperation(
            _UPDATE,
            _UPDATE_HELP,
            "PUT /projects/{project}/issues/{number}",
            {
                "project": _PROJECT,
                "number": _NUMBER,
                "state": Argument(_STATE, place="field", name="state_event", limits={"enum": ["close", "reopen"]}),
                "title": Argument(TITLE, place="field", limits=length(255)),
                "description": Argument(TEXT, place="field", limits={"maxLength": 1_000_000}),
                "labels": Argument(_LABELS, place="field", help=Text("With commas between them.")),
            },
            scopes=("api",),
        ),
    ),
    Text("ticket, bug, task"),
    "gitlab",
    answers_all=True,
)


def _document(field: str) -> dict[str, Any]:
    """Return a document of Atlassian with a paragraph for each line."""
    text = {"type": "text", "text": f"{{{field}[]}}"}
    return {"type": "doc", "version": 1, "content": [{"type": "paragraph", "content": [text]}]}


_ISSUE = part_of_path(Text("Issue"), help=Text("Its key, such as {example}.", example="TEA-1"))
_READ, _WRITE = ("read:jira-work",), ("write:jira-work",)
JIRA = ServicePreset(
    "jira",
    Text.verbatim("Jira"),
    Text(
        "Search issues, create, change and move them, and comment on them. The URL is {site} with a mail address and "
        "an API token, and {account} with an account.",
        site="https://SITE.atlassian.net",
        account="https://api.atlassian.com/ex/jira/CLOUD-ID",
    ),
    "logo-jira",
    "",
    (
        ServiceOperation(
            Text("Search issues"),
            Text("Return issues that fit a query in JQL, which must be limited, by a project for example."),
            "POST /rest/api/3/search/jql",
            {
                "query": part_of_body(Text("Search for"), 10_000, such_as("project = TEA AND status = Open")),
                "page_size": Argument(PAGE_SIZE, "integer", "field", limits=count(100)),
                "cursor": Argument(NEXT_PAGE, place="field"),
            },
            reads=True,
            paging=Paging(kind="cursor", argument="cursor", next="nextPageToken", items="issues"),
            scopes=_READ,
            body={
                "jql": "{query}",
                "fields": ["summary", "status", "issuetype", "assignee", "priority", "created", "updated"],
                "maxResults": "{page_size}",
                "nextPageToken": "{cursor}",
            },
        ),
        ServiceOperation(
            _CREATE,
            Text("Open an issue in a project."),
            "POST /rest/api/3/issue",
            {
                "project": part_of_body(Text("Project"), 100, Text("Its key.")),
                "type": part_of_body(Text("Type"), 100, such_as("Task")),
                "title": part_of_body(TITLE, 255),
                "description": Argument(Text("Description"), place="field", limits=length(30_000)),
                "labels": Argument(_LABELS, "array", "field", limits=_NAMES),
            },
            scopes=_WRITE,
            body={
                "fields": {
                    "project": {"key": "{project}"},
                    "issuetype": {"name": "{type}"},
                    "summary": "{title}",
                    "description": _document("description"),
                    "labels": "{labels}",
                }
            },
        ),
        ServiceOperation(
            _COMMENT,
            _COMMENT_HELP,
            "POST /rest/api/3/issue/{issue}/comment",
            {
                "issue": _ISSUE,
                "text": part_of_body(TEXT, 30_000),
            },
            scopes=_WRITE,
            body={"body": _document("text")},
        ),
        ServiceOperation(
            _UPDATE,
            Text("Change fields of an issue; what is not given stays as it is."),
            "PUT /rest/api/3/issue/{issue}",
            {
                "issue": _ISSUE,
                "title": Argument(TITLE, place="field", limits=length(255)),
                "description": Argument(Text("Description"), place="field", limits=length(30_000)),
                "labels": Argument(_LABELS, "array", "field", limits=_NAMES),
            },
            scopes=_WRITE,
            body={
                "fields": {"summary": "{title}", "description": _document("description"), "labels": "{labels}"},
            },
        ),
        ServiceOperation(
            Text("List transitions"),
            Text("Return the transitions that an issue can take now, with their IDs."),
            "GET /rest/api/3/issue/{issue}/transitions",
            {"issue": _ISSUE},
            scopes=_READ,
        ),
        ServiceOperation(
            Text("Move an issue"),
            Text("Move an issue to another state."),
            "POST /rest/api/3/issue/{issue}/transitions",
            {
                "issue": _ISSUE,
                "transition": part_of_body(Text("Transition"), 50, Text("Its ID.")),
            },
            scopes=_WRITE,
            body={"transition": {"id": "{transition}"}},
        ),
    ),
    Text("ticket, bug, task"),
    "jira",
    security=Security(kind="basic"),
)
