/** The inputs of the last run of each workflow, kept in this browser. */

import type { JsonObject } from "@/api/types";
import { browserStorage } from "@/lib/browser-storage";
import { readJsonObject } from "@/lib/json";

const MAX_LENGTH = 200_000;
const key = (workflowId: string) => `flowloom-inputs:${workflowId}`;

export function lastInputs(workflowId: string): JsonObject | null {
  const text = browserStorage.getItem(key(workflowId));
  return text === null ? null : readJsonObject(text);
}

export function rememberInputs(workflowId: string, inputs: JsonObject): void {
  const text = JSON.stringify(inputs);
  if (text.length <= MAX_LENGTH) browserStorage.setItem(key(workflowId), text);
}
