/** Careful reading of node configs: they are JSON of a schema that the server owns. */

import type { Json, JsonObject, JsonSchema, NodeTool } from "@/api/types";
import { isLongInteger } from "@/lib/json";
import { fieldsOf } from "./form-schema";

export function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value;
  if (isLongInteger(value)) return value.rawJSON;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A value inside a config by a dotted path, e.g. `outputSchema.properties`. */
export function valueAt(config: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = config;
  for (const part of path.split(".")) value = objectOf(value)[part];
  return value;
}

/** A tool of a node; null when the stored value has no tool in it. */
export function nodeToolOf(value: Json | undefined): NodeTool | null {
  const tool = objectOf(value);
  if (typeof tool.type !== "string") return null;
  return {
    id: textOf(tool.id),
    type: tool.type,
    name: textOf(tool.name),
    enabled: tool.enabled !== false,
    config: objectOf(tool.config),
    toolConfig: typeof tool.toolConfig === "string" ? tool.toolConfig : null,
    ...(typeof tool.function === "string" && { function: tool.function }),
  };
}

/** The tools that an AI node offers to its model, in order. */
export function nodeTools(config: JsonObject): NodeTool[] {
  if (!Array.isArray(config.tools)) return [];
  return config.tools.flatMap((item) => nodeToolOf(item) ?? []);
}

/** More than any card shows of a text. */
const SHOWN_LENGTH = 2000;

/** First line that holds something, without template braces. */
export function firstLine(text: string): string {
  const shown = plainTemplate(text.trimStart().slice(0, SHOWN_LENGTH));
  return firstFilled(shown.replace(LOGIC, "")) ?? firstFilled(shown) ?? "";
}

function firstFilled(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find(Boolean);
}

/** `{% for … %}` and the like; a card shows their content only. */
const LOGIC = /\{%.*?(%\}|$)/gs;

/** A tag that is not closed ends with the text. */
const TAG = /\{\{(.*?)(\}\}|$)/gs;

/** `Hello {{ nodes.fetch.title }}` as people read it: `Hello {fetch.title}`. */
export function plainTemplate(text: string): string {
  return text.replace(TAG, (whole, inner: string, end: string) =>
    end === "" ? whole : `{${shortReference(inner)}}`,
  );
}

/** Text between braces, such as ` nodes.fetch.title | upcase -`, as `fetch.title`. */
export function shortReference(expression: string): string {
  const [reference = ""] = expression.replace(/^-|-$/g, "").split("|");
  return reference
    .trim()
    .replace(/^nodes\[(["'])(.*?)\1\]/, "$2")
    .replace(/^nodes\./, "")
    .replace(/^inputs\./, "");
}

/** The field where a person begins with a new node or tool (`x-autofocus`); null when its form names none. */
export function autofocusField(schema: JsonSchema): string | null {
  return Object.entries(fieldsOf(schema)).find(([, field]) => field["x-autofocus"] === true)?.[0] ?? null;
}
