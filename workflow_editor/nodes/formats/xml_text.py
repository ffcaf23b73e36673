"""XML as JSON values and back. Pure.

An element is an object of attributes (`@name`), children by name and text (`#text`); repeated children are a list, an
element with only text is that text.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, tostring  # writes and types only; `defusedxml` parses

from tools.core.formats.format_error import FormatError, malformed, too_deep
from tools.core.formats.json_text import MAX_DEPTH
from tools.core.text import Text
from workflow_editor.nodes.lookup import to_text

_DECLARES = Text("The XML declares a document type or entities. Remove <!DOCTYPE …>.")
_NO_NAME = Text("“{name}” is not a name in XML. Use letters, digits, _, - and dots, and begin with a letter.", name="")
_ATTRIBUTE, _TEXT = "@", "#text"
_NAME = re.compile(r"[^\W\d][\w.-]{0,199}(?::[^\W\d][\w.-]{0,199})?")
_DECLARATION = re.compile(r"^\ufeff?\s{0,100}<\?xml[^>]{0,200}\?>")
"""Left out: the encoding that it names is not that of a text."""
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parse_xml(text: str) -> Any:
    """Return `{root: content}`, without namespaces.

    Raises FormatError if it is malformed, nested too deeply, or declares a document type or entities.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(_DECLARATION.sub("", text, count=1), forbid_dtd=True)
    except DefusedXmlException as error:
        raise FormatError(_DECLARES) from error
    except ParseError as error:
        line, column = error.position
        reason = str(error).rpartition(": line ")[0]
        raise malformed("XML", line=line, column=column + 1, reason=reason) from error
    return {_local(root.tag): _content(root, MAX_DEPTH - 1)}


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _content(element: Element, levels: int) -> Any:
    if levels == 0:
        raise too_deep("XML", MAX_DEPTH)
    found: dict[str, Any] = {f"{_ATTRIBUTE}{_local(name)}": value for name, value in element.attrib.items()}
    children: dict[str, list[Any]] = {}
    for child in element:
        children.setdefault(_local(child.tag), []).append(_content(child, levels - 1))
    found |= {name: values[0] if len(values) == 1 else values for name, values in children.items()}
    text = "".join([element.text or "", *(child.tail or "" for child in element)]).strip()
    if not found:
        return text
    return {**found, _TEXT: text} if text else found


def to_xml(value: Any, root: str = "") -> str:
    """Return a value in the form of `parse_xml` as XML; anything but an object with one name gets a root (default
    `root`).

    Raises ValueError if a name is illegal in XML.
    """
    if root or not isinstance(value, dict) or len(value) != 1 or isinstance(next(iter(value.values())), list):
        value = {root or "root": {"item": value} if isinstance(value, list) else value}
    ((name, content),) = value.items()
    return tostring(_element(name, content), encoding="unicode")


def _element(name: str, content: Any) -> Element:
    element = Element(_checked(name))
    if not isinstance(content, dict):
        element.text = _written(content)
        return element
    for key, inner in content.items():
        if key == _TEXT:
            element.text = _written(inner)
        elif key.startswith(_ATTRIBUTE):
            element.set(_checked(key.removeprefix(_ATTRIBUTE)), _written(inner))
        else:
            element.extend(_element(key, one) for one in (inner if isinstance(inner, list) else [inner]))
    return element


def _checked(name: str) -> str:
    if _NAME.fullmatch(name) is None:
        raise FormatError(_NO_NAME.filled(name=name[:64]))
    return name


def _written(value: Any) -> str:
    return "" if value is None else _UNFIT.sub("", to_text(value))
