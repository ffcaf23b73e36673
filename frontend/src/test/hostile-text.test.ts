/** Texts made to freeze a screen, over which each reader of outside text takes a time in proportion to their length. */

import { EditorState, Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { functionIdOf } from "@/api/function-id";
import { toDiagnostics } from "@/components/code-diagnostics";
import { minimalChange } from "@/components/code-mirror";
import { findVariables } from "@/components/template-editor/find-variables";
import { chipsIn } from "@/components/template-editor/reference-chips";
import { oneLine } from "@/components/template-editor/single-line";
import { referencesIn } from "@/components/template-editor/template-syntax";
import { completing, typedReference } from "@/components/template-editor/typed-reference";
import { knownVariables } from "@/components/template-editor/variables-state";
import { isForeign, meantBy, wrongSyntaxIn } from "@/components/template-editor/wrong-syntax";
import { parseClipboard } from "@/document/clipboard";
import { firstLine, plainTemplate, shortReference } from "@/document/config";
import { foundReferences } from "@/document/found-references";
import { uniqueKey, uniqueName } from "@/document/naming";
import { parseReference } from "@/document/reference-path";
import { renameReferences } from "@/document/references";
import { summarise } from "@/document/summary";
import { pastedCells } from "@/features/tables/grid/cell-text";
import { localText } from "@/i18n/local-text";
import { isEqualJson } from "@/lib/equal-json";
import { withFileLinks } from "@/lib/file-links";
import { MAX_DEPTH, parseJson, readJsonObject, readValue, shownValue } from "@/lib/json";
import { markdownBlocks } from "@/lib/markdown";
import { markMentions, mentionsIn } from "@/lib/mentions";
import { EMPTY_TEXT, mergePiece, type StreamPiece } from "@/runs/stream-text";
import { CONDITIONS, node, typeWithLine, typeWithSchema } from "@/test/documents";
import { expectGrowth } from "@/test/growth";

/** Characters of a pasted document or of an answer. */
const LARGE = 1_000_000;

type Row = {
  reader: string;
  read: (text: string) => unknown;
  /** Text repeated up to the required length; several hostile texts of one reader. */
  texts: Readonly<Record<string, Made>>;
  /** Characters of the longest text that reaches the reader, or that it reads. */
  limit: number;
  /** Allowed power of its growth; 1 by default. */
  power?: number;
};
type Made = string | { before?: string; repeated: string; after?: string };

function textOf(made: Made, length: number): string {
  const { before = "", repeated, after = "" } = typeof made === "string" ? { repeated: made } : made;
  return before + repeated.repeat(Math.max(1, Math.floor(length / repeated.length))) + after;
}

const KNOWN = knownVariables([
  {
    id: "fetch",
    nodeKey: "fetch",
    title: { en: "Fetch", zh: "抓取" },
    variables: [],
  },
]);
const FINDING = { line: 1, code: "x", severity: "error", message: { en: "x", zh: "x" } } as const;
const NODES = [node("fetch", "http_request", { name: "Fetch" })];
const PEOPLE = new Set(["mai", "li.wei"]);
const RENAMING = {
  keys: new Map([["fetch", "get"]]),
  names: new Map([["Fetch", "Get page"]]),
  keyOf: new Map([["Get page", "get"]]),
};
const CEL = typeWithSchema({
  properties: { text: { "x-widget": "template" }, expression: { "x-widget": "cel" } },
});

const BRACES: Row["texts"] = {
  "openings of tags": "{{",
  "one brace": "{",
  "openings with a word": "{{ a ",
  "openings of both kinds": "{{ {% ",
  "spaces in a tag": { before: "{{", repeated: " ", after: "x" },
  "spaces in a tag that is closed": { before: "{{ a", repeated: " ", after: "b }}" },
  "a tag of dashes": { before: "{{", repeated: "-", after: "}}" },
  "words joined by dashes": { before: "{{ ", repeated: "a-", after: " }}" },
  filters: { before: "{{ a", repeated: "|", after: "" },
  "many references": "{{ nodes.fetch.x }} ",
  "line breaks": "{{\n",
};
const PATHS: Row["texts"] = {
  "many steps": { before: "nodes", repeated: ".a" },
  "many indexes": { before: "nodes", repeated: "[0]" },
  "spaces before a step": { before: "nodes", repeated: " ", after: "!" },
  "spaces between steps": { before: "nodes", repeated: " . a", after: "!" },
  "spaces in brackets": { before: "nodes[", repeated: " ", after: "!" },
  "a string without an end": { before: 'nodes["', repeated: "a" },
  "references in references": 'nodes["',
  "references in single quotes": "nodes['",
};
const STRINGS: Row["texts"] = {
  "escaped quotes": { before: '"', repeated: '\\"' },
  "quotes of both kinds": "\"'",
  backslashes: { before: "'", repeated: "\\" },
};

const ROWS: Row[] = [
  {
    reader: "markdownBlocks",
    read: markdownBlocks,
    limit: 100_000,
    texts: {
      marks: "*a* ",
      "marks in words": "a_b_",
      stars: "*",
      underscores: "_",
      backticks: "`",
      brackets: "[",
      "links without an end": "[a](b",
      "links with pairs in them": "[a](()",
      "an address of pairs without an end": { before: "[a](", repeated: "()" },
      fences: "```\n",
      "open fences": "```a\nb\n",
      quotes: "> a\n",
      items: "- a\n",
      "spaces before an item": { repeated: " ", after: "a" },
      "a number without an end": "1",
      "spaces in a heading with another line break": { before: "#", repeated: " ", after: "\ra\rb" },
      "spaces in an item with another line break": { before: "-", repeated: " ", after: "\ra\rb" },
      "almost a rule": { before: "---", repeated: " ", after: "a" },
      "marks in marks": { repeated: "**__*_", after: "a" },
      "empty lines": "\n",
      "letters of two units": "😀*",
      "rows of a table": { before: "|a|\n|-|\n", repeated: "|b|\n" },
      "a wide table": { before: "|a", repeated: "|-", after: "\n" },
      "quotes in quotes": { repeated: "> ", after: "a" },
      "lists in lists": { repeated: "- ", after: "a" },
      tasks: "- [ ] a\n",
      pictures: "![",
      "pictures in links": "[![a](b",
      addresses: "http://a.b ",
      "addresses without a space": "http://a:",
      "definitions of links": "[a]: b\n",
      "links by name": "[a][b]",
      "links in pairs": "[a](",
      "addresses in brackets": "<a:",
      "HTML comments": "<!--",
      "tags without an end": "<a ",
      entities: "&a",
      "crossed out": "~~a",
      "fences of all lengths": { before: "", repeated: "`a``a```a````a", after: "" },
    },
  },
  {
    reader: "markdownBlocks, beyond its limit",
    read: markdownBlocks,
    limit: 5_000_000,
    texts: { marks: "*a* `b`\n" },
  },
  {
    reader: "withFileLinks",
    read: withFileLinks,
    limit: 5_000_000,
    texts: {
      brackets: "[",
      "links without an end": "[a](/api/tools/files/",
      addresses: `/api/tools/files/${"0".repeat(36)}/ `,
      "half addresses": `/api/tools/files/${"0".repeat(35)}`,
    },
  },
  { reader: "referencesIn", read: referencesIn, limit: LARGE, texts: BRACES },
  {
    reader: "chipsIn",
    read: (text) => chipsIn(EditorState.create({ doc: text }), false),
    limit: 100_000,
    texts: BRACES,
  },
  ...(["template", "json", "expression"] as const).map((language) => ({
    reader: `wrongSyntaxIn, ${language}`,
    read: (text: string) => wrongSyntaxIn(text, language, KNOWN),
    limit: 20_000,
    texts: {
      ...BRACES,
      ...PATHS,
      ...STRINGS,
      calls: "$(",
      words: "and ",
      steps: "a.a",
      "tags with a mark": "{{#",
      "another product": "{{ $json.a }} ",
      "tags beside operators": "{{a}}===",
      "a call of another product without an end": '$("',
      "steps of another product": { before: "$json", repeated: ".a" },
      "indexes of another product": { before: "$json", repeated: "[0]" },
      "names in single braces": "{a}",
      "half of single braces": "{a",
      "words of other letters": { before: "{", repeated: "字" },
    },
  })),
  {
    reader: "toDiagnostics",
    // As many as the server sends, all of them at the end of one line.
    read: (text) =>
      toDiagnostics(
        Array.from({ length: 100 }, () => ({ ...FINDING, column: text.length })),
        Text.of([text]),
        ({ en }) => en,
      ),
    limit: 50_000,
    texts: { letters: "a", "letters of two units": "😀", spaces: " " },
  },
  {
    reader: "parseJson",
    read: (text) => isEqualJson(readValue(text), readValue(text)),
    limit: 2_000_000,
    texts: {
      "lists that are open": "[",
      "many lists": { before: "[", repeated: "[],", after: "1]" },
      "many objects": { before: "[", repeated: '{"a":[]},', after: "1]" },
      "many names": { before: '{"a":1', repeated: ',"a":{}', after: "}" },
    },
  },
  ...(["template", "json", "expression"] as const).map((language) => ({
    reader: `typedReference, ${language}`,
    read: (text: string) => typedReference(text, language),
    limit: LARGE,
    texts: { ...BRACES, ...PATHS, ...STRINGS, letters: "a", slashes: "/" },
  })),
  {
    reader: "completing",
    read: (text) => completing(`{{ ${text}`, { from: 0, query: "" }, 3, ["nodes", "a"], "template"),
    limit: LARGE,
    texts: { ...BRACES, ...PATHS },
  },
  { reader: "parseReference", read: parseReference, limit: LARGE, texts: PATHS },
  {
    reader: "foundReferences",
    read: (text) => foundReferences(text, NODES),
    limit: 200_000,
    texts: { ...BRACES, ...PATHS, steps: "a.", brackets: '["' },
  },
  {
    reader: "mentionsIn and markMentions",
    read: (text) => [mentionsIn(text, PEOPLE), markMentions(text, PEOPLE)],
    limit: 100_000,
    texts: { signs: "@", "one long name": { before: "@", repeated: "a." }, names: "@mai." },
  },
  {
    reader: "pastedCells",
    read: pastedCells,
    limit: 200_000,
    texts: {
      quotes: '"',
      "a cell without an end": { before: '"', repeated: "a\t" },
      cells: "a\t",
      rows: "\n",
    },
  },
  {
    reader: "meantBy",
    read: (text) => [isForeign(text), meantBy(text, KNOWN)],
    limit: LARGE,
    texts: {
      ...PATHS,
      "a call of spaces": { before: "$(", repeated: " " },
      "a call of calls": { before: "$('a')", repeated: ".first()" },
      marks: "#",
      "steps between marks": { before: "#", repeated: "a.", after: "#" },
    },
  },
  {
    reader: "renameReferences",
    read: (text) => renameReferences({ text, expression: text }, RENAMING, CEL),
    limit: LARGE,
    texts: {
      ...BRACES,
      ...PATHS,
      "names in a tag": { before: "{{ ", repeated: "Fetch.a " },
      percent: "{%",
      "quotes in an expression": '"',
      "escapes in an expression": { before: '"', repeated: "\\" },
    },
  },
  { reader: "plainTemplate", read: plainTemplate, limit: LARGE, texts: BRACES },
  {
    reader: "shortReference",
    read: shortReference,
    limit: LARGE,
    texts: { ...PATHS, dashes: "-", bars: "|" },
  },
  { reader: "firstLine", read: firstLine, limit: LARGE, texts: { ...BRACES, "empty lines": " \n" } },
  {
    reader: "summarise, a condition",
    read: (variable) =>
      summarise(
        node("n", "lined", { config: { value: [{ variable, operator: "equals", value: variable }] } }),
        typeWithLine("{value|first}", CONDITIONS),
      ),
    limit: LARGE,
    texts: { ...BRACES, ...PATHS },
  },
  {
    reader: "summarise, a request",
    read: (value) => summarise(node("n", "lined", { config: { value } }), typeWithLine("{value|host}")),
    limit: LARGE,
    texts: { ...BRACES, scheme: "a", colons: "a:/" },
  },
  {
    reader: "summarise, code",
    read: (value) =>
      summarise(node("n", "lined", { config: { value } }), typeWithLine("{value}", { "x-widget": "code" })),
    limit: LARGE,
    texts: { comments: "#\n", spaces: " " },
  },
  {
    reader: "uniqueKey",
    read: (text) => uniqueKey(text, new Set()),
    limit: LARGE,
    texts: {
      underscores: { before: "a", repeated: "_", after: "b" },
      "underscores first": { repeated: "_", after: "b" },
      spaces: { before: "a", repeated: " ", after: "b" },
    },
  },
  {
    reader: "uniqueName",
    read: (text) => uniqueName(text, new Set()),
    limit: LARGE,
    texts: { spaces: { before: "a", repeated: " ", after: "b" }, numbers: " 1" },
  },
  { reader: "functionIdOf", read: functionIdOf, limit: LARGE, texts: { colons: ":", ids: "mcp:" } },
  {
    reader: "oneLine",
    read: oneLine,
    limit: 5_000_000,
    texts: {
      spaces: { repeated: " ", after: "x" },
      "line breaks": "\n",
      both: " \n ",
      "spaces between words": { before: "a\n", repeated: "a   " },
    },
  },
  {
    reader: "minimalChange",
    read: (text) => minimalChange(text, `a${text}`),
    limit: LARGE,
    texts: { letters: "a", words: "ab" },
  },
  {
    reader: "findVariables",
    read: (text) => findVariables(KNOWN.groups, text, localText),
    limit: LARGE,
    texts: { dots: ".", words: "a ", brackets: "[" },
  },
  {
    reader: "readValue and shownValue",
    read: (text) => shownValue(readValue(text)),
    limit: 500_000,
    texts: {
      "lists that are open": "[",
      "a long list": { before: "[", repeated: "1,", after: "1]" },
      digits: "1",
      "a text": { before: '"', repeated: "\\u0000", after: '"' },
    },
  },
  {
    reader: "readJsonObject",
    read: readJsonObject,
    limit: 5_000_000,
    texts: { "objects that are open": '{"a":' },
  },
  {
    reader: "parseClipboard",
    read: parseClipboard,
    limit: 5_000_000,
    texts: {
      "our mark": "flowloom/nodes",
      "lists that are open": { before: '["flowloom/nodes"', repeated: ",[" },
    },
  },
  ...Object.entries({
    "in order": (pieces: StreamPiece[]) => pieces,
    backwards: (pieces: StreamPiece[]) => pieces.toReversed(),
    "all but the first, then the first": (pieces: StreamPiece[]) => [
      ...pieces.slice(1),
      ...pieces.slice(0, 1),
    ],
    "each twice": (pieces: StreamPiece[]) => pieces.flatMap((piece) => [piece, piece]),
  }).map(([order, arranged]) => ({
    reader: `mergePiece, ${order}`,
    read: (text: string) =>
      arranged(Array.from(text, (letter, offset) => ({ offset, text: letter }))).reduce(
        mergePiece,
        EMPTY_TEXT,
      ),
    limit: 4000,
    // A piece that comes early or twice is set beside the whole text; a server sends a few of them.
    power: 2,
    texts: { letters: "a", "letters of two units": "😀" },
  })),
];

/** JSON of so many levels. */
const nested = (depth: number) =>
  `${'{"a":['.repeat(depth / 2)}"{{ nodes.fetch.x }}"${"]}".repeat(depth / 2)}`;

describe.each(ROWS)("$reader", ({ read, texts, limit, power }) => {
  it.each(Object.entries(texts))("takes time by length over %s", (_name, made) => {
    expectGrowth(
      (length) => {
        const text = textOf(made, length);
        return () => read(text);
      },
      limit,
      power,
    );
  });
});

describe("values nested deeply", () => {
  it.each([MAX_DEPTH + 2, 1000, 100_000])("keeps %d levels out, as the text that they are", (depth) => {
    expect(() => parseJson(nested(depth))).toThrow(SyntaxError);
    expect(readValue(nested(depth))).toBe(nested(depth));
    expect(readJsonObject(nested(depth))).toBeNull();
    expect(
      parseClipboard(`{"format":"flowloom/nodes","version":1,"nodes":[${nested(depth)}],"edges":[]}`),
    ).toBeNull();
  });

  it("compares, renames and writes the deepest that gets in", () => {
    const deepest = parseJson(nested(MAX_DEPTH));
    expect(isEqualJson(deepest, parseJson(nested(MAX_DEPTH)))).toBe(true);
    expect(JSON.stringify(renameReferences({ deepest }, RENAMING, undefined))).toContain("nodes.get.x");
    expect(readValue(shownValue(deepest))).toEqual(deepest);
  });

  it("parses nothing from outside around that reader", () => {
    const sources = import.meta.glob<string>(
      ["/src/**/*.{ts,tsx}", "!/src/test/**", "!/src/**/*.test.*", "!/src/**/*.catalogue.*"],
      {
        query: "?raw",
        import: "default",
        eager: true,
      },
    );
    const parsing = Object.keys(sources).filter((path) => sources[path]?.includes("JSON.parse"));
    // What this page stored itself, and what the server of this page sends.
    expect(parsing.sort()).toEqual(["/src/lib/json.ts", "/src/stores/unsent.ts"]);
  });
});
