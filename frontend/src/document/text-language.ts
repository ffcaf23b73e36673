/** Templates and expressions among the texts of a node, as the schema of its type declares them. */

import type { Json, JsonObject, NodeTypeInfo } from "@/api/types";
import { type FormSchema, readSchema } from "./form-schema";

type Language = "template" | "cel";

const TEMPLATES = new Set(["template", "template-line", "request-url"]);

/**
 * Change the texts of a config that a node evaluates; without a type, all are templates. Returns the same object when
 * nothing was changed.
 */
export function changedTexts(
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
      ([name, item]) => [name, changedIn(item, memberOf(field, name))] as const,
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

function memberOf(field: FormSchema, name: string): FormSchema {
  if (field["x-template"]) return ALL_TEMPLATES;
  const { properties } = [field, ...(field.anyOf ?? [])].find((shape) => shape.properties) ?? field;
  return readSchema(properties?.[name]);
}
