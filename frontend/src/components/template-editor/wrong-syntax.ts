/** Places where a field holds what another language, or another product, would understand. Pure. */

import {
  parseReference,
  type ReferenceLanguage,
  type ReferencePath,
  writeReference,
} from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";
import { localText } from "@/i18n/local-text";
import { isKnown, referencesIn } from "./template-syntax";
import { referenceAt } from "./typed-reference";
import type { KnownVariables } from "./variables-state";

export type WrongSyntax = {
  from: number;
  to: number;
  /** Correct text; null when nothing here fits. */
  replacement: string | null;
};

/** More are of no help, and texts may be long. */
const MOST = 20;
const LONGEST = 20_000;
const BRACES = /=?\{\{-?([^{}]*)\}\}/g;
/** Langflow and Python: a name in single braces. */
const SINGLE = /(?<!\{)\{(\p{Nd}*[\p{L}_][\p{L}\p{N}_]*)\}(?!\})/gu;
/** A string that is not closed ends with the text. */
const IN_EXPRESSION =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|(\$(?:json|input|node|\(\s*["'][^"']{0,200}["']\s*\))(?:\.\p{Nd}*[\p{L}_][\p{L}\p{N}_]*(?:\(\))?|\[[^\]]{0,200}\])*)|(===|!==)|\b(and|or|not)\b(?!\s*\()/gsu;
const OPERATORS: Readonly<Record<string, string>> = {
  "===": "==",
  "!==": "!=",
  and: "&&",
  or: "||",
  not: "!",
};

export function wrongSyntaxIn(
  text: string,
  language: ReferenceLanguage,
  known: KnownVariables,
): WrongSyntax[] {
  if (text.length > LONGEST) return [];
  const wrong = language === "expression" ? inExpression(text, known) : inTemplate(text, language, known);
  return wrong.sort((one, other) => one.from - other.from).slice(0, MOST);
}

function inTemplate(text: string, language: ReferenceLanguage, known: KnownVariables): WrongSyntax[] {
  const write = (inner: string, at: number) => {
    const path = meantBy(inner, known);
    return path && referenceAt(text, at, path, language);
  };
  const found: WrongSyntax[] = [];
  const isInJsonText = jsonTexts(text);
  for (const { from, to, text: written } of referencesIn(text)) {
    const isBare = language === "json" && !isInJsonText(from);
    const inner = language === "json" ? written.replaceAll('\\"', '"') : written;
    const path = parseReference(inner);
    if (isBare || isForeign(inner) || (path !== null && !isKnown(path, known))) {
      // n8n begins a field that holds an expression with "=".
      const start = from === 1 && text.startsWith("=") ? 0 : from;
      found.push({ from: start, to, replacement: write(inner, from) });
    }
    if (found.length === MOST) break;
  }
  if (language === "json") return found;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(SINGLE)) {
    const replacement = known.inputs.has(name) ? write(name, index) : null;
    if (replacement !== null) found.push({ from: index, to: index + whole.length, replacement });
  }
  return found;
}

/** Returns whether a place is within a text of JSON, as `isInJsonText`; asked from left to right, so that it is linear. */
function jsonTexts(document: string): (at: number) => boolean {
  let read = 0;
  let isInside = false;
  return (at) => {
    for (; read < at; read += 1) {
      const character = document[read];
      if (character === "\n") isInside = false;
      else if (character === '"') isInside = !isInside;
      else if (character === "\\" && document[read + 1] !== "\n") read += 1;
    }
    return isInside;
  };
}

function inExpression(text: string, known: KnownVariables): WrongSyntax[] {
  const write = (inner: string) => {
    const path = meantBy(inner, known);
    return path && writeReference(path, "expression");
  };
  const braces = [...text.matchAll(BRACES)].map(({ 0: whole, 1: inner = "", index }) => {
    const path = parseReference(inner);
    const own = path && isKnown(path, known) ? writeReference(path, "expression") : null;
    return { from: index, to: index + whole.length, replacement: own ?? write(inner.trim()) };
  });
  const found: WrongSyntax[] = [];
  let brace = 0;
  for (const { 0: whole, 1: reference, 2: sign, 3: word, index } of text.matchAll(IN_EXPRESSION)) {
    const to = index + whole.length;
    while (index >= (braces[brace]?.to ?? Number.POSITIVE_INFINITY)) brace += 1;
    if (index >= (braces[brace]?.from ?? Number.POSITIVE_INFINITY)) continue;
    if (reference !== undefined) found.push({ from: index, to, replacement: write(reference) });
    const operator = sign ?? word;
    if (operator !== undefined) found.push({ from: index, to, replacement: OPERATORS[operator] ?? null });
    if (found.length === MOST) break;
  }
  return [...braces, ...found];
}

/*
 * References of other products. n8n: `$json.x`, `$('Node').item.json.x`, `$node["Node"].json.x`. Dify: `#node.field#`.
 * Coze and Flowise: `x` and `node.field` without a root.
 */
const N8N = /^\$(?:json|input|node|\()/;
const NODE_CALL = /^\$\(\s*(?:"([^"]*)"|'([^']*)')\s*\)(.*)$/s;
const NODE_LIST = /^\$node\s*(?:\[\s*(?:"([^"]*)"|'([^']*)')\s*\]|\.(\p{Nd}*[\p{L}_][\p{L}\p{N}_]*))(.*)$/su;
const DIFY = /^#([^#]+)#$/;

/** True if the text between braces, or in an expression, uses another product's syntax. */
export function isForeign(text: string): boolean {
  return N8N.test(text) || DIFY.test(text);
}

/** The path that is meant here; null when nothing here fits. */
export function meantBy(text: string, known: KnownVariables): ReferencePath | null {
  const call = NODE_CALL.exec(text);
  if (call) return ofNode(call[1] ?? call[2] ?? "", fieldsOf(call[3] ?? ""), known);
  const list = NODE_LIST.exec(text);
  if (list) return ofNode(list[1] ?? list[2] ?? list[3] ?? "", fieldsOf(list[4] ?? ""), known);
  if (N8N.test(text)) return anywhere(fieldsOf(text.replace(/^\$(?:json|input)/, "")), known);
  const dify = DIFY.exec(text)?.[1];
  const path = dify === undefined ? parseReference(text) : dify.trim().split(".");
  if (path === null) return null;
  if (dify === undefined && isKnown(path, known)) return path;
  const [first, ...rest] = path;
  return rest.length === 0 ? anywhere([String(first)], known) : ofNode(String(first), rest, known);
}

/** `.item.json.data.title` -> `["data", "title"]`: wrappers are left out at the beginning only. */
function fieldsOf(text: string): ReferencePath {
  const path = parseReference(`x${text.replaceAll("()", "")}`)?.slice(1) ?? [];
  const own = path.findIndex((step) => !["item", "first", "last", "all", "json"].includes(String(step)));
  return own < 0 ? [] : path.slice(own);
}

function ofNode(name: string, fields: ReferencePath, known: KnownVariables): ReferencePath | null {
  const group = known.groups.find(
    ({ nodeKey, title }) => nodeKey === name || sameName(localText(title), name),
  );
  if (!group) return anywhere(fields, known, "inputs");
  if (group.id === "inputs" || group.nodeKey === null) return [group.id, ...fields];
  const [first] = fields;
  // What other products call the text of a model.
  const isText = first === "text" || first === "output" || first === "data";
  const has = (field: unknown) => group.variables.some(({ path }) => path === field);
  const meant = isText && !has(first) && has("result") ? ["result"] : fields;
  return ["nodes", group.id, ...meant];
}

/** The nearest place that has the field. */
function anywhere(fields: ReferencePath, known: KnownVariables, only?: string): ReferencePath | null {
  const [first] = fields;
  const holds = ({ id, variables }: VariableGroup) =>
    (only === undefined || id === only) && variables.some(({ path }) => path === first);
  const group = known.groups.find(holds);
  if (!group) return null;
  if (group.id === "inputs" || group.nodeKey === null) return [group.id, ...fields];
  return ["nodes", group.id, ...fields];
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
