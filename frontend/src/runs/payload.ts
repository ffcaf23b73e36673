/** Careful reading of what runs give. */

import type { Json, JsonObject, RunError } from "@/api/types";
import { textOf } from "@/document/config";

export function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function objectOrNull(value: Json | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

/** The node that failed first, with its pass: a container tells it in the details of its own failure. */
export function failurePlace({
  node_key: nodeKey,
  details,
}: RunError): { nodeKey: string; scope: string } | null {
  const cause = objectOrNull(details?.cause);
  if (cause) return { nodeKey: textOf(cause.node_key), scope: textOf(cause.scope) };
  return nodeKey ? { nodeKey, scope: "" } : null;
}
