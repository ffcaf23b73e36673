"""A stand-in for Douyin's open platform: authorisation, uploads whole and in parts, posts, and a server of videos.

Source: developer.open-douyin.com: account authorisation, status codes; npm @open-dy/open_api_sdk 1.1.0
"""

from typing import Any

from tests.doubles.forms import form_bytes, form_fields, form_parts
from tests.doubles.http_server import Received, Reply
from tests.doubles.tool_ports import NOW

CLIENT_KEY, CLIENT_SECRET = "awplantedkey01", "planted-douyin-secret-5c"
CODE, OPEN_ID, REFRESH_TOKEN = "planted-auth-code-1", "_000open", "planted-refresh-0"
ACCESS_TOKEN = "planted-access-0"
HOST, VIDEO_HOST = "open.douyin.com", "video.example.com"
VIDEO = b"\x00\x00\x00\x18ftypmp42" + bytes(range(256)) * 8
_PREFIX = "/api/douyin/v1/video/"

Json = dict[str, Any]


class Douyin:
    """One person who authorises once; numbers come as text, as they sometimes do."""

    def __init__(self) -> None:
        self.codes = {CODE}
        self.refresh_token = REFRESH_TOKEN
        self.prolongs = True
        self.refresh_life_s = 30 * 24 * 3600
        self.access = [ACCESS_TOKEN]
        self.valid = ACCESS_TOKEN
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.videos: list[bytes] = []
        self.posts: list[Json] = []
        self.takes_ranges = True
        self.video = VIDEO

    def __call__(self, request: Received) -> Reply:
        if request.headers["host"] == VIDEO_HOST:
            return self._file(request)
        if request.path.startswith("/oauth/"):
            return self._oauth(request.path, form_fields(request))
        if request.headers.get("access-token") != self.valid:
            return failed(10008, "access_token过期")
        if request.query.get("open_id") != OPEN_ID:
            return failed(28001015, "open_id mismatch")
        return self._video(request.path.removeprefix(_PREFIX).rstrip("/"), request)

    def _oauth(self, path: str, form: dict[str, str]) -> Reply:
        if form.get("client_key") != CLIENT_KEY:
            return failed(10003, "client_key error")
        if path == "/oauth/access_token/":
            if form.get("client_secret") != CLIENT_SECRET:
                return failed(10013, "client_secret error")
            if form["code"] not in self.codes:
                return failed(10007, "code has expired or was used")
            self.codes.discard(form["code"])
            return done(self._issued())
        if form.get("refresh_token") != self.refresh_token:
            return failed(10010, "refresh_token expired")
        if path == "/oauth/renew_refresh_token/":
            if not self.prolongs:
                return failed(10020, "no renewals are left")
            self.refresh_token += "-renewed"
            self.refresh_life_s = 30 * 24 * 3600
            return done({"refresh_token": self.refresh_token, "expires_in": str(self.refresh_life_s)})
        return done(self._issued())

    def _issued(self) -> Json:
        self.valid = f"planted-access-{len(self.access)}"
        self.access.append(self.valid)
        return {
            "access_token": self.valid,
            "expires_in": "1296000",
            "refresh_token": self.refresh_token,
            "refresh_expires_in": str(self.refresh_life_s),
            "open_id": OPEN_ID,
            "scope": "video.create.bind",
        }

    def _video(self, call: str, request: Received) -> Reply:
        match call:
            case "upload_video":
                self.videos.append(form_bytes(form_parts(request)["video"]))
                return done({"video": {"video_id": f"v{len(self.videos)}", "width": 1, "height": 1}})
            case "init_video_part_upload":
                self.uploads["up1"] = {}
                return done({"upload_id": "up1"})
            case "upload_video_part":
                content = form_bytes(form_parts(request)["video"])
                self.uploads[request.query["upload_id"]][int(request.query["part_number"])] = content
                return done({})
            case "complete_video_part_upload":
                parts = self.uploads.pop(request.query["upload_id"])
                assert sorted(parts) == list(range(1, len(parts) + 1))
                self.videos.append(b"".join(parts[number] for number in sorted(parts)))
                return done({"video": {"video_id": f"v{len(self.videos)}"}})
            case "create_video":
                return self._posted(request.json())
            case "video_list":
                return self._listed(int(request.query["cursor"]), int(request.query["count"]))
            case "video_data":
                wanted = request.json()["item_ids"]
                return done({"list": [_item(post) for post in self.posts if post["item_id"] in wanted]})
        return failed(28001056, "API offline")

    def _posted(self, body: Json) -> Reply:
        if not body["video_id"].startswith("v"):
            return failed(2100005, "video_id invalid")
        item_id = f"@9VwKzuuES8gmaXS7ZohtSM7+{len(self.posts)}=="
        self.posts.append({**body, "item_id": item_id})
        return done({"item_id": item_id, "video_id": body["video_id"]})

    def _listed(self, cursor: int, count: int) -> Reply:
        newest = list(reversed(self.posts))
        page = newest[cursor : cursor + count]
        return done(
            {
                "list": [_item(post) for post in page],
                "cursor": str(cursor + count),
                "has_more": cursor + count < len(newest),
            }
        )

    def _file(self, request: Received) -> Reply:
        wanted = request.headers.get("range", "")
        if not self.takes_ranges or not wanted:
            return Reply(200, self.video)
        first, last = (int(part) for part in wanted.removeprefix("bytes=").split("-"))
        last = min(last, len(self.video) - 1)
        head = {"Content-Range": f"bytes {first}-{last}/{len(self.video)}"}
        return Reply(206, self.video[first : last + 1], head)


def _item(post: Json) -> Json:
    return {
        "item_id": post["item_id"],
        "video_id": post["video_id"],
        "title": post["text"],
        "share_url": "https://www.iesdouyin.com/share/video/1/",
        "create_time": int(NOW.timestamp()),
        "video_status": 4,
        "statistics": {"play_count": "12", "digg_count": 3},
    }


def done(data: Json) -> Reply:
    return Reply.of_json({"data": {"error_code": "0", "description": "", **data}, "extra": {"error_code": 0}})


def failed(code: int, words: str) -> Reply:
    wrong = {"error_code": code, "description": words}
    return Reply.of_json({"data": wrong, "extra": {**wrong, "logid": "2026"}, "message": "error"})
