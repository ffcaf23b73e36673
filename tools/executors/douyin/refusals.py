"""Error codes of Douyin's open platform. Pure.

Source: developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/status-code
"""

from collections.abc import Mapping

from tools.core.text import Text
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup, unavailable

TOKEN_REFUSED = frozenset({10008, 2190002, 2190008, 28001008})
_AUTHORISE = setup(Text("The consent has ended. Connect the account again under Settings, Credentials."))
_SCOPE = setup(
    Text(
        "A permission is missing. Apply for video.create.bind (to publish) or video.list.bind and "
        "video.data.bind (to read) in the console, then connect the account again."
    )
)
_BAD = bad_input(Text("A value is invalid. Check the arguments."))
_QUOTA = setup(Text("The quota for this call is used up. Try again tomorrow."))
_BANNED = setup(Text("Douyin does not allow this account to do that."))
REFUSALS: Mapping[int, ErrorMeaning] = {
    **dict.fromkeys((*TOKEN_REFUSED, 28001015), _AUTHORISE),
    **dict.fromkeys((10004, 2190004, 28001012, 28001018), _SCOPE),
    **dict.fromkeys((10005, 2100005, 28001007), _BAD),
    **dict.fromkeys((2190001, 28003017, 2114007), _QUOTA),
    28003018: unavailable(Text("Too many calls. Try again later.")),
    **dict.fromkeys((2100004, 28001005, 28001006), BUSY),
    **dict.fromkeys((2100007, 2100009), _BANNED),
}  # fmt: skip
