/** One or two lines about a node, for its card. The lines are declared by its type. */

import type { Json, JsonObject, LocalText, NodeTypeInfo, ToolType } from "@/api/types";
import { localText } from "@/i18n/local-text";
import { isRecord } from "@/lib/json";
import {
  firstLine,
  nodeToolOf,
  objectOf,
  objectsOf,
  plainTemplate,
  shortReference,
  textOf,
  textsOf,
} from "./config";
import { defaultsOf, type FormSchema, readSchema } from "./form-schema";
import type { NodeDoc } from "./types";

export type SummaryLookups = {
  /** Provider id to shown name. */
  providers?: Readonly<Record<string, string>>;
  /** By the kind of tool, or by the id of one that is named by it alone. */
  tools?: Readonly<Record<string, Pick<ToolType, "title" | "icon" | "category"> & Partial<Settings>>>;
};

/** A line of the card; `missing` lines ask for something. */
export type SummaryLine = { text: string; missing: boolean };

/** Common part of node types and tools. */
type Settings = Pick<NodeTypeInfo, "summary" | "config_schema" | "default_config">;
type Local = (text: LocalText) => string;

/** At most two lines; of a type that this server does not know, its name. */
export function summarise(
  node: NodeDoc,
  type: Settings | undefined,
  lookups: SummaryLookups = {},
  local: Local = localText,
): SummaryLine[] {
  if (type) return new Words(lookups, local).lines(type, node.config).slice(0, 2);
  return [{ text: localText({ key: "canvas:unknownType", values: { type: node.type } }), missing: true }];
}

/** A row in words, by the ways that its fields declare. */
export const rowWords = (
  ways: Settings["summary"],
  items: FormSchema,
  row: Readonly<Record<string, Json>>,
  local: Local,
) => new Words({}, local).wayOf(ways, items, row);

const FIELD = /\{([\w.]+)(?:\|(\w+))?\}/g;

class Words {
  constructor(
    private readonly lookups: SummaryLookups,
    private readonly local: Local,
  ) {}

  lines({ summary, config_schema: schema, default_config: defaults }: Settings, given: JsonObject) {
    const config = { ...defaults, ...given };
    return summary.flatMap((ways) => {
      for (const { text, when, missing } of ways) {
        if (!holds(when, config)) continue;
        const filled = this.filled(this.local(text), readSchema(schema), config);
        if (filled !== null) return [{ text: filled, missing }];
      }
      return [];
    });
  }

  /** Null when a field that the text names is empty. */
  private filled(text: string, schema: FormSchema, config: JsonObject): string | null {
    let isComplete = true;
    const filled = text.replace(FIELD, (_, path: string, form: string | undefined) => {
      const words = this.field(path.split("."), form, schema, config);
      if (!words) isComplete = false;
      return words;
    });
    return isComplete ? filled : null;
  }

  private field(path: string[], form: string | undefined, schema: FormSchema, config: JsonObject): string {
    const [name = "", inner] = path;
    const property = readSchema(schema.properties?.[name]);
    const value = config[name];
    if (form === "host") return hostOf(textOf(value));
    if (form) return this.row(objectsOf(value), property, form);
    if (property["x-widget"] === "tool") return this.tool(value, inner);
    if (inner) {
      const texts = objectsOf(value).map((item) => textOf(item[inner]));
      return texts.filter(Boolean).join(", ");
    }
    return this.value(value, property);
  }

  private value(value: Json | undefined, property: FormSchema): string {
    if (Array.isArray(value)) {
      const texts = textsOf(value);
      if (texts.length > 0) return texts.map((text) => this.choice(text, property.items)).join(", ");
      const named = objectsOf(value).map((item) => [textOf(item.name), item.value] as const);
      return pairs(named.filter(([name]) => name));
    }
    if (isRecord(value)) return pairs(Object.entries(value));
    const text = textOf(value);
    if (property["x-widget"] === "model") return this.lookups.providers?.[text] ?? text;
    if (property["x-widget"] === "code") return firstStatement(text);
    return this.choice(text, property);
  }

  private choice(text: string, property: FormSchema | undefined): string {
    const label = property?.["x-enum-labels"]?.[text];
    return label ? this.local(label) : firstLine(text);
  }

  private tool(value: Json | undefined, part: string | undefined): string {
    const tool = nodeToolOf(value);
    if (!tool) return "";
    const known = this.lookups.tools?.[tool.type];
    const title = known ? this.local(known.title) : tool.type;
    if (part === "type") return title;
    if (part !== "config") return tool.name || title;
    const { summary, config_schema, default_config } = known ?? {};
    if (!summary || !config_schema || !default_config) return "";
    return this.lines({ summary, config_schema, default_config }, tool.config)
      .map(({ text }) => text)
      .join(" ");
  }

  /** Rows in words: the cells of the first one (`a.n is greater than 3`), or how many `more` there are. */
  private row(rows: JsonObject[], property: FormSchema, form: string): string {
    const columns = Object.entries(property.items?.properties ?? {});
    const [column = ""] = columns[0] ?? [];
    const ways = property.items?.["x-summary"];
    const [first, ...others] = rows.filter((row) => ways || textOf(row[column]));
    if (form === "more") return others.length ? String(others.length) : "";
    if (!first) return "";
    if (ways) return this.wayOf(ways, property.items, first);
    const shown = columns.filter(([, cell]) => holds(cell["x-show-if"], first));
    return shown.map(([name, cell]) => this.cell(first[name], cell)).join(" ");
  }

  /** A row of a kind that says itself what it is. */
  wayOf(summary: Settings["summary"], items: FormSchema | undefined, row: JsonObject): string {
    const lines = this.lines(
      { summary, config_schema: { ...items }, default_config: defaultsOf(items) },
      row,
    );
    return lines.map(({ text }) => text).join(" ");
  }

  private cell(value: Json | undefined, property: FormSchema): string {
    const single = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(textOf(value).trim())?.[1];
    return (single ? shortReference(single) : this.value(value, property)) || "…";
  }
}

/** True if each field has one of its values. */
function holds(condition: Json | undefined, config: JsonObject): boolean {
  return Object.entries(objectOf(condition)).every(
    ([field, values]) => Array.isArray(values) && values.includes(config[field] ?? ""),
  );
}

function pairs(entries: readonly (readonly [string, Json | undefined])[]): string {
  return entries.map(([name, value]) => `${name} = ${firstLine(textOf(value)) || "…"}`).join(", ");
}

/** `api.example.com` of an address. */
function hostOf(url: string): string {
  const plain = plainTemplate(url);
  return /^[a-z]+:\/\/([^/?#]+)/i.exec(plain)?.[1] ?? plain;
}

/** The first line of code that is no comment. */
function firstStatement(code: string): string {
  const lines = code.split("\n").map((line) => line.trim());
  return lines.find((line) => line && !/^(#|\/\/)/.test(line)) ?? "";
}
