"""Encodings for labelled text from outside, from the WHATWG Encoding Standard. Pure.

Python's others take quadratic time (punycode, idna) or are not text encodings (zip, hex).
Source: Encoding Standard, 4.2 "Names and labels" and 6 "Hooks for standards".
"""

import codecs
import re
from typing import Literal

_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
    "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
    "iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
    "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    # The standard decodes both as GB18030, which holds GBK.
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
    "windows-949",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}
"""Labels by Python's codec. Those that the standard reads as "replacement" or "x-user-defined" are left out."""
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAX_LABEL = 40
_NAMED = re.compile(r"""charset\s{0,9}=\s{0,9}["']?([^\s;"',]{1,40})""", re.IGNORECASE)
_DECLARED = re.compile(rb"""charset=["']?([\w-]{1,40})""", re.IGNORECASE)
_HEAD_BYTES = 4096


def codec_of(label: str) -> str | None:
    """Return Python's codec for a label; None where the standard does not have it."""
    return _CODECS.get(label.strip("\t\n\f\r ").lower()) if len(label) <= _MAX_LABEL else None


FileEncoding = Literal["utf-8", "utf-16", "gb18030", "windows-1252"]
"""Encodings in which people's programs write text files; UTF-16 has a BOM, UTF-8 may have one."""
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def file_text(content: bytes) -> str:
    """Decode a user's file: UTF-8, UTF-16 with a BOM, or GB 18030, which Chinese Windows writes.

    Raises UnicodeDecodeError if none fits.
    """
    if content.startswith(_WIDE_MARKS):
        return text_in(content, "utf-16")
    try:
        return text_in(content, "utf-8")
    except UnicodeDecodeError:
        return text_in(content, "gb18030")


def file_encoding(content: bytes, *, is_whole: bool = True) -> FileEncoding:
    """Return the encoding of a user's file: as `file_text`, else Windows-1252, which Western Windows writes.

    Of the beginning of a file, the last character may be cut.
    """
    if content.startswith(_WIDE_MARKS):
        return "utf-16"
    candidates: tuple[FileEncoding, ...] = ("utf-8", "gb18030")
    for encoding in candidates:
        try:
            text_in(content, encoding, is_whole=is_whole)
        except UnicodeDecodeError:
            continue
        return encoding
    return "windows-1252"


def text_in(content: bytes, encoding: FileEncoding, *, is_whole: bool = True) -> str:
    """Decode a file without its BOM. Raises UnicodeDecodeError for bytes that do not fit, but a cut last character."""
    codec = "utf-8-sig" if encoding == "utf-8" else encoding
    return codecs.getincrementaldecoder(codec)().decode(content, final=is_whole)


def decoded(content: bytes, *labels: str | None, errors: str = "replace") -> str:
    """Decode content by its BOM, else by the first known label, else as UTF-8 or, where that fails, as GB 18030.

    Bytes that do not fit are replaced with `errors="replace"`; "strict" raises UnicodeDecodeError.
    """
    for mark, codec in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, errors)
    named = next(filter(None, (codec_of(label or "") for label in labels)), None)
    if named:
        return content.decode(named, errors)
    for usual in ("utf-8", "gb18030"):
        try:
            return content.decode(usual)
        except UnicodeDecodeError:
            continue
    return content.decode("utf-8", errors)


def form_text(content: bytes, *labels: str) -> str:
    """Decode a form's bytes exactly: by the first known label, else as UTF-8, else as GB 18030.

    Forms are never in UTF-16, and have no byte order mark. Raises UnicodeDecodeError if the bytes do not fit.
    """
    known = (codec for codec in map(codec_of, labels) if codec and not codec.startswith("utf-16"))
    if codec := next(known, None):
        return content.decode(codec)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("gb18030")


def charset_of(content_type: str) -> str:
    """Return the label that a content type names; empty where it names none."""
    named = _NAMED.search(content_type)
    return named[1] if named else ""


def page_text(page: bytes, label: str) -> str:
    """Decode an HTML page by its label, else by its own declaration, else as UTF-8.

    Source: HTML, 13.2.3.2 "Determining the character encoding". GBK may be valid UTF-8, so trying does not work.
    """
    declared = None if codec_of(label) else _DECLARED.search(page, 0, _HEAD_BYTES)
    return decoded(page, declared[1].decode() if declared else label)
