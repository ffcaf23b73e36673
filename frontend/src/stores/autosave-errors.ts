/** Reads a refused save: which operations, which fields. */

import type { ApiError } from "@/api/errors";
import type { GraphOperation } from "@/api/types";
import type { NodeFieldErrors } from "./document-store";

/** `/operations/3/config/rows/0/value` as operation 3 and field `rows.0.value`. */
function readPointer(pointer: string): { index: number; field: string } | null {
  const [, root, number, ...path] = pointer.split("/").map(unescapePointer);
  if (root !== "operations" || number === undefined || !/^\d+$/.test(number)) return null;
  const start = path.indexOf("config");
  return { index: Number(number), field: start < 0 ? path.join(".") : path.slice(start + 1).join(".") };
}

/** Part of a JSON pointer in plain form (RFC 6901). */
function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function nodeFieldErrorsOf(error: ApiError, operations: readonly GraphOperation[]): NodeFieldErrors {
  const byNode: Record<string, Record<string, string>> = {};
  for (const { pointer, message } of error.errors) {
    const place = readPointer(pointer);
    const operation = place && operations[place.index];
    const key = operation && nodeKeyOf(operation);
    if (!place || !key) continue;
    const fields = byNode[key] ?? {};
    fields[place.field] ??= message;
    byNode[key] = fields;
  }
  return byNode;
}

function nodeKeyOf(operation: GraphOperation): string | null {
  if (operation.op === "add_node") return operation.node.key;
  if (operation.op === "remove_edge") return null;
  return operation.op === "add_edge" ? operation.edge.target : operation.key;
}

/** Only updates can wait on their own: later operations build on everything else. */
export function splitRefused(
  error: ApiError,
  operations: readonly GraphOperation[],
): { refused: GraphOperation[]; rest: GraphOperation[] } {
  const indexes = new Set(error.errors.map(({ pointer }) => readPointer(pointer)?.index));
  const isRefused = (operation: GraphOperation, index: number) =>
    (operation.op === "update_node" || operation.op === "update_config") && indexes.has(index);
  return {
    refused: operations.filter(isRefused),
    rest: operations.filter((operation, index) => !isRefused(operation, index)),
  };
}
