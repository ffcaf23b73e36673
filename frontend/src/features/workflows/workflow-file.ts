/** The file that a workflow is exported to and imported from. */

import type { WorkflowFile } from "@/api/types";
import { parseJson } from "@/lib/json";

/** The file is not an exported workflow at all; what is wrong inside of one the server says. */
export class NotAWorkflowError extends Error {}

export function readWorkflowFile(text: string): WorkflowFile {
  const value = parse(text);
  if (typeof value === "object" && value !== null && "format" in value && value.format === "flowloom") {
    // What is wrong inside of it the server says.
    return value as WorkflowFile;
  }
  throw new NotAWorkflowError("the file does not say format: flowloom");
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new NotAWorkflowError("the file is not JSON", { cause: error });
  }
}
