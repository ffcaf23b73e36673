"""Templates, expressions and values made at random out of what is bad for their evaluators. A seed gives the same."""

from random import Random
from typing import Any

_FILTERS = (
    "sort|uniq|reverse|split: ''|split: ' '|join: ''|join: inputs.text|append: inputs.text|prepend: inputs.text|size|"
    "replace: 'a', inputs.text|replace: 'a', 'bb'|strip_html|escape|url_encode|url_decode|json|concat: inputs.list|"
    "map: 'name'|where: 'name', 'a'|sum|times: 99999999|times: inputs.n|plus: 1|modulo: 7|divided_by: 3|round: 9|"
    "truncate: 9|truncatewords: 9|squish|date: '%Y%j%c'|slice: 0, 9|upcase|capitalize|strip_newlines|newline_to_br|"
    "compact|first|last|default: inputs.text|base64_encode|escape_once|sort_natural|remove: 'a'|find: 'name', 'x'"
).split("|")
_PATHS = (
    "inputs.text inputs.list inputs.rows inputs.deep inputs.json inputs.json[0] inputs.n a b i i.name inputs.tags"
).split()
_LOOPED = (
    "inputs.list|inputs.rows|(1..9)|(1..900)|(1..99999999)|(1..inputs.n)|a|inputs.rows reversed|inputs.tags".split("|")
)
_WORDS = "{{ {% %} }} {{- -%} {%- raw endraw comment endcomment doc ' \" | : . .. ( ) [ ] x <".split()


def random(seed: int) -> Random:
    """Return the source of all that is made for a seed."""
    return Random(seed)  # noqa: S311  nothing is kept secret with it


def template(random: Random) -> str:
    """Return a template; about half of them can be read."""
    return "".join(_piece(random, 0) for _ in range(random.randint(1, 6))) * random.choice((1, 1, 1, 5, 60))


def expression(random: Random) -> str:
    """Return an expression; nearly all of them can be read."""
    made = _term(random, random.randint(0, 5))
    joined = random.choice((" + ", " && ", " == ", " || ", ", "))
    made = joined.join([made] * random.choice((1, 1, 2, 30)))
    return f"[{made}]" if joined == ", " else made


def values(random: Random) -> dict[str, Any]:
    """Return inputs from tiny to large."""
    size = 10 ** random.uniform(0, 5)
    count, long = int(size ** random.uniform(0, 1)), int(size * 10 ** random.uniform(0, 1.5))
    return {
        "text": random.choice(("a", "a ", "<", "<a", "ä%", "é<b>")) * (long // 2),
        "list": [random.choice((1, "a", None, [1])) for _ in range(count)],
        "rows": [{"name": "a" * (long // (count + 1)), "n": number} for number in range(min(count, 3_000))],
        "deep": _nested(min(count, 200)),
        "json": "[" + "[]," * (long // 3) + "1]",
        "tags": ["t"] * (count // 10),
        "n": count,
        "big": 9 ** min(count, 2_000),
    }


def _nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def _piece(random: Random, depth: int) -> str:
    match random.randint(0, 9 if depth < 4 else 4):
        case 0:
            return "text " * random.randint(1, 50)
        case 1 | 2 | 3:
            return f"{{{{ {_filtered(random)} }}}}"
        case 4:
            return f"{{% assign {random.choice('ab')} = {_filtered(random)} %}}"
        case 5 | 6 | 7:
            body = "".join(_piece(random, depth + 1) for _ in range(random.randint(1, 3)))
            return f"{{% for i in {random.choice(_LOOPED)} %}}{body}{{% endfor %}}"
        case 8:
            left, right = random.choice(_PATHS), random.choice(_PATHS)
            sign = random.choice(("==", "!=", "contains", "<"))
            return f"{{% if {left} {sign} {right} %}}{_piece(random, depth + 1)}{{% endif %}}"
        case _:
            broken = "".join(random.choice(_WORDS) for _ in range(random.randint(1, 8)))
            return random.choice(
                (broken * random.randint(1, 900), f"{{% capture a %}}{_piece(random, depth + 1)}{{% endcapture %}}")
            )


def _filtered(random: Random) -> str:
    filters = "".join(f" | {random.choice(_FILTERS)}" for _ in range(random.choice((0, 1, 2, 3, 12))))
    return random.choice(_PATHS) + filters


_TERMS = (
    "{far}.map(x, {inner})",
    "[{inner}, {inner}].map(x, x + x)",
    "{near}.filter(x, {inner} == x)",
    "{near}.all(x, inputs.rows.exists(y, {inner} == y))",
    "({inner} + {far})",
    "({inner} == {far})",
    "inputs.text.contains({inner})",
    "inputs.text.matches({inner})",
    "inputs.text.startsWith({inner})",
    "size({inner})",
    "{{'a': {inner}, 'b': {inner}}}",
    "({inner} in {far} ? {inner} : 1)",
)
_LEAVES = "inputs.text|inputs.list|inputs.rows|inputs.deep|inputs.n|'a'|1|x|inputs|[1, 2, 3]".split("|")


def _term(random: Random, depth: int) -> str:
    if depth == 0:
        return random.choice(_LEAVES)
    inner, far, near = _term(random, depth - 1), _term(random, depth - 1), random.choice(_LEAVES)
    return random.choice(_TERMS).format(inner=inner, far=far, near=near)
