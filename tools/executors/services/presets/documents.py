"""Services that hold texts: posts of WordPress, documents of Feishu. Pure."""

from dataclasses import replace

from tools.core.text import Text
from tools.executors.feishu.account import HOSTS
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    PAGE_SIZE,
    QUERY,
    TEXT,
    TITLE,
    count,
    length,
    part_of_body,
    part_of_path,
)
from tools.executors.signing.security import Security

_NUMBERS = {"items": {"type": "integer", "minimum": 1}, "maxItems": 100}
_STATUSES = ["draft", "publish", "pending", "private"]
_POST = {
    "title": Argument(TITLE, place="field", limits=length(1_000)),
    "content": Argument(Text("Content"), place="field", help=Text("HTML."), limits=length(500_000)),
    "status": Argument(Text("State"), place="field", limits={"enum": _STATUSES}),
    "excerpt": Argument(Text("Excerpt"), place="field"),
    "categories": Argument(Text("Categories"), "array", "field", help=Text("Their IDs."), limits=_NUMBERS),
    "tags": Argument(Text("Tags"), "array", "field", help=Text("Their IDs."), limits=_NUMBERS),
    "featured_media": Argument(Text("Featured media"), "integer", "field", help=Text("Its ID."), limits={"minimum": 1}),
}
WORDPRESS = ServicePreset(
    "wordpress",
    Text.verbatim("WordPress"),
    Text("List posts of a site, write and change them, with a user name and an application password."),
    "logo-wordpress",
    "",
    (
        ServiceOperation(
            Text("List posts"),
            Text("Return posts, newest first."),
            "GET /wp-json/wp/v2/posts",
            {
                "query": Argument(QUERY, name="search"),
                "status": Argument(Text("State"), limits={"enum": ["publish", "draft", "pending", "private", "any"]}),
                "page_size": Argument(PAGE_SIZE, "integer", name="per_page", limits=count(100)),
                "page": Argument(Text("Page"), "integer", limits={"minimum": 1}),
            },
            paging=Paging(kind="link"),
        ),
        ServiceOperation(
            Text("Create a post"),
            Text("Write a post. It stays a draft unless its state is “publish”."),
            "POST /wp-json/wp/v2/posts",
            {
                "title": replace(_POST["title"], required=True),
                "content": replace(_POST["content"], required=True),
                **{name: one for name, one in _POST.items() if name not in {"title", "content"}},
            },
        ),
        ServiceOperation(
            Text("Update a post"),
            Text("Change a post; what is not given stays as it is."),
            "POST /wp-json/wp/v2/posts/{post}",
            {
                "post": Argument(
                    Text("Post"), "integer", "path", required=True, help=Text("Its ID."), limits={"minimum": 1}
                ),
                **_POST,
            },
        ),
        ServiceOperation(
            Text("Upload a file"),
            Text("Add a picture or another file to the media of the site; its ID is the featured media of a post."),
            "POST /wp-json/wp/v2/media",
            {
                "file": Argument(Text("File"), "file", "field", required=True),
                "title": Argument(TITLE, place="field", limits=length(1_000)),
                "alt_text": Argument(Text("Alternative text"), place="field", limits=length(1_000)),
            },
            media_type="multipart/form-data",
        ),
    ),
    Text("blog, article, website"),
    security=Security(kind="basic"),
)
_DOCUMENT = part_of_path(Text("Document"), help=Text("Its ID."))
_SCOPE = ("docx:document",)
FEISHU_DOCUMENTS = ServicePreset(
    "feishu-documents",
    Text("Feishu documents"),
    Text("Create documents, write into them and read their text."),
    "logo-feishu",
    f"{HOSTS['feishu']}/open-apis",
    (
        ServiceOperation(
            Text("Create a document"),
            Text("Add an empty document, in a folder or among the account's own."),
            "POST /docx/v1/documents",
            {
                "title": part_of_body(TITLE, 800),
                "folder": Argument(Text("Folder"), place="field", name="folder_token", help=Text("Its ID.")),
            },
            scopes=_SCOPE,
        ),
        ServiceOperation(
            Text("Append text"),
            Text("Write at the end of a document, a paragraph for each line, up to 50 of them."),
            "POST /docx/v1/documents/{document}/blocks/{document}/children",
            {"document": _DOCUMENT, "text": part_of_body(TEXT, 50_000)},
            scopes=_SCOPE,
            body={
                "children": [{"block_type": 2, "text": {"elements": [{"text_run": {"content": "{text[]}"}}]}}],
            },
        ),
        ServiceOperation(
            Text("Read a document"),
            Text("Return the text of a document."),
            "GET /docx/v1/documents/{document}/raw_content",
            {"document": _DOCUMENT},
            scopes=_SCOPE,
        ),
    ),
    Text("lark, docs, page"),
    "feishu",
    success={"code": 0},
)
