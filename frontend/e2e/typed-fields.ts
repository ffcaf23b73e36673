/** Every field of a form into which references or code are typed, found from the form's schema. */

import type { Json, JsonObject, JsonSchema } from "../src/api/types";

/** A field, and what a text is wrapped in so that the field can hold it. */
type Field = { name: string; before: string; after: string };

/** Settings under which some of a form's fields are shown, and the names of those fields. */
export type Variant = { config: JsonObject; fields: Field[] };

/** Controls that are an editor; what can be typed into lists of rows is found by their cells. */
const EDITORS = new Set(["template", "template-line", "cel", "code", "json", "json-template"]);
const ROWS: Readonly<Record<string, JsonObject>> = {
  "key-values": { key: "", value: "" },
  assignments: { name: "", value: "" },
  "named-outputs": { name: "", value: "" },
  conditions: { variable: "", operator: "equals", value: "" },
};

type Property = JsonSchema & { properties?: Record<string, Property>; items?: Property };

/** One variant for each way of showing fields; every field is in exactly one. */
export function typedFields(schema: JsonSchema, defaults: JsonObject): Variant[] {
  const variants = new Map<string, Variant>();
  for (const [name, property] of Object.entries((schema as Property).properties ?? {})) {
    const row = emptyRow(property);
    const isEditor = EDITORS.has(String(property["x-widget"]));
    const fields = isEditor ? [asField(name, property)] : row ? editorsOf(property, name) : [];
    if (fields.length === 0) continue;
    const shown = shownBy(property, schema as Property);
    const id = JSON.stringify(shown);
    const variant = variants.get(id) ?? { config: { ...defaults, ...shown }, fields: [] };
    if (row) variant.config[name] = [row];
    variant.fields.push(...fields);
    variants.set(id, variant);
  }
  return [...variants.values()];
}

/** The fields' own settings, and those that those settings need to be shown. */
function shownBy(property: Property, schema: Property): JsonObject {
  const condition = (property["x-show-if"] ?? {}) as Record<string, Json | Json[]>;
  const own: JsonObject = {};
  for (const [field, allowed] of Object.entries(condition)) {
    const outer = schema.properties?.[field];
    Object.assign(own, outer ? shownBy(outer, schema) : {});
    own[field] = Array.isArray(allowed) ? (allowed[0] ?? null) : allowed;
  }
  return own;
}

function emptyRow(property: Property): JsonObject | null {
  const widget = String(property["x-widget"]);
  if (widget === "branches") return { id: "branch_1", ...emptyOf(property.items) };
  if (ROWS[widget]) return ROWS[widget];
  const isPlainList = property["x-widget"] === undefined && property.items?.properties !== undefined;
  return isPlainList && editorsOf(property, "").length > 0 ? emptyOf(property.items) : null;
}

function emptyOf(items: Property | undefined): JsonObject {
  const properties = Object.entries(items?.properties ?? {});
  return Object.fromEntries(
    properties
      .filter(([name, property]) => name !== "id" && property.type === "string")
      .map(([name, property]) => [name, (property.default as Json | undefined) ?? ""]),
  );
}

/** The fields of a list's items that are editors; a list with a control of its own counts as one field. */
function editorsOf(property: Property, name: string): Field[] {
  if (property["x-widget"] !== undefined) return [asField(name, property)];
  return Object.entries(property.items?.properties ?? {})
    .filter(([, inner]) => EDITORS.has(String(inner["x-widget"])))
    .map(([inner, schema]) => asField(inner, schema));
}

function asField(name: string, property: Property): Field {
  if (!String(property["x-widget"]).startsWith("json")) return { name, before: "", after: "" };
  const kinds = [property, ...((property.anyOf as Property[] | undefined) ?? [])];
  return kinds.some(({ type }) => type === "array")
    ? { name, before: '[{"text": "', after: '"}]' }
    : { name, before: '{"text": "', after: '"}' };
}

/** All texts of a document, however deep. */
export function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
