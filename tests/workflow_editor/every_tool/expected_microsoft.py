"""Expected requests of Microsoft Graph."""

from tests.doubles.http_server import Reply
from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT, ExpectedService, refused

REFUSAL = refused(
    404, {"error": {"code": "ErrorItemNotFound", "message": "The specified object was not found in the store."}}
)
WORDS = "not found in the store"
BOOK = "/v1.0/me/drive/items/file/workbook"

MICROSOFT = {
    "outlook": ExpectedService(
        "graph.microsoft.com",
        REFUSAL,
        WORDS,
        {
            "list_mail": ExpectedCall(
                "GET /v1.0/me/mailFolders/inbox/messages",
                {
                    "$select": "id,subject,from,receivedDateTime,isRead,hasAttachments,bodyPreview",
                    "$filter": "filter",
                    "$top": "1",
                },
            ),
            "read_mail": ExpectedCall("GET /v1.0/me/messages/message"),
            "send_mail": ExpectedCall(
                "POST /v1.0/me/sendMail",
                body={
                    "message": {
                        "subject": "subject",
                        "body": {"contentType": "Text", "content": "text"},
                        "toRecipients": [{"emailAddress": {"address": "to@example.com"}}],
                        "ccRecipients": [{"emailAddress": {"address": "cc@example.com"}}],
                    }
                },
                answer=Reply(202),
            ),
            "reply_to_mail": ExpectedCall(
                "POST /v1.0/me/messages/message/reply", body={"comment": "text"}, answer=Reply(202)
            ),
        },
        {"authorization": f"Bearer {KEY}", "prefer": 'outlook.body-content-type="text"'},
        2004,
    ),
    "onedrive": ExpectedService(
        "graph.microsoft.com",
        REFUSAL,
        WORDS,
        {
            "list_files": ExpectedCall("GET /v1.0/me/drive/items/folder/children", {"$top": "1"}),
            "search_files": ExpectedCall("GET /v1.0/me/drive/root/search(q='report')", {"$top": "1"}),
            "download_a_file": ExpectedCall(
                "GET /v1.0/me/drive/items/file/content", answer=Reply(200, b"PK", {"Content-Type": "text/plain"})
            ),
            "upload_a_file": ExpectedCall(
                "PUT /v1.0/me/drive/items/folder:/name:/content", body=lambda request: request.body == FILE_TEXT
            ),
        },
        code=2004,
    ),
    "excel": ExpectedService(
        "graph.microsoft.com",
        REFUSAL,
        WORDS,
        {
            "read_a_range": ExpectedCall(f"GET {BOOK}/worksheets/sheet/range(address='A1%3AD20')"),
            "append_rows": ExpectedCall(f"POST {BOOK}/tables/table/rows", body={"values": [["values"]]}),
            "list_sheets": ExpectedCall(f"GET {BOOK}/worksheets"),
            "list_tables": ExpectedCall(f"GET {BOOK}/tables"),
        },
        code=2004,
    ),
}
