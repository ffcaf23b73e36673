"""Expected requests of issue trackers."""

from base64 import b64encode

from tests.doubles.http_server import Reply
from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused


def paragraph(text: str) -> dict[str, object]:
    content = [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]
    return {"type": "doc", "version": 1, "content": content}


def basic(username: str) -> str:
    return f"Basic {b64encode(f'{username}:{KEY}'.encode()).decode()}"


ISSUES = {
    "github-issues": ExpectedService(
        "api.github.com",
        refused(
            422,
            {
                "message": "Validation Failed",
                "errors": [{"resource": "Issue", "code": "missing_field"}],
                "status": "422",
            },
        ),
        "Validation Failed",
        {
            "list_issues": ExpectedCall(
                "GET /repos/owner/repository/issues",
                {"state": "open", "labels": "labels", "per_page": "1", "page": "1"},
                answer=[{"number": 1}],
            ),
            "create_an_issue": ExpectedCall(
                "POST /repos/owner/repository/issues",
                body={"title": "title", "body": "body", "labels": ["labels"], "assignees": ["assignees"]},
            ),
            "comment_on_an_issue": ExpectedCall(
                "POST /repos/owner/repository/issues/1/comments", body={"body": "body"}
            ),
            "update_an_issue": ExpectedCall(
                "PATCH /repos/owner/repository/issues/1",
                body={
                    "state": "open",
                    "title": "title",
                    "body": "body",
                    "labels": ["labels"],
                    "assignees": ["assignees"],
                },
            ),
        },
        {
            "authorization": f"Bearer {KEY}",
            "accept": "application/vnd.github+json",
            "x-github-api-version": "2022-11-28",
        },
    ),
    "gitlab-issues": ExpectedService(
        "gitlab.com",
        refused(400, {"message": {"labels": ["is invalid"]}}),
        "labels: is invalid",
        {
            "list_issues": ExpectedCall(
                "GET /api/v4/projects/project/issues",
                {"state": "opened", "labels": "labels", "search": "search", "per_page": "1", "page": "1"},
                answer=[{"iid": 1}],
            ),
            "create_an_issue": ExpectedCall(
                "POST /api/v4/projects/project/issues",
                body={"title": "title", "description": "description", "labels": "labels"},
            ),
            "comment_on_an_issue": ExpectedCall("POST /api/v4/projects/project/issues/1/notes", body={"body": "body"}),
            "update_an_issue": ExpectedCall(
                "PUT /api/v4/projects/project/issues/1",
                body={"state_event": "close", "title": "title", "description": "description", "labels": "labels"},
            ),
        },
    ),
    "jira": ExpectedService(
        "tea.atlassian.net",
        refused(400, {"errorMessages": [], "errors": {"project": "valid project is required"}}),
        "project: valid project is required",
        {
            "search_issues": ExpectedCall(
                "POST /rest/api/3/search/jql",
                body={
                    "jql": "query",
                    "fields": ["summary", "status", "issuetype", "assignee", "priority", "created", "updated"],
                    "maxResults": 1,
                    "nextPageToken": "cursor",
                },
                answer={"issues": [{"key": "TEA-1"}]},
            ),
            "create_an_issue": ExpectedCall(
                "POST /rest/api/3/issue",
                body={
                    "fields": {
                        "project": {"key": "project"},
                        "issuetype": {"name": "type"},
                        "summary": "title",
                        "description": paragraph("description"),
                        "labels": ["labels"],
                    }
                },
            ),
            "comment_on_an_issue": ExpectedCall(
                "POST /rest/api/3/issue/issue/comment", body={"body": paragraph("text")}
            ),
            "update_an_issue": ExpectedCall(
                "PUT /rest/api/3/issue/issue",
                body={"fields": {"summary": "title", "description": paragraph("description"), "labels": ["labels"]}},
                answer=Reply(204),
            ),
            "list_transitions": ExpectedCall("GET /rest/api/3/issue/issue/transitions", answer={"transitions": []}),
            "move_an_issue": ExpectedCall(
                "POST /rest/api/3/issue/issue/transitions",
                body={"transition": {"id": "transition"}},
                answer=Reply(204),
            ),
        },
        {"authorization": basic("ada@example.com")},
        config={"url": "https://tea.atlassian.net", "username": "ada@example.com"},
    ),
}
