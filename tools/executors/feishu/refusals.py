"""What the error codes of Feishu's open interface and of Bitable mean. Pure.

Source:
    Generic error codes and the Bitable reference, open.feishu.cn/document/server-docs
"""

from collections.abc import Mapping

from tools.core.definitions import Text
from tools.core.errors import ToolArgumentsError, ToolConfigurationError
from tools.executors.shared.vendor_api import BUSY, UNKNOWN, ErrorMeaning

TOKEN_REFUSED = frozenset({99991661, 99991663, 99991664, 99991665})
"""The token is not valid any more: a new one may help."""
NO_SUCH_RECORD = 1254043
SCOPE_MISSING = frozenset({99991672, 99991679})
WAITS_S: Mapping[int, float] = {99991400: 1.0, 1254290: 1.0, 1254291: 0.5, 1254607: 1.0, 1254036: 2.0}
"""Codes of calls that were not carried out and may be sent again, and the first pause before that."""


def _setup(en: str, zh: str) -> ErrorMeaning:
    return ErrorMeaning(ToolConfigurationError, Text(en, zh))


def _input(en: str, zh: str) -> ErrorMeaning:
    return ErrorMeaning(ToolArgumentsError, Text(en, zh))


_WRONG_SECRET = _setup("Check the app id and the app secret.", "请检查 App ID 和 App Secret。")
_NO_ACCESS = _setup(
    "Add the app to the base (… > More > Add document app) with the right to edit.",
    "请在多维表格中添加该应用（… > 更多 > 添加文档应用）并授予编辑权限。",
)
_TYPE = _input(
    "A value does not fit the type of its field: list_fields shows the types.",
    "某个值与字段类型不符，可用 list_fields 查看字段类型。",
)
_NOT_FOUND = {
    1254040: _input("There is no such base: check the app token.", "找不到该多维表格，请检查 App Token。"),
    1254041: _input("There is no such table: check the table id.", "找不到该数据表，请检查数据表 ID。"),
    1254042: _input("There is no such view: check the view id.", "找不到该视图，请检查视图 ID。"),
    NO_SUCH_RECORD: _input("There is no such record: check the record id.", "找不到该记录，请检查记录 ID。"),
    1254044: _input("There is no such field id.", "找不到该字段 ID。"),
    1254045: _input(
        "There is no field of this name: list_fields shows the names.", "没有该名称的字段，可用 list_fields 查看。"
    ),
}
_REFUSALS: Mapping[int, ErrorMeaning] = {
    10003: _WRONG_SECRET,
    10014: _setup("The app is switched off: publish it in the developer console.", "应用不可用，请在开发者后台发布。"),
    10015: _WRONG_SECRET,
    99991401: _setup(
        "Add this server's IP address to the app's allow list.", "请将本服务器的 IP 地址加入应用的 IP 白名单。"
    ),
    99991403: _setup("The tenant's monthly API quota is used up.", "企业本月的 API 调用额度已用完。"),
    1254016: _input("The sort is malformed.", "排序条件格式不正确。"),
    1254018: _input("The filter is malformed.", "筛选条件格式不正确。"),
    1254024: _input("The field names are malformed.", "字段名列表格式不正确。"),
    1254107: _input("The filter is too long.", "筛选条件过长。"),
    1254030: _input("The answer is too large: ask for a smaller page.", "响应过大，请减小每页数量。"),
    1254130: _input("A value is too long for one cell.", "单元格内容过长。"),
    1254302: _NO_ACCESS,
    1254303: _input("The attachment does not belong to this base.", "附件不属于该多维表格。"),
    1254304: _setup("The plan of this base does not allow it.", "当前版本的多维表格不支持此操作。"),
    1254306: _setup("The plan of this base does not allow it.", "当前版本的多维表格不支持此操作。"),
    1254608: _input("The same request was sent twice; it counts once.", "重复提交了相同的请求，只会生效一次。"),
    1255006: _input("Another write has used this call's key.", "此次调用的幂等标识已被其他写入使用。"),
    **_NOT_FOUND,
}


def refusal_of(code: int) -> ErrorMeaning:
    """Return what a code means."""
    if code in TOKEN_REFUSED:
        return _WRONG_SECRET
    if code in SCOPE_MISSING:
        return _setup(
            "The app lacks a permission: add it and publish the app again.", "应用缺少权限，请申请权限并重新发布应用。"
        )
    if code in WAITS_S or 1255001 <= code <= 1255005 or code == 1255040:
        return BUSY
    if code == 1254015 or 1254060 <= code <= 1254074:
        return _TYPE
    if 1254100 <= code <= 1254106:
        return _input("A limit of this base is reached.", "已达到多维表格的数量上限。")
    if 1254000 <= code <= 1254010:
        return _input("An id or the form of the request is wrong.", "ID 或请求格式不正确。")
    return _REFUSALS.get(code, UNKNOWN)
