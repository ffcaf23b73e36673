"""Expected requests of Google's services."""

from base64 import urlsafe_b64encode
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from tests.doubles.http_server import Received, Reply
from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT, ExpectedService, refused

REFUSAL = refused(
    403,
    {
        "error": {
            "code": 403,
            "message": "Request had insufficient authentication scopes.",
            "status": "PERMISSION_DENIED",
            "errors": [{"domain": "global", "reason": "insufficientPermissions"}],
        }
    },
)
WORDS = "insufficient authentication scopes"
A_FILE = Reply(200, b'{"kept": "as a file"}', {"Content-Type": "application/json"})
VALUES = {"values": [["values"]]}


def is_mail(request: Received) -> bool:
    """See to the message that Gmail is to send."""
    message = message_from_bytes(request.body, policy=default)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    addressed = (message["to"], message["cc"], message["bcc"], message["subject"])
    return (
        request.headers["content-type"] == "message/rfc822"
        and addressed == ("to@example.com", "cc@example.com", "bcc@example.com", "subject")
        and text is not None
        and text.get_content().strip() == "text"
        and html is not None
        and html.get_content().strip() == "html"
    )


def is_upload(request: Received) -> bool:
    """See to the two parts that Drive is to store."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    about, content = message_from_bytes(head + request.body, policy=default).iter_parts()
    return (
        request.headers["content-type"].startswith("multipart/related; boundary=")
        and about.get_content_type() == "application/json"
        and about.get_payload(decode=True) == b'{"name":"name","parents":["folder"]}'
        and content.get_payload(decode=True) == FILE_TEXT
    )


def raw_mail() -> str:
    message = EmailMessage()
    message["Subject"], message["From"] = "Tea 茶", "Ada <ada@example.com>"
    message.set_content("Attached. ~?>")
    message.add_attachment(FILE_TEXT, maintype="text", subtype="plain", filename="茶.txt")
    return urlsafe_b64encode(message.as_bytes()).decode().rstrip("=")


RAW_MAIL = raw_mail()


def is_read_mail(data: Any) -> bool:
    """See to the text and the file of the message."""
    [file] = data["files"]
    read = (data["id"], data["snippet"], data["subject"], data["from"][0]["address"], data["text"])
    return (
        read == ("1", "tea", "Tea 茶", "ada@example.com", "Attached. ~?>")
        and (file["name"], file["size"]) == ("茶.txt", len(FILE_TEXT))
        and "raw" not in data
    )


GOOGLE = {
    "google-sheets": ExpectedService(
        "sheets.googleapis.com",
        REFUSAL,
        WORDS,
        {
            "read_a_range": ExpectedCall(
                "GET /v4/spreadsheets/spreadsheet/values/range",
                {"valueRenderOption": "FORMATTED_VALUE"},
                answer={"range": "A1:B2", "values": [["茶", "2"]]},
            ),
            "append_rows": ExpectedCall(
                "POST /v4/spreadsheets/spreadsheet/values/range:append",
                {"valueInputOption": "RAW", "insertDataOption": "INSERT_ROWS"},
                VALUES,
            ),
            "update_a_range": ExpectedCall(
                "PUT /v4/spreadsheets/spreadsheet/values/range", {"valueInputOption": "RAW"}, VALUES
            ),
            "list_sheets": ExpectedCall(
                "GET /v4/spreadsheets/spreadsheet", {"fields": "properties.title,sheets.properties"}
            ),
        },
    ),
    "google-drive": ExpectedService(
        "www.googleapis.com",
        REFUSAL,
        WORDS,
        {
            "search_files": ExpectedCall(
                "GET /drive/v3/files",
                {
                    "supportsAllDrives": "true",
                    "includeItemsFromAllDrives": "true",
                    "fields": "nextPageToken,files(id,name,mimeType,size,modifiedTime,parents,webViewLink)",
                    "q": "query",
                    "orderBy": "order_by",
                    "pageSize": "1",
                    "pageToken": "cursor",
                },
            ),
            "download_a_file": ExpectedCall(
                "GET /drive/v3/files/file", {"alt": "media", "supportsAllDrives": "true"}, answer=A_FILE
            ),
            "export_a_document": ExpectedCall(
                "GET /drive/v3/files/file/export", {"mimeType": "application/pdf"}, answer=A_FILE
            ),
            "upload_a_file": ExpectedCall(
                "POST /upload/drive/v3/files",
                {"uploadType": "multipart", "supportsAllDrives": "true", "fields": "id,name,mimeType,webViewLink"},
                is_upload,
            ),
        },
    ),
    "gmail": ExpectedService(
        "gmail.googleapis.com",
        REFUSAL,
        WORDS,
        {
            "search_mail": ExpectedCall(
                "GET /gmail/v1/users/me/messages", {"q": "query", "maxResults": "1", "pageToken": "cursor"}
            ),
            "read_mail": ExpectedCall(
                "GET /gmail/v1/users/me/messages/message",
                {"format": "raw"},
                answer={"id": "1", "snippet": "tea", "raw": RAW_MAIL},
                fits_data=is_read_mail,
            ),
            "send_mail": ExpectedCall("POST /upload/gmail/v1/users/me/messages/send", {"uploadType": "media"}, is_mail),
            "label_mail": ExpectedCall(
                "POST /gmail/v1/users/me/messages/message/modify",
                body={"addLabelIds": ["add"], "removeLabelIds": ["remove"]},
            ),
            "list_labels": ExpectedCall("GET /gmail/v1/users/me/labels", answer={"labels": [{"id": "UNREAD"}]}),
        },
    ),
    "google-calendar": ExpectedService(
        "www.googleapis.com",
        REFUSAL,
        WORDS,
        {
            "list_events": ExpectedCall(
                "GET /calendar/v3/calendars/calendar/events",
                {
                    "singleEvents": "true",
                    "orderBy": "startTime",
                    "timeMin": "from",
                    "timeMax": "until",
                    "q": "query",
                    "maxResults": "1",
                    "pageToken": "cursor",
                },
            ),
            "create_an_event": ExpectedCall(
                "POST /calendar/v3/calendars/calendar/events",
                {"sendUpdates": "all"},
                {
                    "summary": "title",
                    "description": "description",
                    "location": "location",
                    "start": {"dateTime": "start", "timeZone": "time_zone"},
                    "end": {"dateTime": "end", "timeZone": "time_zone"},
                    "attendees": [{"email": "attendees@example.com"}],
                },
            ),
            "delete_an_event": ExpectedCall(
                "DELETE /calendar/v3/calendars/calendar/events/event", {"sendUpdates": "all"}, answer=Reply(204)
            ),
        },
    ),
}
