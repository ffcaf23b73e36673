/**
 * References as other products write them, and what they mean here. Pure.
 *
 * n8n: `$json.x`, `$('Node').item.json.x`, `$node["Node"].json.x`. Dify: `#node.field#`. Coze and Flowise: `x` and
 * `node.field` without a root.
 */

import { parseReference, type ReferencePath } from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";
import { localText } from "@/i18n/local-text";
import { isKnown } from "./template-syntax";
import type { KnownVariables } from "./variables-state";

const N8N = /^\$(?:json|input|node|\()/;
const NODE_CALL = /^\$\(\s*(?:"([^"]*)"|'([^']*)')\s*\)(.*)$/s;
const NODE_LIST = /^\$node\s*(?:\[\s*(?:"([^"]*)"|'([^']*)')\s*\]|\.(\p{Nd}*[\p{L}_][\p{L}\p{N}_]*))(.*)$/su;
const DIFY = /^#([^#]+)#$/;

/** True if the text between braces, or in an expression, uses another product's syntax. */
export function isForeign(text: string): boolean {
  return N8N.test(text) || DIFY.test(text);
}

/** The path that is meant here; null when nothing here fits. */
export function meantBy(text: string, known: KnownVariables): ReferencePath | null {
  const call = NODE_CALL.exec(text);
  if (call) return ofNode(call[1] ?? call[2] ?? "", fieldsOf(call[3] ?? ""), known);
  const list = NODE_LIST.exec(text);
  if (list) return ofNode(list[1] ?? list[2] ?? list[3] ?? "", fieldsOf(list[4] ?? ""), known);
  if (N8N.test(text)) return anywhere(fieldsOf(text.replace(/^\$(?:json|input)/, "")), known);
  const dify = DIFY.exec(text)?.[1];
  const path = dify === undefined ? parseReference(text) : dify.trim().split(".");
  if (path === null) return null;
  if (dify === undefined && isKnown(path, known)) return path;
  const [first, ...rest] = path;
  return rest.length === 0 ? anywhere([String(first)], known) : ofNode(String(first), rest, known);
}

/** `.item.json.data.title` -> `["data", "title"]`: wrappers are left out at the beginning only. */
function fieldsOf(text: string): ReferencePath {
  const path = parseReference(`x${text.replaceAll("()", "")}`)?.slice(1) ?? [];
  const own = path.findIndex((step) => !["item", "first", "last", "all", "json"].includes(String(step)));
  return own < 0 ? [] : path.slice(own);
}

function ofNode(name: string, fields: ReferencePath, known: KnownVariables): ReferencePath | null {
  const group = known.groups.find(
    ({ nodeKey, title }) => nodeKey === name || sameName(localText(title), name),
  );
  if (!group) return anywhere(fields, known, "inputs");
  if (group.id === "inputs" || group.nodeKey === null) return [group.id, ...fields];
  const [first] = fields;
  // What other products call the text of a model.
  const isText = first === "text" || first === "output" || first === "data";
  const has = (field: unknown) => group.variables.some(({ path }) => path === field);
  const meant = isText && !has(first) && has("result") ? ["result"] : fields;
  return ["nodes", group.id, ...meant];
}

/** The nearest place that has the field. */
function anywhere(fields: ReferencePath, known: KnownVariables, only?: string): ReferencePath | null {
  const [first] = fields;
  const holds = ({ id, variables }: VariableGroup) =>
    (only === undefined || id === only) && variables.some(({ path }) => path === first);
  const group = known.groups.find(holds);
  if (!group) return null;
  if (group.id === "inputs" || group.nodeKey === null) return [group.id, ...fields];
  return ["nodes", group.id, ...fields];
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
