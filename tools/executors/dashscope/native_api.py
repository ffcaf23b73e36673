"""DashScope's native interface: the key, error codes, throttling. Pure.

Source: Error codes and asynchronous tasks, help.aliyun.com/zh/model-studio
"""

from collections.abc import Mapping

from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup, unavailable
from tools.executors.shared.vendor_api import VendorApi

_THROTTLING = "Throttling"
_WAITS_S = (2.0, 4.0, 8.0)
_REFUSALS: Mapping[str, ErrorMeaning] = {
    "InvalidApiKey": setup(Text("Check that the API key is correct and belongs to the selected region.")),
    "AccessDenied": setup(Text("The key may not use this model. Enable the model in the console.")),
    "Model.AccessDenied": setup(Text("The key may not use this model. Enable the model in the console.")),
    "Arrearage": setup(Text("The account has an overdue balance. Pay it and try again.")),
    "ModelNotFound": setup(Text("This model does not exist. Check its name.")),
    "DataInspectionFailed": bad_input(Text("The content filter rejected it. Rephrase it.")),
    "InvalidParameter": bad_input(Text("The model does not accept these values. Check the arguments.")),
    _THROTTLING: unavailable(Text("Too many requests. Try again later.")),
    "InternalError": BUSY,
    "ServiceUnavailable": BUSY,
}


class DashscopeApi(VendorApi):
    """Calls the interface with one key; `base_url` includes /api/v1."""

    title = Text("DashScope")
    refusals = _REFUSALS

    def __init__(self, base_url: str, api_key: str, invocation: Invocation) -> None:
        super().__init__(base_url, invocation)
        self._key = {"Authorization": f"Bearer {api_key}"}

    def call(self, method: str, path: str, json: object = None, *, is_async: bool = False) -> JsonObject:
        """Return `output` of a successful answer; a throttled call was not carried out and is retried after a wait.

        Raises ToolError if the call was refused.
        """
        headers = {**self._key, **({"X-DashScope-Async": "enable"} if is_async else {})}
        for first_wait_s in (*_WAITS_S, None):
            response = self.send(method, path, headers=headers, json=json)
            reply = self.object_of(response)
            code = str(reply.get("code") or "")
            if response.status == 200 and not code:
                output = reply.get("output")
                return output if isinstance(output, dict) else {}
            if not code:
                self.check_busy(response)
            wait_s = response.wait_s() or first_wait_s
            throttled = code.startswith(_THROTTLING)
            if not throttled or first_wait_s is None or wait_s is None or not self.wait(wait_s):
                break
        raise self.error_of(code or str(response.status), reply.get("message"), wait_s if throttled else None)

    def error_of(self, code: str, words: object, wait_s: float | None = None) -> ToolError:
        """Return the error of a code; longer codes such as `Throttling.RateQuota` count as their first part."""
        return self.refused(code, words, _REFUSALS.get(code) or _REFUSALS.get(code.partition(".")[0]), wait_s=wait_s)
