"""A stand-in for Feishu's open interface with one Bitable: tokens that expire, paging, field types, idempotency keys.

Source: open.feishu.cn/document/server-docs: tenant access token, Bitable records, generic error codes
"""

import re
import uuid
from typing import Any

import orjson

from tests.doubles.http_server import Received, Reply

APP_ID, APP_SECRET = "cli_a1b2c3d4", "planted-app-secret-9d1f"
APP_TOKEN, TABLE = "bascnPlanted01", "tblTasks"
HOSTS = ("open.feishu.cn", "open.larksuite.com")
FIELDS = {
    "Title": (1, "Text"),
    "Hours": (2, "Number"),
    "State": (3, "SingleSelect"),
    "Tags": (4, "MultiSelect"),
    "Due": (5, "DateTime"),
    "Done": (7, "Checkbox"),
    "Owner": (11, "User"),
    "Site": (15, "Url"),
    "Parent": (18, "SingleLink"),
    "Sum": (20, "Formula"),
    "Place": (22, "Location"),
}
_TABLE_PATH = f"/open-apis/bitable/v1/apps/{APP_TOKEN}/tables/{TABLE}"

Json = dict[str, Any]


class Feishu:
    """Knows one app and one table; `records` holds values in the form in which the service stores them."""

    def __init__(self) -> None:
        self.records: dict[str, Json] = {}
        self.tokens: list[str] = []
        self.valid: set[str] = set()
        self._kept: dict[str, tuple[Any, Json]] = {}

    def expire_tokens(self) -> None:
        self.valid.clear()

    def __call__(self, request: Received) -> Reply:
        if request.path == "/open-apis/auth/v3/tenant_access_token/internal":
            return Reply.of_json(self._issue(request.json()))
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.valid:
            return _failed(99991663, "Invalid access token for authorization. Please make a test attempt.", 400)
        if not request.path.startswith(_TABLE_PATH):
            return self._outside(request)
        tail = request.path.removeprefix(_TABLE_PATH)
        if tail == "/fields":
            return self._fields(request)
        if request.method in {"POST", "PUT"} and (key := request.query.get("client_token")):
            return self._once(key, request, tail)
        return self._records(request, tail)

    def _issue(self, body: Json) -> Json:
        if body.get("app_id") != APP_ID:
            return {"code": 10003, "msg": "invalid param"}
        if body.get("app_secret") != APP_SECRET:
            return (
                {"code": 10014, "msg": "app secret invalid"}
                if not body.get("app_secret")
                else {
                    "code": 10015,
                    "msg": f"app secret {body['app_secret']} invalid",
                }
            )
        token = f"t-planted-{len(self.tokens)}-{uuid.uuid4().hex}"
        self.tokens.append(token)
        self.valid.add(token)
        return {"code": 0, "msg": "ok", "tenant_access_token": token, "expire": 7200}

    def _outside(self, request: Received) -> Reply:
        if request.path == f"/open-apis/bitable/v1/apps/{APP_TOKEN}/tables":
            return _done(
                {"items": [{"table_id": TABLE, "name": "Tasks", "revision": 1}], "has_more": False, "total": 1}
            )
        if "/bitable/" not in request.path:
            return Reply(404, b"404 page not found", {"Content-Type": "text/plain"})
        return _failed(1254041 if APP_TOKEN in request.path else 1254040, "NotFound")

    def _fields(self, request: Received) -> Reply:
        size = int(request.query.get("page_size", 20))
        start = int(request.query.get("page_token", 0))
        names = list(FIELDS)[start : start + size]
        items = [
            {"field_id": f"fld{name}", "field_name": name, "type": FIELDS[name][0], "ui_type": FIELDS[name][1]}
            for name in names
        ]
        more = start + size < len(FIELDS)
        return _done({"items": items, "has_more": more, **({"page_token": str(start + size)} if more else {})})

    def _once(self, key: str, request: Received, tail: str) -> Reply:
        if not re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", key):
            return _failed(1254037, "Invalid client token, make sure that it complies with the specification")
        asked = (tail, request.json())
        if key in self._kept:
            before, answer = self._kept[key]
            return _done(answer) if before == asked else _failed(1255006, "client token conflict")
        reply = self._records(request, tail)
        if reply.status == 200 and b'"code":0' in reply.body:
            self._kept[key] = (asked, orjson.loads(reply.body)["data"])
        return reply

    def _records(self, request: Received, tail: str) -> Reply:
        match (request.method, tail):
            case ("POST", "/records/search"):
                return self._search(request)
            case ("POST", "/records/batch_get"):
                ids = request.json()["record_ids"]
                absent = [one for one in ids if one not in self.records]
                found = [self._shown(one) for one in ids if one in self.records]
                return _done({"records": found, "forbidden_record_ids": [], "absent_record_ids": absent})
            case ("POST", "/records"):
                return self._written([request.json()], single=True)
            case ("POST", "/records/batch_create" | "/records/batch_update"):
                return self._written(request.json()["records"])
            case ("POST", "/records/batch_delete"):
                return self._deleted(request.json()["records"])
        record_id = tail.removeprefix("/records/")
        if record_id not in self.records:
            return _failed(1254043, "RecordIdNotFound")
        if request.method == "DELETE":
            del self.records[record_id]
            return _done({"deleted": True, "record_id": record_id})
        return self._written([{"record_id": record_id, **request.json()}], single=True)

    def _search(self, request: Received) -> Reply:
        body = request.json()
        size, start = int(request.query.get("page_size", 20)), int(request.query.get("page_token", 0))
        if not 1 <= size <= 500:
            return _failed(1254011, "invalid page size")
        found = [one for one in self.records if _fits(self.records[one], body.get("filter"))]
        more = start + size < len(found)
        items = [self._shown(one) for one in found[start : start + size]]
        return _done(
            {
                "items": items,
                "has_more": more,
                "total": len(found),
                **({"page_token": str(start + size)} if more else {}),
            }
        )

    def _written(self, records: list[Json], *, single: bool = False) -> Reply:
        for record in records:
            for name, value in record["fields"].items():
                if name not in FIELDS:
                    return _failed(1254045, "FieldNameNotFound")
                if value is not None and not _takes(FIELDS[name][0], value):
                    return _failed(1254060, "TextFieldConvFail")
        done = []
        for record in records:
            record_id = record.get("record_id") or f"rec{len(self.records) + 1:06d}"
            self.records.setdefault(record_id, {}).update(record["fields"])
            done.append(self._shown(record_id))
        return _done({"record": done[0]} if single else {"records": done})

    def _deleted(self, ids: list[str]) -> Reply:
        return _done(
            {"records": [{"deleted": self.records.pop(one, None) is not None, "record_id": one} for one in ids]}
        )

    def _shown(self, record_id: str) -> Json:
        fields = {name: _read_form(FIELDS[name][0], value) for name, value in self.records[record_id].items()}
        return {"record_id": record_id, "fields": fields}


def _takes(kind: int, value: Any) -> bool:
    match kind:
        case 1 | 3 | 22:
            return isinstance(value, str)
        case 2:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case 4 | 18:
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        case 5:
            return isinstance(value, int)
        case 7:
            return isinstance(value, bool)
        case 11:
            return all(set(one) == {"id"} for one in value)
        case 15:
            return set(value) == {"text", "link"}
    return False


def _read_form(kind: int, value: Any) -> Any:
    match kind:
        case 1:
            return [{"type": "text", "text": value[:3]}, {"type": "text", "text": value[3:]}]
        case 11:
            return [
                {"id": one["id"], "name": "Ada", "en_name": "Ada", "email": "", "avatar_url": "https://x"}
                for one in value
            ]
        case 18:
            return {"link_record_ids": value}
        case 20:
            return {"type": 2, "value": [value]}
        case 22:
            return {"location": value, "name": "Tower", "full_address": "1 Road", "adname": ""}
    return value


def _fits(fields: Json, wanted: Json | None) -> bool:
    if not wanted:
        return True
    answers = [_holds(fields, one) for one in wanted.get("conditions", [])]
    answers += [_fits(fields, child) for child in wanted.get("children", [])]
    return all(answers) if wanted["conjunction"] == "and" else any(answers)


def _holds(fields: Json, condition: Json) -> bool:
    assert all(isinstance(one, str) for one in condition["value"])
    value = fields.get(condition["field_name"])
    if condition["operator"] == "isEmpty":
        return value is None
    if condition["operator"] == "contains":
        return str(condition["value"][0]) in str(value)
    return str(value) == str(condition["value"][0])


def _done(data: Json) -> Reply:
    return Reply.of_json({"code": 0, "msg": "success", "data": data})


def _failed(code: int, msg: str, status: int = 200) -> Reply:
    return Reply.of_json({"code": code, "msg": msg, "error": {"log_id": "2026", "troubleshooter": "…"}}, status)
