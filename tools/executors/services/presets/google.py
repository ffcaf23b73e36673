"""Google Sheets, Drive, Gmail and Calendar. Pure.

Source: the discovery documents of sheets v4, drive v3, gmail v1 and calendar v3.
"""

from dataclasses import replace

from tools.core.text import Text
from tools.executors.http_request.mail_body import MEDIA_TYPE as MAIL
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    CELLS,
    CSV,
    END,
    HTML_FORM,
    NEXT_PAGE,
    PAGE_SIZE,
    QUERY,
    RANGE,
    START,
    SUBJECT,
    TEXT,
    addresses,
    count,
    part_of_body,
    part_of_path,
    such_as,
)

_SCOPE = "https://www.googleapis.com/auth/"
_SHEETS, _READ_SHEETS = f"{_SCOPE}spreadsheets", f"{_SCOPE}spreadsheets.readonly"
_DRIVE, _DRIVE_FILE = f"{_SCOPE}drive.readonly", f"{_SCOPE}drive.file"
_MAIL, _SEND, _EVENTS = f"{_SCOPE}gmail.readonly", f"{_SCOPE}gmail.send", f"{_SCOPE}calendar.events"
_MODIFY = f"{_SCOPE}gmail.modify"
_NEXT = Argument(NEXT_PAGE, name="pageToken")
_SPREADSHEET = part_of_path(Text("Spreadsheet"), help=Text("The ID in its address, between /d/ and the next slash."))
_RANGE = part_of_path(RANGE, help=such_as("'My sheet'!A1:D"))
_FILE = part_of_path(Text("File"), help=Text("Its ID."))


def _paging(items: str) -> Paging:
    return Paging(kind="cursor", argument="cursor", next="nextPageToken", items=items)


SHEETS = ServicePreset(
    "google-sheets",
    Text.verbatim("Google Sheets"),
    Text("Read ranges of spreadsheets, and write rows."),
    "logo-google-sheets",
    "https://sheets.googleapis.com/v4",
    (
        ServiceOperation(
            Text("Read a range"),
            Text("Return the cells of a range, row by row; empty cells at the end of a row are left out."),
            "GET /spreadsheets/{spreadsheet}/values/{range}",
            {
                "spreadsheet": _SPREADSHEET,
                "range": _RANGE,
                "values_as": Argument(
                    Text("Values as"),
                    name="valueRenderOption",
                    limits={"enum": ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"]},
                ),
            },
            scopes=(_READ_SHEETS,),
        ),
        ServiceOperation(
            Text("Append rows"),
            Text("Add rows below the table that a range belongs to. Formulas stay text."),
            "POST /spreadsheets/{spreadsheet}/values/{range}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS",
            {"spreadsheet": _SPREADSHEET, "range": _RANGE, "values": CELLS},
            scopes=(_SHEETS,),
        ),
        ServiceOperation(
            Text("Update a range"),
            Text("Write into the cells of a range. Formulas stay text."),
            "PUT /spreadsheets/{spreadsheet}/values/{range}?valueInputOption=RAW",
            {"spreadsheet": _SPREADSHEET, "range": _RANGE, "values": CELLS},
            scopes=(_SHEETS,),
        ),
        ServiceOperation(
            Text("List sheets"),
            Text("Return the title of a spreadsheet, and its sheets."),
            "GET /spreadsheets/{spreadsheet}?fields=properties.title,sheets.properties",
            {"spreadsheet": _SPREADSHEET},
            scopes=(_READ_SHEETS,),
        ),
    ),
    Text("spreadsheet, table, excel"),
    "google",
)
DRIVE = ServicePreset(
    "google-drive",
    Text.verbatim("Google Drive"),
    Text("Find files, fetch them, and add new ones."),
    "logo-google-drive",
    "https://www.googleapis.com",
    (
        ServiceOperation(
            Text("Search files"),
            Text("Return files and folders, also those of shared drives."),
            "GET /drive/v3/files?supportsAllDrives=true&includeItemsFromAllDrives=true"
            "&fields=nextPageToken,files(id,name,mimeType,size,modifiedTime,parents,webViewLink)",
            {
                "query": Argument(
                    QUERY,
                    name="q",
                    help=Text(
                        "Such as {name} or {folder}, joined by and.",
                        name="name contains 'report'",
                        folder="'FOLDER_ID' in parents",
                    ),
                ),
                "order_by": Argument(Text("Sort by"), name="orderBy", help=such_as("modifiedTime desc")),
                "page_size": Argument(PAGE_SIZE, "integer", name="pageSize", limits=count(1_000)),
                "cursor": _NEXT,
            },
            paging=_paging("files"),
            scopes=(_DRIVE,),
        ),
        ServiceOperation(
            Text("Download a file"),
            Text("Return a file. Documents of Google are exported instead."),
            "GET /drive/v3/files/{file}?alt=media&supportsAllDrives=true",
            {"file": _FILE},
            scopes=(_DRIVE,),
            gives_file=True,
        ),
        ServiceOperation(
            Text("Export a document"),
            Text("Return a document, spreadsheet or presentation of Google as a file of another type."),
            "GET /drive/v3/files/{file}/export",
            {
                "file": _FILE,
                "type": Argument(
                    Text("Type"),
                    name="mimeType",
                    required=True,
                    limits={"enum": ["application/pdf", "text/plain", CSV]},
                ),
            },
            scopes=(_DRIVE,),
            gives_file=True,
        ),
        ServiceOperation(
            Text("Upload a file"),
            Text("Add a file of up to 5 MB."),
            "POST /upload/drive/v3/files?uploadType=multipart&supportsAllDrives=true"
            "&fields=id,name,mimeType,webViewLink",
            {
                "name": part_of_body(Text("Name"), 500),
                "folder": Argument(Text("Folder"), place="field", help=Text("Its ID.")),
                "file": Argument(Text("File"), "file", "body", required=True),
            },
            scopes=(_DRIVE_FILE,),
            media_type="multipart/related",
            body={"name": "{name}", "parents": ["{folder}"]},
        ),
    ),
    Text("file, folder, cloud storage"),
    "google",
)
_LABELS = {"items": {"type": "string", "minLength": 1, "maxLength": 200}, "maxItems": 100}
GMAIL = ServicePreset(
    "gmail",
    Text.verbatim("Gmail"),
    Text("Find, read, label and send mail."),
    "logo-gmail",
    "https://gmail.googleapis.com",
    (
        ServiceOperation(
            Text("Search mail"),
            Text("Return the IDs of messages that fit a query in the language of Gmail's search field, newest first."),
            "GET /gmail/v1/users/me/messages",
            {
                "query": Argument(QUERY, name="q", help=such_as("is:unread from:ada@example.com")),
                "page_size": Argument(PAGE_SIZE, "integer", name="maxResults", limits=count(500)),
                "cursor": _NEXT,
            },
            paging=_paging("messages"),
            scopes=(_MAIL,),
        ),
        ServiceOperation(
            Text("Read mail"),
            Text("Return a message of up to 12 MB: headers and text, and its attachments as files."),
            "GET /gmail/v1/users/me/messages/{message}?format=raw",
            {"message": part_of_path(Text("Message"), help=Text("Its ID."))},
            scopes=(_MAIL,),
            mail_at="raw",
        ),
        ServiceOperation(
            Text("Send mail"),
            Text("Send a message from this account."),
            "POST /upload/gmail/v1/users/me/messages/send?uploadType=media",
            {
                "to": addresses(Text("To"), required=True),
                "cc": addresses(Text("Cc")),
                "bcc": addresses(Text("Bcc")),
                "subject": SUBJECT,
                "text": part_of_body(TEXT, 500_000),
                "html": Argument(HTML_FORM, place="field", limits={"maxLength": 500_000}),
            },
            scopes=(_SEND,),
            media_type=MAIL,
        ),
        ServiceOperation(
            Text("Label mail"),
            Text("Add labels to a message or remove them: without UNREAD it is read, without INBOX archived."),
            "POST /gmail/v1/users/me/messages/{message}/modify",
            {
                "message": part_of_path(Text("Message"), help=Text("Its ID.")),
                "add": Argument(
                    Text("Labels to add"), "array", "field", "addLabelIds", help=Text("Their IDs."), limits=_LABELS
                ),
                "remove": Argument(
                    Text("Labels to remove"),
                    "array",
                    "field",
                    "removeLabelIds",
                    help=Text("Their IDs."),
                    limits=_LABELS,
                ),
            },
            scopes=(_MODIFY,),
        ),
        ServiceOperation(
            Text("List labels"),
            Text("Return the labels of the mailbox with their IDs."),
            "GET /gmail/v1/users/me/labels",
            scopes=(_MAIL,),
        ),
    ),
    Text("mail, email, message"),
    "google",
)
_CALENDAR = part_of_path(Text("Calendar"), help=Text("Its ID, or primary for the account's own."))
_NOTIFY = Argument(Text("Notify guests"), name="sendUpdates", limits={"enum": ["all", "externalOnly", "none"]})
CALENDAR = ServicePreset(
    "google-calendar",
    Text.verbatim("Google Calendar"),
    Text("List events, create and delete them."),
    "logo-google-calendar",
    "https://www.googleapis.com/calendar/v3",
    (
        ServiceOperation(
            Text("List events"),
            Text("Return events by their time, each occurrence of a series by itself."),
            "GET /calendars/{calendar}/events?singleEvents=true&orderBy=startTime",
            {
                "calendar": _CALENDAR,
                "from": Argument(Text("From"), name="timeMin", help=such_as("2026-11-26T09:00:00+01:00")),
                "until": Argument(Text("Until"), name="timeMax"),
                "query": Argument(QUERY, name="q"),
                "page_size": Argument(PAGE_SIZE, "integer", name="maxResults", limits=count(250)),
                "cursor": _NEXT,
            },
            paging=_paging("items"),
            scopes=(_EVENTS,),
        ),
        ServiceOperation(
            Text("Create an event"),
            Text("Add an event to a calendar, and invite people."),
            "POST /calendars/{calendar}/events",
            {
                "calendar": _CALENDAR,
                "title": part_of_body(Text("Title"), 1_000),
                "start": Argument(
                    START,
                    place="field",
                    required=True,
                    help=such_as("2026-11-26T09:00:00+01:00"),
                ),
                "end": Argument(END, place="field", required=True),
                "time_zone": Argument(Text("Time zone"), place="field", help=such_as("Europe/Berlin")),
                "description": Argument(Text("Description"), place="field"),
                "location": Argument(Text("Location"), place="field"),
                "attendees": addresses(Text("Guests")),
                "invite": replace(_NOTIFY, title=Text("Send invitations")),
            },
            scopes=(_EVENTS,),
            body={
                "summary": "{title}",
                "description": "{description}",
                "location": "{location}",
                "start": {"dateTime": "{start}", "timeZone": "{time_zone}"},
                "end": {"dateTime": "{end}", "timeZone": "{time_zone}"},
                "attendees": [{"email": "{attendees[]}"}],
            },
        ),
        ServiceOperation(
            Text("Delete an event"),
            Text("Remove an event from a calendar."),
            "DELETE /calendars/{calendar}/events/{event}",
            {
                "calendar": _CALENDAR,
                "event": part_of_path(Text("Event"), 1_024, Text("Its ID.")),
                "notify": _NOTIFY,
            },
            scopes=(_EVENTS,),
        ),
    ),
    Text("appointment, meeting, schedule"),
    "google",
)
