/** References to other nodes inside configs: `nodes.fetch.title`, `nodes["名称"].x`, `{{ 名称.x }}`. */

import type { Json, JsonObject } from "@/api/types";
import type { GraphDocument, GraphOperation } from "./types";

type Renaming = {
  /** Old key to new key. */
  keys: ReadonlyMap<string, string>;
  /** Old shown name to new shown name. */
  names: ReadonlyMap<string, string>;
};

const DOTTED = /\bnodes\.(\d*[A-Za-z_][A-Za-z0-9_]*)/g;
const BRACKETED = /\bnodes\[(?:"([^"\n]*)"|'([^'\n]*)')\]/g;
/** A tag that is not closed ends with the text: nothing behind it has to be searched for its end again. */
const TAG = /\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)/gs;
/** Takes each word as a whole, also those that are no names, so that none is read twice. */
const BARE_NAME = /(?<![\w.\u0080-\uffff"'])(\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*)([.[]?)/gu;

/** Rewrite every reference in a config. Returns the same object when nothing was found. */
export function renameReferences(config: JsonObject, renaming: Renaming): JsonObject {
  const result = Object.entries(config).map(([name, item]) => [name, rewrite(item, renaming)] as const);
  return result.some(([name, item]) => item !== config[name]) ? Object.fromEntries(result) : config;
}

/** Operations that rename a node and follow the name through the templates of all other nodes. */
export function renameOperations(document: GraphDocument, key: string, name: string): GraphOperation[] {
  const node = document.nodes[key];
  if (!node || node.name === name) return [];
  const renaming = { keys: new Map<string, string>(), names: new Map([[node.name, name]]) };
  const operations: GraphOperation[] = [{ op: "update_node", key, changes: { name } }];
  for (const other of Object.values(document.nodes)) {
    const config = renameReferences(other.config, renaming);
    if (config !== other.config) operations.push({ op: "update_node", key: other.key, changes: { config } });
  }
  return operations;
}

type Range = { start: number; end: number };

/** Where a text names nodes, by key or by one of these names; in order. */
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

function rewrite(value: Json, renaming: Renaming): Json {
  if (typeof value === "string") return rewriteText(value, renaming);
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrite(item, renaming));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  return value === null || typeof value !== "object" ? value : renameReferences(value, renaming);
}

function rewriteText(text: string, { keys, names }: Renaming): string {
  const renamed = text
    .replace(DOTTED, (whole, key: string) => (keys.has(key) ? `nodes.${keys.get(key)}` : whole))
    .replace(BRACKETED, (whole, double: string | undefined, single: string | undefined) => {
      const word = double ?? single ?? "";
      const next = keys.get(word) ?? names.get(word);
      const quote = double === undefined ? "'" : '"';
      return next === undefined ? whole : `nodes[${quote}${next.replaceAll(quote, "")}${quote}]`;
    });
  if (names.size === 0) return renamed;
  return renamed.replace(TAG, (tag) =>
    tag.replace(BARE_NAME, (whole, word: string, step: string) => {
      const next = names.get(word);
      return next === undefined || step === "" ? whole : bareReference(next) + step;
    }),
  );
}

/** A shown name as a reference: bare when the template language can read it so, else in brackets. */
function bareReference(name: string): string {
  return /^\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : `nodes[${JSON.stringify(name)}]`;
}
