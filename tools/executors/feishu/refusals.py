"""Error codes of Feishu's open API and of Bitable. Pure.

Source: Generic error codes and the Bitable reference, open.feishu.cn/document/server-docs
"""

from collections.abc import Mapping

from tools.core.text import Text
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup

TOKEN_REFUSED = frozenset({99991661, 99991663, 99991664, 99991665})
"""The token is not valid any more: a new one may help."""
NO_SUCH_RECORD = 1254043
SCOPE_MISSING = frozenset({99991672, 99991679})
WAITS_S: Mapping[int, float] = {99991400: 1.0, 1254290: 1.0, 1254291: 0.5, 1254607: 1.0, 1254036: 2.0}
"""Codes of calls that were not carried out and may be sent again, and the first pause before that."""
REFUSALS: Mapping[int, ErrorMeaning] = {
    **dict.fromkeys((*TOKEN_REFUSED, 10003, 10015), setup(Text("Check the app ID and the app secret."))),
    **dict.fromkeys(SCOPE_MISSING, setup(Text("The app lacks a permission. Add it and publish the app again."))),
    **dict.fromkeys((*WAITS_S, *range(1255001, 1255006), 1255040), BUSY),
    10014: setup(Text("The app is disabled. Publish it in the developer console.")),
    99991401: setup(Text("Add this server's IP address to the app's allow list.")),
    99991403: setup(Text("The tenant's monthly API quota is used up. Raise it, or wait for the next month.")),
    **dict.fromkeys(range(1254000, 1254011), bad_input(Text("An ID or the format of the request is wrong."))),
    **dict.fromkeys(
        (1254015, *range(1254060, 1254075)),
        bad_input(Text("A value does not match the type of its field. “List the fields” shows the types.")),
    ),
    1254016: bad_input(Text("The sort is malformed. Check its fields.")),
    1254018: bad_input(Text("The filter is malformed. Check its fields and operators.")),
    1254024: bad_input(Text("The field names are malformed. “List the fields” shows the names.")),
    1254030: bad_input(Text("The response is too large. Request a smaller page.")),
    1254040: bad_input(Text("This base does not exist. Check the app token.")),
    1254041: bad_input(Text("This table does not exist. Check the table ID.")),
    1254042: bad_input(Text("This view does not exist. Check the view ID.")),
    NO_SUCH_RECORD: bad_input(Text("This record does not exist. Check the record ID.")),
    1254044: bad_input(Text("This field ID does not exist. “List the fields” shows the IDs.")),
    1254045: bad_input(Text("There is no field with this name. “List the fields” shows the names.")),
    **dict.fromkeys(
        range(1254100, 1254107),
        bad_input(Text("This base has reached one of its limits. Delete what is no longer needed.")),
    ),
    1254107: bad_input(Text("The filter is too long. Use fewer conditions.")),
    1254130: bad_input(Text("A value is too long for one cell. Shorten it.")),
    1254302: setup(Text("Add the app to the base (… > More > Add document app) with permission to edit.")),
    1254303: bad_input(Text("The attachment does not belong to this base. Upload it to the base first.")),
    **dict.fromkeys((1254304, 1254306), setup(Text("This base's plan does not allow it. Ask the base's owner."))),
    1254608: bad_input(Text("The same request was sent twice. It counts once.")),
    1255006: bad_input(Text("Another write has already used this call's idempotency key.")),
}
