"""What python-liquid says is wrong with a template, in both languages. Pure."""

from tools.core.definitions import Text

_WORDS = {
    "end of expression": Text("end of expression", "表达式结束"),
    "end of file": Text("end of file", "模板结尾"),
    "word": Text("a name", "名称"),
    "string": Text("a text in quotes", "带引号的文本"),
    "integer": Text("a number", "数字"),
    "float": Text("a number", "数字"),
    "a primitive expression": Text("a value or a name", "值或名称"),
    "an identifier": Text("a name", "名称"),
    "an infix expression": Text("an operator", "运算符"),
    "'reversed', 'offset' or 'limit'": Text("reversed, offset or limit", "reversed、offset 或 limit"),
    "lparen": Text("“(”", "“(”"),
    "rparen": Text("“)”", "“)”"),
    "lbracket": Text("“[”", "“[”"),
    "rbracket": Text("“]”", "“]”"),
    "pipe": Text("“|”", "“|”"),
    "colon": Text("“:”", "“:”"),
    "comma": Text("“,”", "“,”"),
    "dot": Text("“.”", "“.”"),
    "range": Text("“..”", "“..”"),
    "eq": Text("“==”", "“==”"),
    "ne": Text("“!=”", "“!=”"),
    "assign": Text("“=”", "“=”"),
}
"""The library's names of what it reads; the others are signs and words of templates themselves."""
_WHOLE = {
    "missing expression": "缺少表达式",
    "missing or unexpected path segment": "点号或方括号后缺少名称",
    "comment tag was never closed": "{% comment %} 没有结束标签",
    "unbalanced parentheses": "圆括号不成对",
    "loop iteration limit reached": "循环次数过多",
    "output stream limit reached": "生成的文本过长",
    "local namespace limit reached": "变量占用过多",
    "range literal length limit reached": "区间过长",
}


def liquid_reason(message: str, otherwise_zh: str) -> Text:
    """Return the reason without a full stop.

    Args:
        message: what the library wrote.
        otherwise_zh: the Chinese words for reasons that are not known here; in English the library's own stay.
    """
    if known := _WHOLE.get(message):
        return Text(message, known)
    expected, found_word, found = message.partition(", found ")
    if found_word and expected.startswith("expected "):
        wanted, got = _word(expected.removeprefix("expected ")), _word(found)
        return Text(f"expected {wanted.en}, found {got.en}", f"此处应为{wanted.zh}，实际为{got.zh}")
    kind, _, rest = message.partition(" ")
    if kind == "unexpected" and rest.startswith("tag "):
        tag = "{% " + _unquoted(rest.removeprefix("tag ")) + " %}"
        return Text(f"{tag} does not exist or does not belong here", f"{tag} 不存在或位置不对")
    if kind == "unexpected" and len(_unquoted(rest)) == 1:
        return Text(f"“{_unquoted(rest)}” cannot be used here", f"此处不能使用“{_unquoted(rest)}”")
    return Text(message, otherwise_zh)


def _word(name: str) -> Text:
    if known := _WORDS.get(name):
        return known
    if name.startswith("tag "):
        tag = "{% " + _unquoted(name.removeprefix("tag ")) + " %}"
        return Text(tag, f" {tag} ")
    return Text(f"“{_unquoted(name)}”", f"“{_unquoted(name)}”")


def _unquoted(word: str) -> str:
    quoted = len(word) > 1 and word[0] == word[-1] and word[0] in "'\""
    return word[1:-1] if quoted else word
