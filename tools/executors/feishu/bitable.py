"""Requests for operations on Bitable records. Pure.

Source: Bitable, open.feishu.cn/document/server-docs/docs/bitable-v1
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tools.core.definitions import EffectClass, JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.operations import ToolOperation
from tools.executors.feishu.bitable_settings import FeishuBitableParameters, Operation
from tools.executors.feishu.field_values import FieldType, read_fields, written_fields
from tools.executors.feishu.open_api import FeishuApi
from tools.executors.shared.vendor_api import path_part

_MOST_READ_BY_ID = 100
_FIELDS_A_PAGE = "100"
_AUTOMATIC = ("created_time", "last_modified_time", "shared_url")
_NO_VALUE = frozenset({"isEmpty", "isNotEmpty"})
_Run = Callable[["Bitable"], JsonObject]


class Bitable:
    """One call; `client_token` makes repeated writes idempotent."""

    def __init__(self, api: FeishuApi, asked: FeishuBitableParameters, client_token: str | None) -> None:
        self._api = api
        self._asked = asked
        self._once = {"client_token": client_token} if client_token else {}
        self._base = f"/bitable/v1/apps/{path_part('app_token', asked.app_token)}"
        self._table = f"{self._base}/tables/{path_part('table_id', asked.table_id)}" if asked.table_id else ""

    def run(self) -> JsonObject:
        """Do the work and return the data of the result."""
        return OPERATIONS[self._asked.operation].run(self)

    def _list_tables(self) -> JsonObject:
        data = self._api.call("GET", f"{self._base}/tables", query=self._page())
        return _paged(
            "tables", [{"table_id": one.get("table_id"), "name": one.get("name")} for one in _items(data)], data
        )

    def _list_fields(self) -> JsonObject:
        data = self._api.call("GET", f"{self._table}/fields", query=self._page())
        return _paged("fields", [_described(one) for one in _items(data)], data)

    def _read(self) -> JsonObject:
        ids = self._asked.record_ids or ([self._asked.record_id] if self._asked.record_id else [])
        if not ids:
            return self._search()
        data = self._api.call("POST", f"{self._table}/records/batch_get", json={"record_ids": ids})
        return {
            "records": _records(data),
            "missing": list(data.get("absent_record_ids") or []),
            "forbidden": list(data.get("forbidden_record_ids") or []),
        }

    def _search(self) -> JsonObject:
        asked = self._asked
        body: JsonObject = {}
        if conditions := _conditions(asked):
            body["filter"] = conditions
        if asked.sort:
            body["sort"] = [key.model_dump() for key in asked.sort]
        if asked.field_names:
            body["field_names"] = asked.field_names
        if asked.view_id:
            body["view_id"] = asked.view_id
        data = self._api.call("POST", f"{self._table}/records/search", query=self._page(), json=body)
        return _paged("records", _records(data), data)

    def _create(self) -> JsonObject:
        body = {"fields": self._written([self._asked.fields or {}])[0]}
        data = self._api.call("POST", f"{self._table}/records", query=self._once, json=body)
        return {"record": _record(data.get("record"))}

    def _update(self) -> JsonObject:
        body = {"fields": self._written([self._asked.fields or {}])[0]}
        path = f"{self._table}/records/{path_part('record_id', self._asked.record_id or '')}"
        data = self._api.call("PUT", path, query=self._once, json=body)
        return {"record": _record(data.get("record"))}

    def _delete(self) -> JsonObject:
        path = f"{self._table}/records/{path_part('record_id', self._asked.record_id or '')}"
        data = self._api.call("DELETE", path)
        return {"deleted": [data.get("record_id")] if data.get("deleted") else []}

    def _batch_create(self) -> JsonObject:
        return self._batch("batch_create", [{} for _ in self._asked.records or []])

    def _batch_update(self) -> JsonObject:
        return self._batch("batch_update", [{"record_id": one.record_id} for one in self._asked.records or []])

    def _batch(self, action: str, heads: Sequence[JsonObject]) -> JsonObject:
        written = self._written([one.fields for one in self._asked.records or []])
        records = [{**head, "fields": fields} for head, fields in zip(heads, written, strict=True)]
        path = f"{self._table}/records/{action}"
        data = self._api.call("POST", path, query=self._once, json={"records": records})
        return {"records": _records(data)}

    def _batch_delete(self) -> JsonObject:
        path = f"{self._table}/records/batch_delete"
        data = self._api.call("POST", path, json={"records": self._asked.record_ids})
        done = [one for one in data.get("records") or [] if isinstance(one, dict)]
        return {
            "deleted": [one.get("record_id") for one in done if one.get("deleted")],
            "kept": [one.get("record_id") for one in done if not one.get("deleted")],
        }

    def _page(self) -> dict[str, str]:
        size = self._asked.page_size if self._asked.operation in {"read", "search"} else min(self._asked.page_size, 100)
        return {"page_size": str(size), **({"page_token": self._asked.page_token} if self._asked.page_token else {})}

    def _written(self, records: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
        types = self._types()
        return [written_fields(fields, types) for fields in records]

    def _types(self) -> Mapping[str, FieldType]:
        types: dict[str, FieldType] = {}
        query = {"page_size": _FIELDS_A_PAGE}
        while True:
            data = self._api.call("GET", f"{self._table}/fields", query=query)
            for one in _items(data):
                name = str(one.get("field_name"))
                types[name] = FieldType(name, int(one.get("type") or 0), str(one.get("ui_type") or one.get("type")))
            token = data.get("page_token")
            if not data.get("has_more") or not token:
                return types
            query = {"page_size": _FIELDS_A_PAGE, "page_token": str(token)}


_RECORD = ("table_id", "record_id")
_ROWS = ("table_id", "records")
_PAGING = ("app_token", "page_size", "page_token")
_SEARCH = ("field_names", "view_id", *_PAGING)
_ALWAYS = EffectClass.REPEATABLE


def _writing(run: _Run, *needs: str) -> ToolOperation[_Run]:
    return ToolOperation(run, needs, ("app_token",), keyed=True)


OPERATIONS: Mapping[Operation, ToolOperation[_Run]] = {
    "read": ToolOperation(Bitable._read, ("table_id",), ("record_id", "record_ids", *_SEARCH), effect=_ALWAYS),
    "search": ToolOperation(Bitable._search, ("table_id",), ("fields", "filter", "sort", *_SEARCH), effect=_ALWAYS),
    "create": _writing(Bitable._create, "table_id", "fields"),
    "update": _writing(Bitable._update, *_RECORD, "fields"),
    "delete": ToolOperation(Bitable._delete, _RECORD, ("app_token",), effect=_ALWAYS),
    "batch_create": _writing(Bitable._batch_create, *_ROWS),
    "batch_update": _writing(Bitable._batch_update, *_ROWS),
    "batch_delete": ToolOperation(Bitable._batch_delete, ("table_id", "record_ids"), ("app_token",), effect=_ALWAYS),
    "list_fields": ToolOperation(Bitable._list_fields, ("table_id",), _PAGING, effect=_ALWAYS),
    "list_tables": ToolOperation(Bitable._list_tables, (), _PAGING, effect=_ALWAYS),
}


def check_ids(asked: FeishuBitableParameters) -> None:
    """Check the ids and their number.

    Raises:
        ToolArgumentsError: an id is malformed, or there are too many.
    """
    ids = [one.record_id for one in asked.records or []] if asked.operation == "batch_update" else []
    for value in [*ids, *(asked.record_ids or []), *([asked.record_id] if asked.record_id else [])]:
        path_part("record_id", value or "")
    path_part("app_token", asked.app_token)
    if asked.table_id:
        path_part("table_id", asked.table_id)
    if asked.operation == "read" and len(asked.record_ids or []) > _MOST_READ_BY_ID:
        raise ToolArgumentsError(
            Text("Read at most {most_read_by_id} records by ID.", most_read_by_id=_MOST_READ_BY_ID)
        )


def _conditions(asked: FeishuBitableParameters) -> JsonObject | None:
    fixed = [
        {"field_name": name, "operator": "isEmpty", "value": []}
        if value in (None, "")
        else {"field_name": name, "operator": "is", "value": [_plain(value)]}
        for name, value in (asked.fields or {}).items()
    ]
    wanted = [
        {
            "field_name": one.field_name,
            "operator": one.operator,
            "value": [] if one.operator in _NO_VALUE else [_plain(value) for value in one.value],
        }
        for one in (asked.filter.conditions if asked.filter else [])
    ]
    joined = asked.filter.conjunction if asked.filter else "and"
    if not fixed or not wanted or joined == "and":
        both = [*fixed, *wanted]
        return {"conjunction": "and" if fixed else joined, "conditions": both} if both else None
    return {"conjunction": "and", "conditions": fixed, "children": [{"conjunction": joined, "conditions": wanted}]}


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _items(data: JsonObject) -> list[JsonObject]:
    return [one for one in data.get("items") or [] if isinstance(one, dict)]


def _records(data: JsonObject) -> list[JsonObject]:
    return [_record(one) for one in data.get("items") or data.get("records") or []]


def _record(found: Any) -> JsonObject:
    if not isinstance(found, dict):
        return {}
    more = {key: found[key] for key in _AUTOMATIC if found.get(key)}
    return {"record_id": found.get("record_id"), "fields": read_fields(found.get("fields") or {}), **more}


def _described(field: JsonObject) -> JsonObject:
    options = (field.get("property") or {}).get("options") or []
    described = {"name": field.get("field_name"), "type": field.get("ui_type") or field.get("type")}
    return {**described, **({"options": [one.get("name") for one in options]} if options else {})}


def _paged(name: str, found: list[JsonObject], data: JsonObject) -> JsonObject:
    has_more = bool(data.get("has_more"))
    more = {"page_token": data.get("page_token")} if has_more else {}
    return {name: found, "total": data.get("total", len(found)), "has_more": has_more, **more}
