/** The inputs of the last run of each workflow, kept in this browser. */

import type { JsonObject } from "@/api/types";

const MAX_LENGTH = 200_000;
const key = (workflowId: string) => `flowloom-inputs:${workflowId}`;

export function lastInputs(workflowId: string): JsonObject | null {
  const text = localStorage.getItem(key(workflowId));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}

export function rememberInputs(workflowId: string, inputs: JsonObject): void {
  const text = JSON.stringify(inputs);
  if (text.length <= MAX_LENGTH) localStorage.setItem(key(workflowId), text);
}
