/** The file that a workflow is exported to and imported from, or the interface of one of ComfyTavern. */

import type { WorkflowImport } from "@/api/types";
import { parseCommentedJson } from "@/lib/json-comments";

/** The file is not a workflow at all; what is wrong inside of one the server says. */
export class NotAWorkflowError extends Error {}

export function readWorkflowFile(text: string): WorkflowImport {
  const value = parse(text);
  if (typeof value === "object" && value !== null) {
    const isOurs = "format" in value && value.format === "flowloom";
    // What is wrong inside of it the server says.
    if (isOurs || "interfaceInputs" in value || "interfaceOutputs" in value) return value as WorkflowImport;
  }
  throw new NotAWorkflowError("the file is neither of Flowloom nor an interface");
}

/** Default name of an imported workflow: the file's, without its ending. */
export function nameOfFile(file: string): string {
  return file.replace(/\.[^.]*$/, "").slice(0, 120);
}

function parse(text: string): unknown {
  try {
    return parseCommentedJson(text);
  } catch (error) {
    throw new NotAWorkflowError("the file is not JSON", { cause: error });
  }
}
