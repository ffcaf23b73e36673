/** References to other nodes inside configs: `nodes.fetch.title`, `nodes["名称"].x`, `{{ 名称.x }}`, `名称.x` in CEL. */

import type { Json, JsonObject, NodeTypeInfo } from "@/api/types";
import { type FormSchema, readSchema } from "./form-schema";
import { isRootWord } from "./reference-path";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

type Renaming = {
  /** Old key to new key. */
  keys: ReadonlyMap<string, string>;
  /** Old shown name to new shown name. */
  names: ReadonlyMap<string, string>;
  /** New shown name to key: what is written where no language can quote the name. */
  keyOf: ReadonlyMap<string, string>;
  /** True if a word is a key; after `nodes` a key takes precedence over a name. */
  isKey?: (word: string) => boolean;
};
/** Context of a reference: a template's tag, or an expression. */
type Place = "tag" | "expression";

const DOTTED = /\bnodes\.(\p{Nd}*[\p{L}_][\p{L}\p{N}_]*)/gu;
/** Names in templates may hold hyphens, which subtract in expressions. */
const DOTTED_IN_TAG = /\bnodes\.(\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*)/gu;
const BRACKETED = /\bnodes\[(?:"([^"\n]*)"|'([^'\n]*)')\]/g;
/** A tag that is not closed ends with the text: nothing behind it has to be searched for its end again. */
const TAG = /\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)/gs;
/** Takes each word as a whole, also those that are no names, so that none is read twice. */
const BARE_NAME = /(?<![\w.\u0080-\uffff"'])(\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*)([.[]?)/gu;
/** Strings come first, so that words in them are none. */
const BARE_IN_EXPRESSION =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<![\w.\u0080-\uffff])([\p{L}_][\p{L}\p{N}_]*)([.[]?)/gu;
const WORD = /^\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*$/u;
const WORD_IN_EXPRESSION = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const ASCII = /^[\x20-\x7e]*$/;
/** No string of a template holds these: they end its tag, or mean something else in an expression. */
const UNQUOTABLE = /[\\\n]|\}\}|%\}/;

/** Rewrite every reference in a config. Returns the same object when nothing was found. */
export function renameReferences(
  config: JsonObject,
  renaming: Renaming,
  type: NodeTypeInfo | undefined,
): JsonObject {
  return changedTexts(config, type, (text, language) =>
    language === "cel"
      ? rewriteCode(text, renaming, "expression")
      : text.replace(TAG, (tag) => rewriteCode(tag, renaming, "tag")),
  );
}

/** Operations that rename a node and follow the name through the templates and expressions of all other nodes. */
export function renameOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  key: string,
  name: string,
): GraphOperation[] {
  const node = document.nodes[key];
  if (!node || node.name === name) return [];
  const renaming: Renaming = {
    keys: new Map(),
    names: new Map([[node.name, name]]),
    keyOf: new Map([[name, key]]),
    isKey: (word) => Object.hasOwn(document.nodes, word),
  };
  const operations: GraphOperation[] = [{ op: "update_node", key, changes: { name } }];
  for (const other of Object.values(document.nodes)) {
    const config = renameReferences(other.config, renaming, types[other.type]);
    if (config !== other.config) operations.push({ op: "update_node", key: other.key, changes: { config } });
  }
  return operations;
}

type Range = { start: number; end: number };

/** Node references in a text, by key or by one of these names; in order. */
export function nodeReferences(text: string, names: ReadonlySet<string>): Range[] {
  const range = (match: RegExpExecArray, skipped = 0): Range => ({
    start: match.index + skipped,
    end: match.index + match[0].length,
  });
  const byKey = [...text.matchAll(DOTTED), ...text.matchAll(BRACKETED)].map((match) =>
    range(match, "nodes".length),
  );
  const byName = [...text.matchAll(TAG)].flatMap((tag) =>
    [...tag[0].matchAll(BARE_NAME)]
      .filter(([, word = "", step]) => step !== "" && names.has(word))
      .map((match) => ({
        start: tag.index + match.index,
        end: tag.index + match.index + (match[1]?.length ?? 0),
      })),
  );
  return [...byKey, ...byName].sort((a, b) => a.start - b.start);
}

function rewriteCode(text: string, renaming: Renaming, place: Place): string {
  const { keys, names, isKey } = renaming;
  const behindNodes = (word: string, quote: string) => {
    const key = keys.get(word);
    if (key !== undefined) return quote === "" ? `nodes.${key}` : `nodes[${quote}${key}${quote}]`;
    const name = isKey?.(word) ? undefined : names.get(word);
    return name === undefined ? null : reference(name, renaming, place, quote);
  };
  const renamed = text
    .replace(
      place === "tag" ? DOTTED_IN_TAG : DOTTED,
      (whole, word: string) => behindNodes(word, "") ?? whole,
    )
    .replace(BRACKETED, (whole, double: string | undefined, single: string | undefined) =>
      double === undefined ? (behindNodes(single ?? "", "'") ?? whole) : (behindNodes(double, '"') ?? whole),
    );
  if (names.size === 0) return renamed;
  return renamed.replace(
    place === "tag" ? BARE_NAME : BARE_IN_EXPRESSION,
    (whole, word: string | undefined, step: string | undefined) => {
      const next = names.get(word ?? "");
      if (next === undefined || !word || !step || (place === "expression" && ASCII.test(word))) return whole;
      return (mayStandAlone(next, place) ? next : reference(next, renaming, place, "")) + step;
    },
  );
}

/** True if a name can be a bare reference. Expressions recognize it by letters outside their own names. */
function mayStandAlone(name: string, place: Place): boolean {
  if (place === "expression") return WORD_IN_EXPRESSION.test(name) && !ASCII.test(name);
  return WORD.test(name) && !isRootWord(name);
}

/**
 * A reference to a node by its shown name, behind `nodes`.
 *
 * @param quote what the reference was quoted with; empty where it was not.
 */
function reference(name: string, { keyOf }: Renaming, place: Place, quote: string): string {
  const word = place === "tag" ? WORD : WORD_IN_EXPRESSION;
  if (quote === "" && word.test(name)) return `nodes.${name}`;
  const key = keyOf.get(name);
  const usable = [quote || '"', '"', "'"].find((one) => !name.includes(one));
  if (key !== undefined && (usable === undefined || UNQUOTABLE.test(name))) return `nodes.${key}`;
  return `nodes[${usable ?? '"'}${name}${usable ?? '"'}]`;
}

type Language = "template" | "cel";

const TEMPLATES = new Set(["template", "template-line", "request-url"]);

/**
 * Change the texts of a config that a node evaluates; without a type, all are templates. Returns the same object when
 * nothing was changed.
 */
function changedTexts(
  config: JsonObject,
  type: NodeTypeInfo | undefined,
  change: (text: string, language: Language) => string,
): JsonObject {
  const changedIn = (value: Json, field: FormSchema): Json => {
    if (typeof value === "string") {
      const language = languageOf(field, config);
      return language ? change(value, language) : value;
    }
    if (Array.isArray(value)) {
      const items = value.map((item) => changedIn(item, itemsOf(field)));
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    return value === null || typeof value !== "object" ? value : changedObject(value, field);
  };
  const changedObject = (object: JsonObject, field: FormSchema): JsonObject => {
    const entries = Object.entries(object).map(
      ([name, item]) => [name, changedIn(item, memberOf(field, name, object))] as const,
    );
    return entries.some(([name, item]) => item !== object[name]) ? Object.fromEntries(entries) : object;
  };
  return changedObject(config, type ? readSchema(type.config_schema) : ALL_TEMPLATES);
}

const ALL_TEMPLATES = readSchema({ "x-template": true });

function languageOf(field: FormSchema, config: JsonObject): Language | null {
  const widget = field["x-widget"] ?? "";
  const conditions = Object.entries(field["x-cel-if"] ?? {});
  const holds =
    conditions.length > 0 && conditions.every(([name, values]) => values.includes(config[name] ?? null));
  if (widget === "cel" || holds) return "cel";
  return TEMPLATES.has(widget) || field["x-template"] ? "template" : null;
}

const itemsOf = (field: FormSchema) => (field["x-template"] ? ALL_TEMPLATES : readSchema(field.items));

function memberOf(field: FormSchema, name: string, { type, toolConfig }: JsonObject): FormSchema {
  if (field["x-template"]) return ALL_TEMPLATES;
  const { properties } = [field, ...(field.anyOf ?? [])].find((shape) => shape.properties) ?? field;
  const member = readSchema(properties?.[name]);
  const forms = member["x-settings-by-type"];
  return forms ? readSchema(toolConfig ? undefined : forms[String(type)]) : member;
}
