/** The file that an agent is exported to and imported from: `agent_profile.json`. */

import type { AgentDocument } from "@/api/types";
import { parseJson } from "@/lib/json";

/** The file is no profile at all; what is wrong inside of one the server says. */
export class NotAnAgentError extends Error {}

export function readAgentFile(text: string): AgentDocument {
  const value = parse(text);
  if (typeof value === "object" && value !== null && "name" in value && !("nodes" in value)) {
    // What is wrong inside of it the server says.
    return value as AgentDocument;
  }
  throw new NotAnAgentError("the file is not a profile");
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new NotAnAgentError("the file is not JSON", { cause: error });
  }
}
