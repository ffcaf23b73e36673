"""Outlook, OneDrive and Excel by Microsoft Graph. Pure. Source: the reference of Microsoft Graph v1.0."""

from tools.core.text import Text
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    CELLS,
    PAGE_SIZE,
    QUERY,
    RANGE,
    SUBJECT,
    TEXT,
    addresses,
    count,
    part_of_body,
    part_of_path,
    such_as,
)

_GRAPH = "https://graph.microsoft.com/v1.0"
_LOGO = "logo-microsoft"
_PAGING = Paging(kind="next_url", next="@odata.nextLink", items="value")
_TOP = Argument(PAGE_SIZE, "integer", name="$top", limits=count(100))
_FILE = part_of_path(Text("File"), help=Text("Its ID."))
_FOLDER = part_of_path(Text("Folder"), help=Text("Its ID, or root for the topmost one."))
_MESSAGE = part_of_path(Text("Message"), 1_000, Text("Its ID."))
_TO = [{"emailAddress": {"address": "{to[]}"}}]
_CC = [{"emailAddress": {"address": "{cc[]}"}}]
OUTLOOK = ServicePreset(
    "outlook",
    Text.verbatim("Outlook"),
    Text("List, read, send and answer mail."),
    _LOGO,
    _GRAPH,
    (
        ServiceOperation(
            Text("List mail"),
            Text("Return messages of the inbox, newest first, without their text."),
            "GET /me/mailFolders/inbox/messages"
            "?$select=id,subject,from,receivedDateTime,isRead,hasAttachments,bodyPreview",
            {
                "filter": Argument(Text("Filter"), name="$filter", help=such_as("isRead eq false")),
                "page_size": _TOP,
            },
            paging=_PAGING,
            scopes=("Mail.Read",),
        ),
        ServiceOperation(
            Text("Read mail"),
            Text("Return a message with its text."),
            "GET /me/messages/{message}",
            {"message": _MESSAGE},
            scopes=("Mail.Read",),
        ),
        ServiceOperation(
            Text("Send mail"),
            Text("Send a message from this account."),
            "POST /me/sendMail",
            {
                "to": addresses(Text("To"), required=True),
                "cc": addresses(Text("Cc")),
                "subject": SUBJECT,
                "format": Argument(Text("Format"), place="field", required=True, limits={"enum": ["Text", "HTML"]}),
                "text": part_of_body(TEXT, 500_000),
            },
            scopes=("Mail.Send",),
            body={
                "message": {
                    "subject": "{subject}",
                    "body": {"contentType": "{format}", "content": "{text}"},
                    "toRecipients": _TO,
                    "ccRecipients": _CC,
                }
            },
        ),
        ServiceOperation(
            Text("Reply to mail"),
            Text("Answer the sender of a message, with what they wrote below."),
            "POST /me/messages/{message}/reply",
            {
                "message": _MESSAGE,
                "text": part_of_body(TEXT, 500_000, name="comment"),
            },
            scopes=("Mail.Send",),
        ),
    ),
    Text("mail, email, message, microsoft"),
    "microsoft",
    headers={"Prefer": 'outlook.body-content-type="text"'},
)
ONEDRIVE = ServicePreset(
    "onedrive",
    Text.verbatim("OneDrive"),
    Text("List and find files, fetch them and add new ones."),
    _LOGO,
    _GRAPH,
    (
        ServiceOperation(
            Text("List files"),
            Text("Return files and folders of a folder."),
            "GET /me/drive/items/{folder}/children",
            {
                "folder": _FOLDER,
                "page_size": _TOP,
            },
            paging=_PAGING,
            scopes=("Files.Read",),
        ),
        ServiceOperation(
            Text("Search files"),
            Text("Return files and folders whose name or content fits a query."),
            "GET /me/drive/root/search(q='{query}')",
            {
                # The words stand between apostrophes in the path, which nothing escapes safely.
                "query": Argument(
                    QUERY,
                    place="path",
                    required=True,
                    help=Text("Words without apostrophes."),
                    limits={"pattern": "^[^'/]{1,200}$", "examples": ["report"]},
                ),
                "page_size": _TOP,
            },
            paging=_PAGING,
            scopes=("Files.Read",),
        ),
        ServiceOperation(
            Text("Download a file"),
            Text("Return a file."),
            "GET /me/drive/items/{file}/content",
            {"file": _FILE},
            scopes=("Files.Read",),
            gives_file=True,
        ),
        ServiceOperation(
            Text("Upload a file"),
            Text("Add a file of up to 250 MB, or replace the one of this name."),
            "PUT /me/drive/items/{folder}:/{name}:/content",
            {
                "name": part_of_path(Text("Name")),
                "folder": _FOLDER,
                "file": Argument(Text("File"), "file", "body", required=True),
            },
            scopes=("Files.ReadWrite",),
            media_type="application/octet-stream",
        ),
    ),
    Text("file, folder, cloud storage, microsoft"),
    "microsoft",
)
_BOOK = "/me/drive/items/{file}/workbook"
EXCEL = ServicePreset(
    "excel",
    Text.verbatim("Excel"),
    Text("Read ranges of workbooks in OneDrive, and add rows to their tables."),
    _LOGO,
    _GRAPH,
    (
        ServiceOperation(
            Text("Read a range"),
            Text("Return the cells of a range."),
            f"GET {_BOOK}/worksheets/{{sheet}}/range(address='{{range}}')",
            {
                "file": _FILE,
                "sheet": part_of_path(Text("Sheet"), help=Text("Its name or ID.")),
                "range": Argument(
                    RANGE,
                    place="path",
                    required=True,
                    help=such_as("A1:D20"),
                    limits={"pattern": "^[A-Za-z0-9$:]{1,40}$", "examples": ["A1:D20"]},
                ),
            },
            scopes=("Files.ReadWrite",),
        ),
        ServiceOperation(
            Text("Append rows"),
            Text("Add rows at the end of a table; each has as many cells as the table has columns."),
            f"POST {_BOOK}/tables/{{table}}/rows",
            {"file": _FILE, "table": part_of_path(Text("Table"), help=Text("Its name or ID.")), "values": CELLS},
            scopes=("Files.ReadWrite",),
        ),
        ServiceOperation(
            Text("List sheets"),
            Text("Return the sheets of a workbook."),
            f"GET {_BOOK}/worksheets",
            {"file": _FILE},
            scopes=("Files.ReadWrite",),
        ),
        ServiceOperation(
            Text("List tables"),
            Text("Return the tables of a workbook."),
            f"GET {_BOOK}/tables",
            {"file": _FILE},
            scopes=("Files.ReadWrite",),
        ),
    ),
    Text("spreadsheet, table, microsoft"),
    "microsoft",
)
