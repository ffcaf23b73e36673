/** What the cards of nodes say: the parts that the modules in `summaries/` share. */

import type { JsonObject, LocalText } from "@/api/types";
import { firstLine, objectsOf, plainTemplate, textOf } from "./config";

export type SummaryLookups = {
  /** Provider id to shown name. */
  providers?: Readonly<Record<string, string>>;
  /** Kind of tool, or id of one that is named by it alone, to shown name. */
  toolTypes?: Readonly<Record<string, LocalText>>;
};

/** A line of the card; `missing` lines ask for something. */
export type SummaryLine = { text: LocalText; missing?: boolean };

/** What one type of node does with these settings, in one or two lines. */
export type Summary = (config: JsonObject, lookups: SummaryLookups) => SummaryLine[];

export function line(en: string, zh: string, missing = false): SummaryLine {
  return missing ? { text: { en, zh }, missing } : { text: { en, zh } };
}

export function same(text: string | LocalText): SummaryLine {
  return { text: typeof text === "string" ? { en: text, zh: text } : text };
}

export function textLine(text: string, empty: SummaryLine): SummaryLine {
  const first = firstLine(text);
  return first ? same(first) : empty;
}

/** `GET api.example.com` of an HTTP tool; empty for others. */
export function requestText(config: JsonObject): string {
  const url = textOf(config.url);
  if (!url) return "";
  const host = /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? plainTemplate(url);
  return `${textOf(config.method).toUpperCase() || "GET"} ${host}`;
}

export function namesLine(
  value: JsonObject[string] | undefined,
  field: string,
  empty: SummaryLine,
): SummaryLine {
  const names = objectsOf(value)
    .map((item) => textOf(item[field]))
    .filter(Boolean);
  return names.length ? same(names.join(", ")) : empty;
}

export function pairsLine(value: JsonObject[string] | undefined, empty: SummaryLine): SummaryLine {
  const pairs = objectsOf(value)
    .filter((item) => textOf(item.name))
    .map((item) => `${textOf(item.name)} = ${firstLine(textOf(item.value)) || "…"}`);
  return pairs.length ? same(pairs.join(", ")) : empty;
}
