/** The file that an agent is exported to and imported from: `agent_profile.json`. */

import type { AgentDocument } from "@/api/types";
import { parseCommentedJson } from "@/lib/json-comments";

/** The file is no profile at all; what is wrong inside of one the server says. */
export class NotAnAgentError extends Error {}

export function readAgentFile(text: string): AgentDocument {
  const value = parse(text);
  const isProfile =
    typeof value === "object" && value !== null && ("name" in value || "tool_ids_inventory" in value);
  if (isProfile && !("nodes" in value)) {
    // What is missing or wrong inside of it the server says.
    return value as AgentDocument;
  }
  throw new NotAnAgentError("the file is not a profile");
}

function parse(text: string): unknown {
  try {
    return parseCommentedJson(text);
  } catch (error) {
    throw new NotAnAgentError("the file is not JSON", { cause: error });
  }
}
