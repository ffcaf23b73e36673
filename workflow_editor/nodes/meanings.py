"""Changed meanings of values: a node keeps those of its creation. Pure.

The document stores the type's version (`type_version`), and each name below is the first version of a meaning.
Published documents are hashed and never rewritten.
"""

from tools.core.formats.csv_lines import Guard

FIRST = 1
"""Version of nodes made before there was a second one, and of what has none."""
NEWEST = 2
"""Version of new nodes."""

NULL_IS_MISSING = 2
"""Filters of templates read null as a value that is not there."""
EXACT_EQUALITY = 2
"""A text equals a number only in the form in which the number is written; null is not an empty text."""
NUMBERS_OR_REFUSED = 2
"""Sums and averages refuse a text that is no number, where they left it out."""
NUMBERS_ARE_NO_FORMULAS = 2
"""CSV gets no apostrophe before amounts and telephone numbers with a sign."""
CELLS_ARE_WHOLE = 2
"""A text that a cell of Excel cannot hold is refused, where it was cut or lost its control characters."""
ANY_METHOD_HAS_A_BODY = 2
"""The body of a DELETE or GET is sent, where it was dropped."""
JSON_FIELDS_ARE_ALIKE = 2
"""JSON of requests, answers and files is read by `json_field`; an answer was text where it was written out."""
JAVASCRIPT_HAS_BIG_INTEGERS = 2
"""Code gets integers beyond 2^53 as BigInt, where they were rounded to a number."""
LONG_INTEGERS_ARE_TEXTS_IN_CEL = 2
"""Expressions compare integers beyond 64 bits by their digits, where they were rounded to doubles."""
SIZES_ARE_CHARACTERS = 2
"""`size` of a text counts its characters, as CEL defines it; before, its bytes in UTF-8."""
NULL_IS_LEFT_OUT = 2
"""Null values in a query, form or header are not sent; before, as a text."""
COOKIES_LAST_FOR_THE_RUN = 2
"""Requests send the cookies that earlier ones of the run have got."""
NAMES_COME_ONCE = 2
"""Two picked fields of one name are refused, where the second won."""
NOW_HAS_A_ZONE = 2
"""`now` and `today` in templates are of the trigger's zone, else of the installation's, and `now` has its offset."""
POSTS_HAVE_PAGES = 2
"""All pages of a POST are fetched where a person asks for them."""
CARRIED_TOOLS_ARE_NEWEST = 2
"""Omitted settings of a node's tool are those of new tools; before, as in `ToolModel.earlier`."""
RESULTS_ARE_READ = 2
"""Return values decide a tool's success (`core.call.returned_values`); before, scripts and workflows returned data."""
NOTHING_FOUND_IS_NO_FAILURE = 2
"""An empty tool result stops the run and never uses the error port, unless the node continues."""
REFERENCES_LEAD_SOMEWHERE = 2
"""A reference to an input or a field that does not exist, or a missing argument, keeps a graph from running."""
ATTEMPTS_ARE_COUNTED_ONCE = 2
"""A node that calls one tool makes as many calls as its policy allows; before, the gateway also retried each."""
FILES_ARE_READ = 2
"""A node that reads a text reads the content of a file given in its place; before, the reference to the file."""
NO_ANSWER_FAILS = 2
"""A node fails if its model refuses, is cut off or writes nothing; before, it continued."""
JSON_BETWEEN_WORDS = 2
"""JSON between words is found in an answer; of several code fences the last one counts, where it was the first."""


def guard_of(version: int, guards: bool) -> Guard:
    """Return which texts get an apostrophe in a CSV that a node writes."""
    if version < NUMBERS_ARE_NO_FORMULAS:
        return "signs"
    return "formulas" if guards else "none"
