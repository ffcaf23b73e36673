"""`Intl` in the sandbox: what Node 24 (ICU 77) writes for the same options, and a reason for all that is not there."""

from typing import Any

import pytest

from tools.sandbox.outcome import SandboxError
from tools.sandbox.sandbox import Sandbox

MOMENT = "new Date(Date.UTC(2026, 10, 26, 22, 5, 3))"
DATES: list[tuple[str, dict[str, Any], str]] = [
    ("en-US", {}, "11/26/2026"),
    ("zh-CN", {}, "2026/11/26"),
    ("de-DE", {}, "26.11.2026"),
    ("ja", {}, "2026/11/26"),
    ("en-GB", {}, "26/11/2026"),
    ("fr", {}, "26/11/2026"),
    ("en-US", {"dateStyle": "full"}, "Thursday, November 26, 2026"),
    ("en-US", {"dateStyle": "medium", "timeStyle": "short"}, "Nov 26, 2026, 10:05 PM"),
    ("zh-CN", {"dateStyle": "full", "timeStyle": "short"}, "2026年11月26日星期四 22:05"),
    ("de", {"dateStyle": "long"}, "26. November 2026"),
    ("en-US", {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric"}, "Thursday, November 26, 2026"),
    ("zh-CN", {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric"}, "2026年11月26日星期四"),
    ("de", {"weekday": "short", "month": "short", "day": "2-digit"}, "Do., 26. Nov."),
    ("en-US", {"hour": "numeric", "minute": "2-digit", "timeZone": "Asia/Shanghai"}, "6:05 AM"),
    ("en-US", {"hour": "2-digit", "minute": "2-digit", "hour12": False}, "22:05"),
    ("zh-CN", {"hour": "2-digit", "minute": "2-digit", "second": "2-digit", "timeZone": "Asia/Shanghai"}, "06:05:03"),
    (
        "en-GB",
        {"year": "numeric", "month": "2-digit", "day": "2-digit", "hour": "2-digit", "minute": "2-digit"},
        "26/11/2026, 22:05",
    ),
    (
        "en-US",
        {"month": "short", "day": "numeric", "year": "numeric", "hour": "numeric", "minute": "2-digit"},
        "Nov 26, 2026, 10:05 PM",
    ),
    ("sv-SE", {"year": "numeric", "month": "2-digit", "day": "2-digit"}, "2026-11-26"),
    ("en-US", {"year": "2-digit", "month": "2-digit", "day": "2-digit"}, "11/26/26"),
    ("en-US", {"month": "long"}, "November"),
    ("en-US", {"weekday": "short"}, "Thu"),
    ("en-US", {"hour": "numeric", "timeZoneName": "short", "timeZone": "America/New_York"}, "5 PM EST"),
    ("en-US", {"hour": "numeric", "timeZoneName": "short", "timeZone": "Asia/Shanghai"}, "6 AM GMT+8"),
    ("en-US", {"month": "long", "year": "numeric"}, "November 2026"),
    ("zh-CN", {"month": "long", "day": "numeric"}, "11月26日"),
]
NUMBERS: list[tuple[str, str, dict[str, Any], str]] = [
    ("en-US", "1234567.891", {}, "1,234,567.891"),
    ("de-DE", "1234567.891", {}, "1.234.567,891"),
    ("zh-CN", "1234.5", {"style": "currency", "currency": "CNY"}, "¥1,234.50"),
    ("en-US", "1234.5", {"style": "currency", "currency": "USD"}, "$1,234.50"),
    ("de-DE", "1234.5", {"style": "currency", "currency": "EUR"}, "1.234,50\xa0€"),
    ("ja-JP", "1234.5", {"style": "currency", "currency": "JPY"}, "￥1,235"),
    ("zh-CN", "5", {"style": "currency", "currency": "USD"}, "US$5.00"),
    ("en-US", "0.256", {"style": "percent"}, "26%"),
    ("en-US", "0.2564", {"style": "percent", "maximumFractionDigits": 1}, "25.6%"),
    ("en-US", "1.005", {"minimumFractionDigits": 2, "maximumFractionDigits": 2}, "1.01"),
    ("en-US", "2.5", {"maximumFractionDigits": 0}, "3"),
    ("en-US", "-2.5", {"maximumFractionDigits": 0}, "-3"),
    ("en-US", "1234", {"useGrouping": False}, "1234"),
    ("en-US", "5", {"minimumIntegerDigits": 3}, "005"),
    ("fr-FR", "1234567.5", {}, "1\u202f234\u202f567,5"),
    ("en-IN", "1234567.5", {}, "12,34,567.5"),
    ("en-US", "-3.5", {"style": "currency", "currency": "USD"}, "-$3.50"),
    ("en-US", "10", {"style": "currency", "currency": "USD", "minimumFractionDigits": 0}, "$10"),
    ("en-US", "1234.5", {"style": "currency", "currency": "USD", "currencyDisplay": "code"}, "USD\xa01,234.50"),
    ("en-US", "1e+21", {}, "1,000,000,000,000,000,000,000"),
    ("en-US", "NaN", {}, "NaN"),
    ("en-US", "Infinity", {}, "∞"),
    ("en-US", "0", {}, "0"),
    ("pt-BR", "-1234.567", {}, "-1.234,567"),
    ("en-US", "1e-7", {}, "0"),
]
LOCALE_METHODS = [
    (f"{MOMENT}.toLocaleString()", "11/26/2026, 10:05:03 PM"),
    (f"{MOMENT}.toLocaleDateString('zh-CN')", "2026/11/26"),
    (f"{MOMENT}.toLocaleTimeString('de')", "22:05:03"),
    (f"{MOMENT}.toLocaleTimeString('en-US', {{ timeZone: 'Asia/Shanghai' }})", "6:05:03 AM"),
    (f"{MOMENT}.toLocaleDateString('en-US', {{ month: 'short', day: 'numeric' }})", "Nov 26"),
    ("new Date(NaN).toLocaleString()", "Invalid Date"),
    ("(1234.5).toLocaleString('de-DE')", "1.234,5"),
    ("(12345678901234567890n).toLocaleString()", "12,345,678,901,234,567,890"),
    ("[3, 1].map(new Intl.NumberFormat('en', { minimumFractionDigits: 1 }).format).join()", "3.0,1.0"),
    ("Intl.DateTimeFormat().resolvedOptions().timeZone", "UTC"),
    ("new Intl.NumberFormat(['xx-nothing', 'de']).resolvedOptions().locale", "de"),
    ("new Intl.NumberFormat('de-u-nu-latn').format(1.5)", "1,5"),
    (
        f"new Intl.DateTimeFormat('en-US', {{ hour: 'numeric', minute: '2-digit' }}).formatToParts({MOMENT})"
        ".map((part) => `${part.type}=${part.value}`).join('|')",
        "hour=10|literal=:|minute=05|literal= |dayPeriod=PM",
    ),
]
REFUSED = [
    ("new Intl.NumberFormat('en', { notation: 'compact' })", "does not know the option notation"),
    ("new Intl.NumberFormat('en', { style: 'unit' })", "out of range"),
    ("new Intl.NumberFormat('en', { style: 'currency' })", "Currency code is required"),
    ("new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 1 })", "out of range"),
    ("new Intl.NumberFormat('not a language')", "Incorrect locale information"),
    ("new Intl.DateTimeFormat('en', { timeZone: 'Nowhere/Land' })", "Invalid time zone"),
    ("new Intl.DateTimeFormat('en', { month: 'huge' })", "out of range for the option month"),
    ("new Intl.DateTimeFormat('en', { dateStyle: 'full', month: 'long' })", "do not go together"),
    ("new Intl.DateTimeFormat('en').format(NaN)", "Invalid time value"),
    ("new Intl.Collator('en')", "Intl.Collator is not available"),
]


def ran(code: str, **inputs: Any) -> Any:
    return Sandbox().run(code, inputs, timeout_s=10, language="javascript").value


@pytest.mark.parametrize(("locale", "options", "text"), DATES)
def test_a_date_is_written_as_node_does(locale: str, options: dict[str, Any], text: str) -> None:
    code = f"new Intl.DateTimeFormat(locale, options).format({MOMENT})"
    assert ran(code, locale=locale, options=options) == text


@pytest.mark.parametrize(("locale", "value", "options", "text"), NUMBERS)
def test_a_number_is_written_as_node_does(locale: str, value: str, options: dict[str, Any], text: str) -> None:
    code = "new Intl.NumberFormat(locale, options).format(Number(value))"
    assert ran(code, locale=locale, value=value, options=options) == text


@pytest.mark.parametrize(("code", "value"), LOCALE_METHODS)
def test_the_methods_of_dates_and_numbers_use_it(code: str, value: str) -> None:
    assert ran(code) == value


@pytest.mark.parametrize(("code", "sentence"), REFUSED)
def test_what_is_not_there_is_refused_with_a_reason(code: str, sentence: str) -> None:
    with pytest.raises(SandboxError, match=sentence):
        ran(code)
