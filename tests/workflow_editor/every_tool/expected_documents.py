"""Expected requests of document services."""

from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT, ExpectedService, form, refused
from tests.workflow_editor.every_tool.expected_issues import basic

POST = {
    "title": "title",
    "content": "content",
    "status": "draft",
    "excerpt": "excerpt",
    "categories": [1],
    "tags": [1],
    "featured_media": 1,
}
DOCUMENTS = {
    "wordpress": ExpectedService(
        "tea.example.com",
        refused(
            400, {"code": "rest_invalid_param", "message": "Invalid parameter(s): status", "data": {"status": 400}}
        ),
        "Invalid parameter(s): status",
        {
            "list_posts": ExpectedCall(
                "GET /wp-json/wp/v2/posts",
                {"search": "query", "status": "publish", "per_page": "1", "page": "1"},
                answer=[{"id": 1}],
            ),
            "create_a_post": ExpectedCall(
                "POST /wp-json/wp/v2/posts",
                body=POST,
            ),
            "update_a_post": ExpectedCall(
                "POST /wp-json/wp/v2/posts/1",
                body=POST,
            ),
            "upload_a_file": ExpectedCall(
                "POST /wp-json/wp/v2/media",
                body=form({"file": FILE_TEXT, "title": b"title", "alt_text": b"alt_text"}),
            ),
        },
        {"authorization": basic("ada")},
        config={"url": "https://tea.example.com", "username": "ada"},
    ),
    "feishu-documents": ExpectedService(
        "open.feishu.cn",
        refused(200, {"code": 1770032, "msg": "forBidden"}),
        "forBidden",
        {
            "create_a_document": ExpectedCall(
                "POST /open-apis/docx/v1/documents", body={"title": "title", "folder_token": "folder"}
            ),
            "append_text": ExpectedCall(
                "POST /open-apis/docx/v1/documents/document/blocks/document/children",
                body={"children": [{"block_type": 2, "text": {"elements": [{"text_run": {"content": "text"}}]}}]},
            ),
            "read_a_document": ExpectedCall("GET /open-apis/docx/v1/documents/document/raw_content"),
        },
        answer={"code": 0, "msg": "success", "data": {}},
    ),
}
