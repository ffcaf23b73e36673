/** Finding and replacing references to nodes by their first field: `nodes.fetch.title`, `nodes["名称"].x`, `{{ 名称.x }}`. */

import type { Json, JsonObject } from "@/api/types";

/** `field` is null where the whole node is meant, or something in it that is not named by a plain word. */
export type NodeReference = { word: string; field: string | null; isBare: boolean };

/** Replacement text; null leaves the reference unchanged. */
type Replace = (reference: NodeReference) => string | null;

/** A tag that is not closed ends with the text. */
const TAG = /\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)/gs;
const HEAD = String.raw`(?<![\w.\u0080-\uffff])nodes(?:\.(\d*[A-Za-z_][A-Za-z0-9_]*)|\[(?:"([^"\n]*)"|'([^'\n]*)')\])`;
const QUOTED = String.raw`\[(?:"([^"\n]*)"|'([^'\n]*)')\]`;
/** Names in templates may hold hyphens; in expressions a hyphen subtracts. */
const TEMPLATE_FIELD = String.raw`\.([\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*)`;
const EXPRESSION_FIELD = String.raw`\.([\p{L}_][\p{L}\p{N}_]*)`;
const IN_TAG = new RegExp(`${HEAD}(?:${TEMPLATE_FIELD}|${QUOTED})?`, "gu");
const OUTSIDE = new RegExp(`${HEAD}(?:${EXPRESSION_FIELD}|${QUOTED})?`, "gu");
const BARE = new RegExp(
  String.raw`(?<![\w.\u0080-\uffff"'-])(\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*)(?:${TEMPLATE_FIELD}|${QUOTED})?`,
  "gu",
);
const ROOTS = new Set(["nodes", "inputs"]);

/** Replace every reference to a node in a config. Returns the same object when nothing was replaced. */
export function replaceNodeReferences(config: JsonObject, replace: Replace): JsonObject {
  const result = Object.fromEntries(
    Object.entries(config).map(([name, item]) => [name, replaceIn(item, replace)] as const),
  );
  return Object.entries(result).some(([name, item]) => item !== config[name]) ? result : config;
}

function replaceIn(value: Json, replace: Replace): Json {
  if (typeof value === "string") return replaceInText(value, replace);
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceIn(item, replace));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  return value === null || typeof value !== "object" ? value : replaceNodeReferences(value, replace);
}

function replaceInText(text: string, replace: Replace): string {
  let result = "";
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    result += replaceHeads(text.slice(from, index), OUTSIDE, replace);
    result += replaceBare(replaceHeads(tag, IN_TAG, replace), replace);
    from = index + tag.length;
  }
  return result + replaceHeads(text.slice(from), OUTSIDE, replace);
}

type Groups = (string | undefined)[];

function replaceHeads(text: string, pattern: RegExp, replace: Replace): string {
  return text.replace(pattern, (whole: string, ...[dotted, double, single, plain, first, second]: Groups) => {
    const word = dotted ?? double ?? single ?? "";
    return replace({ word, field: plain ?? first ?? second ?? null, isBare: false }) ?? whole;
  });
}

function replaceBare(tag: string, replace: Replace): string {
  return tag.replace(BARE, (whole: string, ...[word = "", plain, double, single]: Groups) => {
    const field = plain ?? double ?? single ?? null;
    return (ROOTS.has(word) ? null : replace({ word, field, isBare: true })) ?? whole;
  });
}

const INPUT =
  /(?<![\w.\u0080-\uffff])inputs(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[(?:"([^"\n]*)"|'([^'\n]*)')\])?/gu;

/** Names of the run's inputs that a config refers to; null means all of them. */
export function inputReferences(config: JsonObject): Set<string | null> {
  const found = new Set<string | null>();
  for (const [, plain, double, single] of JSON.stringify(config).replaceAll('\\"', '"').matchAll(INPUT))
    found.add(plain ?? double ?? single ?? null);
  return found;
}
