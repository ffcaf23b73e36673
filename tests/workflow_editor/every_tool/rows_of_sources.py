"""Rows of the tools that read: web addresses, GitHub, object storage, databases."""

import socket
from dataclasses import replace
from datetime import timedelta

import pymysql
from django.utils import timezone

from tests.doubles import feeds, github, object_storage, web_pages
from tests.doubles.http_server import Answer, Received, Reply
from tests.doubles.mysql_driver import PASSWORD, MysqlConnection
from tests.servers import dovecot
from tests.workflow_editor.every_tool.row import Failure, Json, Place, ToolRow
from tools.executors.github import trending

WEB_TOKEN = "planted-web-token-7c1e"
REPOSITORY = {"token": github.TOKEN, "repository": github.REPOSITORY}
RATE_LIMIT = Failure(
    "rate limit", 5002, "900 s", reply=github.refusal(403, "API rate limit exceeded", {"retry-after": "900"})
)
NO_PERMISSION = github.refusal(
    403, "Resource not accessible by personal access token", {"x-accepted-github-permissions": "contents=read"}
)
GITHUB_FAILURES = (
    Failure("wrong credential", 5001, "Token field", config={"token": "github_pat_another_token_1"}),
    Failure("expired token", 5001, "expired", reply=github.refusal(401, "Bad credentials")),
    Failure("missing scope", 5001, "contents=read", reply=NO_PERMISSION),
    RATE_LIMIT,
)
SEARCHES_WRONGLY = {"searchInstead": True, "token": "github_pat_another_token_1"}
NEW_PAGE = Reply(200, b"<html><main>new</main></html>")
OUTSIDE = "../../etc/passwd"


def web() -> Answer:
    """Answers with the question to whoever has the token."""

    def answer(request: Received) -> Reply:
        if request.headers.get("authorization") != f"Bearer {WEB_TOKEN}":
            return Reply.of_json({"error": "unauthorized"}, 401)
        return Reply.of_json({"query": dict(request.query), "headers": dict(request.headers)})

    return answer


def keeps_no_pages(place: Place) -> Json:
    """Let the page be read each time: rows must not see what an earlier test has read."""
    place.monkeypatch.setattr(trending, "_KEPT_FOR", timedelta(0))
    return {}


def mysql_server(place: Place) -> Json:
    """Answer on a port of this machine with the stand-in for the driver."""
    place.monkeypatch.setattr(pymysql, "Connection", MysqlConnection)
    place.monkeypatch.setattr(MysqlConnection, "opened", [])
    place.settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    server = place.opened.enter_context(socket.create_server(("127.0.0.1", 0)))
    return {"port": server.getsockname()[1]}


def mail_server(place: Place) -> Json:
    """Run a real one with one message."""
    server = place.opened.enter_context(dovecot.dovecot())
    server.append(b"Subject: Tea\r\n\r\nIt is ready.")
    place.settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    return {"port": server.port}


def headers(value: str) -> Json:
    return {"headers": [{"key": "Authorization", "value": value}]}


HTTP = ToolRow(
    ui_type="http-request",
    config={"url": "https://api.example.com/items", **headers(f"Bearer {WEB_TOKEN}")},
    arguments={"query_params": {"kind": "tea"}},
    fits=lambda data: data["data"]["query"] == {"kind": "tea"},
    failures=(
        Failure("wrong credential", 2001, "credentials", config=headers("Bearer another")),
        Failure("missing scope", 2001, "permissions", reply=Reply.of_json({"error": "scope"}, 403)),
        Failure("nothing there", 2001, "404", reply=Reply.of_json({}, 404)),
        Failure(
            "injection of a header", 1002, "header", config={"headers": []}, arguments={"headers": {"X": "a\r\nY: b"}}
        ),
    ),
    stand_in=web,
    hosts=("api.example.com",),
    secrets=(WEB_TOKEN,),
)
TRENDING = ToolRow(
    ui_type="github-trending",
    config={"token": github.TOKEN, "searchInstead": False},
    arguments={"limit": 1},
    fits=lambda data: [one["name"] for one in data] == ["octo/demo"],
    failures=(
        Failure("wrong credential", 5001, "Token field", config=SEARCHES_WRONGLY, reply=NEW_PAGE, at="/trending"),
        RATE_LIMIT,
        Failure("another layout", 2001, "Enable the search", reply=NEW_PAGE),
        Failure("no such language", 2004, "no trending", arguments={"language": "no-such-language"}),
        Failure("injection into the path", 2004, "no trending", arguments={"language": "../../login?x=#"}),
    ),
    stand_in=github.Github,
    hosts=github.HOSTS,
    secrets=(github.TOKEN,),
    set_up=keeps_no_pages,
)
TREE = ToolRow(
    ui_type="github-repo-tree",
    config=REPOSITORY,
    arguments={"path": "src"},
    fits=lambda data: "src/app/main.py" in [entry["path"] for entry in data["entries"]],
    failures=(*GITHUB_FAILURES, Failure("injection into the path", 1002, "path", arguments={"path": OUTSIDE})),
    stand_in=github.Github,
    hosts=github.HOSTS,
    secrets=(github.TOKEN,),
)
FILE = replace(
    TREE,
    ui_type="github-file-content",
    arguments={"path": "README.md"},
    fits=lambda data: data["text"] == "# Demo\n中文\n",
)
STORAGE = ToolRow(
    ui_type="oss-file-read",
    config={
        "accessKeyId": object_storage.KEY_ID,
        "accessKeySecret": object_storage.SECRET,
        "region": "cn-hangzhou",
        "bucket": "reports",
        "prefix": "public",
    },
    arguments={"object_key": "2026/report.txt"},
    fits=lambda data: data["text"] == "第一行\nsecond line\n",
    failures=(
        Failure("wrong credential", 5001, "access key secret", config={"accessKeySecret": "another-secret"}),
        Failure("expired token", 5001, "have expired", reply=object_storage.refusal(403, "SecurityTokenExpired")),
        Failure("missing scope", 5001, "oss:GetObject", reply=object_storage.refusal(403, "AccessDenied")),
        Failure("rate limit", 5002, "later", reply=object_storage.refusal(503, "SlowDown")),
        Failure("injection into the path", 1002, "object_key", arguments={"object_key": "../private/salaries.txt"}),
    ),
    stand_in=lambda: object_storage.ObjectStorage(timezone.now()),
    hosts=object_storage.HOSTS,
    secrets=(object_storage.SECRET,),
)
WEB_PAGE = ToolRow(
    ui_type="web-page",
    config={"url": "https://news.example.com/tea"},
    arguments={},
    fits=lambda data: data["title"] == "Spring tea" and "nights are cold" in data["text"],
    failures=(
        Failure("not there any more", 2004, "address", reply=Reply(410, b"")),
        Failure(
            "no text", 2004, "scripts", reply=Reply(200, b"<!doctype html><script>draw()</script>", web_pages.HTML)
        ),
        Failure(
            "a file instead", 2001, "application/pdf", reply=Reply(200, b"%PDF", {"Content-Type": "application/pdf"})
        ),
        Failure("limited", 5002, "later", reply=Reply(429, b"")),
    ),
    stand_in=lambda: lambda request: Reply(200, web_pages.ARTICLE, web_pages.HTML),
    hosts=("news.example.com",),
)
FEED = ToolRow(
    ui_type="feed",
    config={"url": "https://news.example.com/feed.xml"},
    arguments={},
    fits=lambda data: [entry["id"] for entry in data["entries"]] == ["urn:tea:2", "urn:tea:1"],
    failures=(
        Failure("not there any more", 2004, "address", reply=Reply(410, b"")),
        Failure("a page instead", 2001, "no feed", reply=Reply(200, b"<!DOCTYPE html><html><p>Tea</html>")),
        Failure("malformed", 2001, "malformed", reply=Reply(200, b"<rss><channel>")),
        Failure("entities that grow", 2001, "malformed", reply=Reply(200, feeds.BOMB)),
        Failure("limited", 5002, "later", reply=Reply(429, b"")),
    ),
    stand_in=lambda: lambda request: Reply(200, feeds.ATOM, {"Content-Type": "application/atom+xml"}),
    hosts=("news.example.com",),
)
MAILBOX = ToolRow(
    ui_type="imap",
    config={"host": "127.0.0.1", "security": "none", "username": dovecot.USER, "password": dovecot.PASSWORD},
    arguments={},
    fits=lambda data: [message["subject"] for message in data["messages"]] == ["Tea"],
    failures=(
        Failure("wrong credential", 5001, "password", config={"password": "another-password"}),
        Failure("no such folder", 2004, "folder", config={"folder": "Nowhere"}),
        Failure("no encryption there", 5002, "encryption", config={"security": "tls"}),
        Failure("injection into a command", 1002, "message", arguments={"message": "1-1 (FLAGS)\r\nA LOGOUT"}),
    ),
    secrets=(dovecot.PASSWORD,),
    set_up=mail_server,
)
FOLDER = replace(
    STORAGE,
    ui_type="oss-file-list",
    arguments={"folder": "2026"},
    fits=lambda data: [one["key"] for one in data["objects"]] == ["2026/report.txt"],
    failures=(
        *STORAGE.failures[:2],
        Failure("missing scope", 5001, "oss:ListObjects", reply=object_storage.refusal(403, "AccessDenied")),
        STORAGE.failures[3],
        Failure("injection into the path", 1002, "folder", arguments={"folder": "../private"}),
    ),
)
TRANSFER = replace(
    STORAGE,
    ui_type="oss-file-transfer",
    config={**STORAGE.config, "direction": "download"},
    fits=lambda data: (data["file"]["name"], data["file"]["size"]) == ("report.txt", 22),
)
ACTIVITY = replace(
    TREE,
    ui_type="github-activity",
    arguments={"kind": "issues"},
    fits=lambda data: [one["id"] for one in data] == [71],
    failures=(
        *GITHUB_FAILURES,
        Failure(
            "injection into the path", 1002, "repository", config={"repository": ""}, arguments={"repository": OUTSIDE}
        ),
    ),
)
DATABASE = ToolRow(
    ui_type="database-query",
    config={"engine": "mysql", "host": "127.0.0.1", "database": "shop", "username": "reader", "password": PASSWORD},
    arguments={"sql": "SELECT name FROM items WHERE id = :id", "params": {"id": 1}},
    fits=lambda data: data["data"] == [{"name": "茶"}],
    failures=(
        Failure("wrong credential", 5001, "user name or password", config={"password": "another-password"}),
        Failure("expired password", 5001, "expired", config={"password": "expired-password"}),
        Failure("too many connections", 5002, "Try again later", config={"password": "one-too-many"}),
        Failure("missing right", 5001, "SELECT", arguments={"sql": "SELECT * FROM secrets"}),
        Failure("not a read", 1002, "SELECT", arguments={"sql": "DELETE FROM items"}),
        Failure("time limit", 2001, "time limit", arguments={"sql": "SELECT sleep(99)"}),
        Failure(
            "injection of SQL",
            2004,
            "",
            arguments={"sql": "SELECT name FROM items WHERE name = :name", "params": {"name": "x' OR '1'='1"}},
        ),
    ),
    secrets=(PASSWORD,),
    set_up=mysql_server,
)
WRITE = ToolRow(
    ui_type="database-write",
    config=DATABASE.config,
    arguments={"sql": "INSERT INTO items VALUES (:id, :name, 1)", "params": {"id": 3, "name": "壶"}},
    fits=lambda data: data["changed"] == 1,
    failures=(
        Failure("wrong credential", 5001, "user name or password", config={"password": "another-password"}),
        Failure("not allowed", 1002, "INSERT", arguments={"sql": "DELETE FROM items WHERE id = 1"}),
        Failure("every row", 1002, "WHERE", arguments={"sql": "UPDATE items SET price = 0"}),
        Failure(
            "two statements",
            1002,
            "single statement",
            arguments={"sql": "INSERT INTO items VALUES (1); DROP TABLE items"},
        ),
    ),
    secrets=(PASSWORD,),
    set_up=mysql_server,
)
ROWS = (HTTP, TRENDING, TREE, FILE, ACTIVITY, WEB_PAGE, FEED, MAILBOX, DATABASE, WRITE, STORAGE, TRANSFER, FOLDER)
