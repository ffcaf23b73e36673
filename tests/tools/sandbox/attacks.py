"""Attacks of hostile code in each language, and the kind of failure that it must meet."""

from dataclasses import dataclass

from tools.sandbox.limits import MAX_LOG_BYTES, MAX_RESULT_BYTES
from tools.sandbox.outcome import Language


@dataclass(frozen=True)
class Attack:
    """One program; `kind` is that of the error that ends it."""

    language: Language
    name: str
    code: str
    kind: str

    def __str__(self) -> str:
        return f"{self.language}: {self.name}"


_PYTHON = [
    ("an endless loop", "while len(args) < 9: pass", "time"),
    ("an endless loop that catches everything", "while True:\n try:\n  x = 1\n except BaseException: pass", "time"),
    ("an endless loop in a comprehension", "[x for x in iter(int, 1) if x]", "time"),
    ("a list without end", "x = []\nwhile True: x.append('a' * 100_000)", "memory"),
    ("a text without end", "x = 'a'\nwhile True: x = x + x", "memory"),
    ("a table without end", "x = {}\nwhile True: x[len(x)] = [0] * 10_000", "memory"),
    ("a huge list at once", "[0] * 10 ** 10", "memory"),
    ("a huge number", "10 ** 10 ** 9", "memory"),
    ("a huge padding", "f'{1:>{10 ** 10}}'", "memory"),
    ("deep recursion", "def f(n): return f(n + 1)\nf(0)", "exception"),
    ("deep nesting", "eval('(' * 5_000 + '1' + ')' * 5_000)", "syntax"),
    ("a nested value", "x = []\nfor _ in range(100_000): x = [x]\nx", "result"),
    ("huge output", f"for _ in range({MAX_LOG_BYTES}): print('a' * 100)", "output"),
    ("a huge result", f"'a' * {MAX_RESULT_BYTES + 1}", "result"),
    ("a regular expression that backtracks", "import re\nre.match('(a+)+$', 'a' * 40 + 'b')\n1 / 0", "exception"),
    ("sleeping", "import time\nfor _ in range(9): time.sleep(9)", "exception"),
    ("a module of the system", "import subprocess", "exception"),
    ("the network", "import socket", "exception"),
    ("the network by another module", "import urllib.request", "exception"),
    ("a file", "open('/etc/passwd').read()", "exception"),
    ("a file by path", "import pathlib\npathlib.Path('/etc/passwd').read_text()", "exception"),
    ("writing a file", "open('planted.txt', 'w').write('x')", "exception"),
    ("the environment", "import os\nos.environ['PATH']", "exception"),
    ("a command", "import os\nos.system('id')", "exception"),
    ("the classes behind an object", "().__class__.__bases__[0].__subclasses__()", "exception"),
    ("the globals behind a function", "def f(): pass\nf.__globals__", "exception"),
    ("importing by name", "__import__('os')", "exception"),
    ("code in a text", "eval(\"__import__('os').system('id')\")", "exception"),
    ("an endless loop in a comparison", "def f(x):\n while True: pass\nsorted([3, 2, 1], key=f)", "time"),
    (
        "an endless loop of tasks",
        "import asyncio\nasync def f():\n while True: await asyncio.sleep(0)\nasyncio.run(f())",
        "time",
    ),
    ("an endless loop after another", "try:\n while True: pass\nfinally:\n while True: pass", "time"),
    ("bytes without end", "x = b'a'\nwhile True: x = x + x", "memory"),
    ("a set without end", "x = set()\nwhile True: x.add('a' * 1000 + str(len(x)))", "memory"),
    ("a huge repetition", "'a' * 10 ** 10", "memory"),
    ("a huge range as a list", "list(range(10 ** 10))", "memory"),
    (
        "memory after memory is gone",
        "x = []\nwhile True:\n try:\n  x.append('a' * 1_000_000)\n except BaseException: pass",
        "memory",
    ),
    ("a number that is none", "float('nan')", "result"),
    ("huge output at once", f"print('a' * {MAX_LOG_BYTES + 1})", "output"),
    ("recursion of a comparison", "x = []\nx.append(x)\ny = []\ny.append(y)\nx == y", "exception"),
    ("deep JSON", "import json\njson.loads('[' * 200_000)", "exception"),
    ("a function that was not granted", "http_get(url='http://127.0.0.1/')", "exception"),
    ("endless calls of a module", "import html\nwhile True: html.escape('a')", "calls"),
    (
        "endless calls of a module that catch everything",
        "import html\nwhile True:\n try: html.escape('a')\n except BaseException: pass",
        "calls",
    ),
    ("huge texts for a module", "import html\nfor _ in range(9): html.escape('<' * 1_000_000)", "exception"),
    ("a huge address for a cache", "from urllib.parse import urlsplit\nurlsplit('x' * 100_000)", "exception"),
    ("a huge list out of a module", "import statistics\nstatistics.quantiles([1, 2], n=10 ** 9)", "exception"),
    ("the module behind a module", "import statistics\nstatistics.sys", "exception"),
    ("the globals behind a module's function", "import html\nhtml.escape.__globals__", "exception"),
    ("a module's function in another's place", "import html\nhtml.escape = print", "exception"),
    ("the object behind a signature", "import hmac\nhmac.new(b'k', b'', 'sha256')._hmac", "exception"),
    ("a digest that is none", "import hmac\nhmac.new(b'k', b'', '<function os at 0x1>')", "exception"),
    ("a time zone that is a path", "from zoneinfo import ZoneInfo\nZoneInfo('../../../etc/passwd')", "exception"),
    ("attributes in a format", "'{0.__class__.__init__.__globals__}'.format(args)", "exception"),
]
_JAVASCRIPT = [
    ("an endless loop", "for (;;);", "time"),
    ("an endless loop that catches everything", "for (;;) { try { null.x } catch {} }", "time"),
    ("an endless loop of promises", "(async () => { for (;;) await 0; })()", "time"),
    ("an endless loop of jobs", "const again = () => queueMicrotask(again); again()", "time"),
    ("an endless loop in a value", "({ toJSON() { for (;;); } })", "time"),
    ("an endless loop in a trap", "JSON.stringify(new Proxy({}, { ownKeys() { for (;;); } }))", "time"),
    ("an endless loop in a comparison", "[3, 2, 1].sort(() => { for (;;); })", "time"),
    ("a regular expression that backtracks", "/(a+)+$/.test('a'.repeat(40) + 'b')", "time"),
    ("a list without end", "const x = []; for (;;) x.push('a'.repeat(1000) + x.length)", "memory"),
    ("a list that is spread without end", "[...(function* () { for (;;) yield {}; })()]", "memory"),
    ("a table without end", "const x = new Map(); for (;;) x.set(x.size, new Array(1000).fill(0))", "memory"),
    ("objects without end", "let x = {}; for (;;) x = { x }", "memory"),
    ("closures without end", "const x = []; for (;;) x.push(() => x)", "memory"),
    ("a huge list at once", "new Array(1e8).fill(1)", "memory"),
    ("a huge buffer at once", "new Uint8Array(2 ** 30)", "memory"),
    ("buffers without end", "const x = []; for (;;) x.push(new Uint8Array(1e6))", "memory"),
    ("memory after memory is gone", "const x = []; for (;;) { try { x.push(new Uint8Array(1e5)) } catch {} }", "time"),
    ("a text without end", "let x = 'a'; for (;;) x += x", "exception"),
    ("a huge number", "2n ** (2n ** 40n)", "exception"),
    ("deep recursion", "const f = () => f(); f()", "exception"),
    ("recursion through getters", "const x = { get y() { return this.y; } }; x.y", "exception"),
    ("deep nesting", "eval('('.repeat(50_000) + '1' + ')'.repeat(50_000))", "exception"),
    ("deep JSON", "JSON.parse('['.repeat(200_000))", "exception"),
    ("a nested value", "let x = []; for (let i = 0; i < 100_000; i++) x = [x]; args.x = x; x", "exception"),
    ("a value in itself", "const x = {}; x.x = x; x", "exception"),
    ("huge output", "for (;;) console.log('a'.repeat(100))", "output"),
    ("huge output at once", f"console.log('a'.repeat({MAX_LOG_BYTES}))", "output"),
    ("a huge result", f"'a'.repeat({MAX_RESULT_BYTES + 1})", "result"),
    ("a number that is none", "0 / 0", "result"),
    ("a promise that never ends", "new Promise(() => {})", "exception"),
    ("waiting", "setTimeout(() => 1, 1e9)", "exception"),
    ("a module of the system", "require('child_process')", "exception"),
    ("a module by promise", "import('fs')", "exception"),
    ("a module by statement", "import fs from 'fs'", "syntax"),
    ("the network", "fetch('http://127.0.0.1/')", "exception"),
    ("the process", "process.env.PATH", "exception"),
    ("the process by a constructor", "this.constructor.constructor('return process')()", "exception"),
    ("the process by the caller", "(function f() { return f.caller.caller.process.env; })()", "exception"),
    ("the function to the outside", "host('call', '[]')", "exception"),
    ("a function that was not granted", "http_get({ url: 'http://127.0.0.1/' })", "exception"),
    ("compiled code", "new WebAssembly.Module(new Uint8Array(8))", "exception"),
    ("code in a text", "eval('process.exit(1)')", "exception"),
    ("a language that is a path", "new Intl.NumberFormat('../../../etc/passwd')", "exception"),
    ("a language without end", "new Intl.NumberFormat('en' + '-aa'.repeat(1e6))", "exception"),
    ("a time zone that is a path", "new Intl.DateTimeFormat('en', { timeZone: '../../../etc/passwd' })", "exception"),
    ("digits without end", "new Intl.NumberFormat('en', { minimumFractionDigits: 1e9 }).format(1)", "exception"),
    ("a number without end", "(10n ** 9999n).toLocaleString()", "exception"),
    ("a date beyond the calendar", "new Date(8.64e15).toLocaleString()", "exception"),
    ("an option that is none", "new Intl.NumberFormat('en', { __proto__: null, a: 1 })", "exception"),
    ("options in a trap", "new Intl.NumberFormat('en', new Proxy({}, { ownKeys() { for (;;); } }))", "time"),
    ("a number in a trap", "new Intl.NumberFormat('en').format({ valueOf() { for (;;); } })", "time"),
    ("endless formats", "for (;;) (1).toLocaleString()", "time"),
    ("the function behind a format", "Intl.NumberFormat.constructor('return process')()", "exception"),
]
ATTACKS = [
    *(Attack("python", *row) for row in _PYTHON),
    *(Attack("javascript", *row) for row in _JAVASCRIPT),
]
SLOW = {one.code for one in ATTACKS if one.kind == "time" or one.name == "sleeping"}
"""Attacks on the limit of time."""
