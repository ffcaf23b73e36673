"""What the error codes of Douyin's open platform mean. Pure.

Source:
    Status codes, developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/status-code
"""

from collections.abc import Mapping

from tools.core.definitions import Text
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolUnavailableError
from tools.executors.shared.vendor_api import BUSY, ErrorMeaning

TOKEN_REFUSED = frozenset({10008, 2190002, 2190008, 28001008})
_AUTHORISE = ErrorMeaning(
    ToolConfigurationError,
    Text(
        "The authorisation has ended: authorise the app again and enter the new code.",
        "授权已失效，请重新授权并填写新的授权码。",
    ),
)
_SCOPE = ErrorMeaning(
    ToolConfigurationError,
    Text(
        "A permission is missing: apply for video.create.bind (to publish) or video.list.bind and video.data.bind "
        "(to read) in the console, then authorise again.",
        "缺少权限：请在控制台申请 video.create.bind（发布）或 video.list.bind、video.data.bind（读取），然后重新授权。",
    ),
)
_BAD = ErrorMeaning(ToolArgumentsError, Text("A value is not accepted.", "参数不正确。"))
_QUOTA = ErrorMeaning(ToolConfigurationError, Text("The quota of this call is used up.", "该接口的调用额度已用完。"))
_BANNED = ErrorMeaning(
    ToolConfigurationError,
    Text("Douyin does not allow this account to do that.", "抖音不允许该账号执行此操作。"),
)
REFUSALS: Mapping[int, ErrorMeaning] = {
    **dict.fromkeys((*TOKEN_REFUSED, 10010, 10020, 10007), _AUTHORISE),
    **dict.fromkeys((10004, 2190004, 28001012, 28001018), _SCOPE),
    **dict.fromkeys((10005, 2100005, 28001007), _BAD),
    28001015: ErrorMeaning(
        ToolConfigurationError,
        Text("The token belongs to another account: check the open id.", "令牌与 open_id 不匹配，请检查 open_id。"),
    ),
    **dict.fromkeys((10002, 10003, 10013), ErrorMeaning(
        ToolConfigurationError,
        Text("Check the client key and the client secret.", "请检查 Client Key 和 Client Secret。"),
    )),
    **dict.fromkeys((2190001, 28003017, 2114007), _QUOTA),
    28003018: ErrorMeaning(ToolUnavailableError, Text("Too many calls.", "调用过于频繁。")),
    **dict.fromkeys((2100004, 28001005, 28001006), BUSY),
    **dict.fromkeys((2100007, 2100009), _BANNED),
}  # fmt: skip
