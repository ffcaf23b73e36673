"""XML as JSON values and back. Pure.

An element is an object of its attributes (`@name`), its children by name and its text (`#text`); a repeated child is a
list, and an element with nothing but text is that text.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, tostring  # writes and types only; `defusedxml` parses

from tools.core.json_text import MAX_DEPTH
from workflow_editor.nodes.lookup import to_text

_ATTRIBUTE, _TEXT = "@", "#text"
_NAME = re.compile(r"[^\W\d][\w.-]{0,199}(?::[^\W\d][\w.-]{0,199})?")
_DECLARATION = re.compile(r"^\ufeff?\s{0,100}<\?xml[^>]{0,200}\?>")
"""Left out: the encoding that it names is not that of a text."""
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parse_xml(text: str) -> Any:
    """Return `{root: content}`; namespaces are left out of the names.

    Raises:
        ValueError: it is malformed, nested too deeply, or declares a document type or entities.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(_DECLARATION.sub("", text, count=1), forbid_dtd=True)
    except DefusedXmlException as error:
        raise ValueError("it declares a document type or entities; remove the <!DOCTYPE …>") from error
    except ParseError as error:
        raise ValueError(str(error)) from error
    return {_local(root.tag): _content(root, MAX_DEPTH - 1)}


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _content(element: Element, levels: int) -> Any:
    if levels == 0:
        raise ValueError(f"it is nested deeper than {MAX_DEPTH} levels")
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
    """Return a value as XML.

    Args:
        value: as `parse_xml` returns it; what is no object with one name gets a root.
        root: name of the root; "" is `root`.
    Raises:
        ValueError: a name is none in XML.
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
        raise ValueError(f"{name[:64]!r} is no name in XML")
    return name


def _written(value: Any) -> str:
    return "" if value is None else _UNFIT.sub("", to_text(value))
