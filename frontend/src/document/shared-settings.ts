/** The settings that several nodes have in common: fields of the same name and the same schema. */

import type { Json, JsonObject, JsonSchema } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { type FormSchema, fieldsOf } from "./form-schema";
import { changeOperations } from "./ports";
import type { GraphDocument, GraphOperation, NodeDoc, NodeTypeIndex } from "./types";

/** The schema of a form with the shared fields only; null when there is none to show. */
export function sharedSchema(nodes: readonly NodeDoc[], types: NodeTypeIndex): JsonSchema | null {
  const schemas = [...new Set(nodes.map(({ type }) => types[type]?.config_schema))];
  const [first, ...others] = schemas;
  if (!first || nodes.some(({ type }) => types[type]?.role === "canvas")) return null;
  const fields = Object.entries(fieldsOf(first)).filter(([name, field]) =>
    others.every((other) => isEqualJson(field, fieldsOf(other)[name])),
  );
  const shared = withConditions(fields);
  if (!shared.some(([, field]) => field["x-widget"] !== "hidden")) return null;
  return { ...first, properties: Object.fromEntries(shared) };
}

/** A field that is shown for values of another one needs that one beside it. */
function withConditions(fields: [string, FormSchema][]): [string, FormSchema][] {
  const names = new Set(fields.map(([name]) => name));
  const left = fields.filter(([, field]) =>
    Object.keys(field["x-show-if"] ?? {}).every((other) => names.has(other)),
  );
  return left.length === fields.length ? left : withConditions(left);
}

type Shared = {
  /** Values shared by all nodes. */
  values: JsonObject;
  /** Names of the fields in which they differ. */
  differing: string[];
};

export function sharedValues(nodes: readonly NodeDoc[], schema: JsonSchema): Shared {
  const [first, ...others] = nodes;
  const names = Object.keys(fieldsOf(schema));
  const differing = names.filter((name) =>
    others.some(({ config }) => !isEqualJson(config[name], first?.config[name])),
  );
  const values = names.flatMap((name): [string, Json][] => {
    const value = differing.includes(name) ? undefined : first?.config[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { values: Object.fromEntries(values), differing };
}

/** Write the fields that were changed in the form into all nodes. */
export function sharedOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: readonly string[],
  before: JsonObject,
  after: JsonObject,
): GraphOperation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isEqualJson(before[name], after[name]));
  if (changed.length === 0) return [];
  return keys.flatMap((key) => {
    const node = document.nodes[key];
    if (!node) return [];
    const config = { ...node.config };
    for (const name of changed) {
      const value = after[name];
      if (value === undefined) delete config[name];
      else config[name] = value;
    }
    return changeOperations(document, types[node.type], key, { config });
  });
}
