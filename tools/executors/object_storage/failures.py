"""OSS and S3 refusals and their remedies. Pure. Source: Error code pages of Aliyun OSS and Amazon S3."""

import re
from collections.abc import Mapping

from tools.core import errors
from tools.core.call.transient import is_transient
from tools.core.text import Text
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup
from tools.outbound.client import OutboundResponse, later

_CODE = re.compile(rb"<Code>([A-Za-z.]{1,60})</Code>")
_LOOKED_AT = 8_192
_TOO_FAST_WAIT_S = 1
_RIGHTS = Text("The key may not read this object (oss:GetObject or s3:GetObject), or the object does not exist.")
_TOO_FAST = Text("The service is limiting traffic. Try again later.")
_BY_CODE: Mapping[str, ErrorMeaning] = {
    "AccessDenied": setup(_RIGHTS),
    "InvalidAccessKeyId": setup(Text("The access key ID is unknown or disabled. Check it.")),
    "SignatureDoesNotMatch": setup(Text("The signature does not match. Check the access key secret.")),
    **dict.fromkeys(
        ("SecurityTokenExpired", "InvalidSecurityToken", "ExpiredToken", "InvalidToken"),
        setup(Text("The temporary keys have expired. Enter the key ID, secret and security token again.")),
    ),
    "RequestTimeTooSkewed": setup(
        Text("This server's clock is off by more than 15 minutes. Ask the operator to set it.")
    ),
    "UserDisable": setup(
        Text("The account is suspended, for example because of unpaid bills. Look at it in the service's console.")
    ),
    "NoSuchBucket": setup(Text("This bucket does not exist. Check its name.")),
    "NoSuchKey": ErrorMeaning(errors.ToolNothingFoundError, Text("This object does not exist. Check its name.")),
    "InvalidObjectState": setup(Text("The object is archived. Restore it first.")),
    "InvalidRange": bad_input(Text("The object ends before this offset. Read from a smaller one.")),
    **dict.fromkeys(
        ("PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed", "SecondLevelDomainForbidden"),
        setup(Text("The bucket is in another region. Check the region and the URL.")),
    ),
}
_BUSY_CODES = frozenset({"SlowDown", "DownloadTrafficRateLimitExceeded", "QpsLimitExceeded", "TooManyRequests"})
_BY_STATUS = {301: "PermanentRedirect", 307: "PermanentRedirect", 403: "AccessDenied", 404: "NoSuchKey"}


def storage_error(response: OutboundResponse, *, refused: Text = _RIGHTS) -> errors.ToolError:
    """Explain an answer without the object; `refused` is the message if the key lacks a right."""
    found = _CODE.search(response.content[:_LOOKED_AT])
    code = found[1].decode() if found else ""
    if code in _BUSY_CODES or response.status == 429:
        wait_s = response.wait_s()
        text = Text("{too_fast} {later}", too_fast=_TOO_FAST, later=later(wait_s))
        return errors.ToolRateLimitedError(text, retry_after_s=wait_s or _TOO_FAST_WAIT_S)
    if code not in _BY_CODE:
        code = _BY_STATUS.get(response.status, code)
    if code in _BY_CODE:
        error, text = _BY_CODE[code]
        return error(refused if text is _RIGHTS else text)
    shown = f"{response.status} {code}".rstrip()
    if is_transient(response.status):
        return errors.ToolUnavailableError(Text("The storage returned {shown}. Try again later.", shown=shown))
    return errors.ToolUpstreamError(Text("The storage returned {shown}.", shown=shown))
