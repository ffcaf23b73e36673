/** Careful reading of event payloads. */

import type { Json, JsonObject, RunError, Usage } from "@/api/types";
import { objectOf, textOf } from "./config";

export function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

export function objectOrNull(value: Json | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

export function usageOf(value: Json | undefined): Usage | null {
  const usage = objectOrNull(value);
  if (!usage) return null;
  return {
    input_tokens: numberOf(usage.input_tokens) ?? 0,
    output_tokens: numberOf(usage.output_tokens) ?? 0,
  };
}

export function errorOf(value: Json | undefined, nodeKey: string | null): RunError | null {
  const error = objectOrNull(value);
  if (!error) return null;
  return {
    code: textOf(error.code),
    message: textOf(error.message),
    node_key: textOf(error.node_key) || nodeKey,
    details: objectOf(error.details),
  };
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
