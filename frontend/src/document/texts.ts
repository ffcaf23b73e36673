/** All texts of a workflow that people write: names, notes, prompts, conditions, every text field. Secrets are left out. */

import type { Json } from "@/api/types";
import { type FormSchema, fieldsOf, readSchema } from "./form-schema";
import { type GraphDocument, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

/** The name of a node, or a value in its config. */
type TextPath = readonly ["name"] | readonly ["config", ...(string | number)[]];
export type Text = { node: string; path: TextPath; text: string };

/** Choices, not text: replacing letters would make them meaningless. */
const CHOSEN = new Set([
  "hidden",
  "secret",
  "credential",
  "model",
  "knowledge-base",
  "data-table",
  "code-runner",
  "workflow",
  "tool-choice",
]);
const IDS = new Set(["id", "type", "toolConfig", "function"]);
const SECRET = /secret|password|passwd|token|api[-_]?key|authorization|cookie/i;

export function textsIn(document: GraphDocument, types: NodeTypeIndex): Text[] {
  return nodeList(document).flatMap((node) => [
    { node: node.key, path: ["name"] as const, text: node.name },
    ...configTexts(node, types),
  ]);
}

function configTexts(node: NodeDoc, types: NodeTypeIndex): Text[] {
  const found: Text[] = [];
  const visit = (value: Json, path: TextPath, field: FormSchema) => {
    if (field.enum || CHOSEN.has(field["x-widget"] ?? "")) return;
    if (typeof value === "string") found.push({ node: node.key, path, text: value });
    else if (Array.isArray(value)) {
      value.forEach((item, at) => {
        visit(item, ["config", ...path.slice(1), at], readSchema(field.items));
      });
    } else if (typeof value === "object" && value !== null) {
      // A header of a secret name, as a row of name and value.
      const isSecretRow = typeof value.name === "string" && SECRET.test(value.name);
      for (const [name, item] of Object.entries(value)) {
        if (IDS.has(name) || SECRET.test(name) || (isSecretRow && name === "value")) continue;
        visit(item, ["config", ...path.slice(1), name], readSchema(field.properties?.[name]));
      }
    }
  };
  const fields = fieldsOf(types[node.type]?.config_schema);
  for (const [name, value] of Object.entries(node.config)) {
    if (!SECRET.test(name)) visit(value, ["config", name], readSchema(fields[name]));
  }
  return found;
}
