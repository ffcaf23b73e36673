/** Tools of an agent: three lists of its profile, by inventory ids. Pure. */

import { functionIdOf, toolIdOf } from "@/api/function-id";
import type { AgentDocument } from "@/api/types";

type Changes = Partial<AgentDocument>;

const WORKFLOW = "workflow:";
const BASE = "kb:";
/** Lets the model choose the base, so no base of its own is meant. */
const ANY_BASE = "kb:Query";

/** A skill is named with or without its prefix. */
export const skillId = (named: string): string => (named.startsWith(WORKFLOW) ? named : WORKFLOW + named);
export const baseId = (slug: string): string => BASE + slug;

/** True if an id is one function of this configured tool. */
function isOneOf(id: string, toolId: string): boolean {
  const server = functionIdOf(id)?.configId;
  return server !== undefined && toolIdOf(server) === toolId;
}

/** Give the agent something of the inventory: a workflow is a skill, a base is knowledge, the rest are tools. */
export function withHeld(draft: AgentDocument, id: string): Changes {
  const { tool_ids_inventory: tools = [], skill_workflow_ids_inventory: skills = [] } = draft;
  const { knowledge_base_references: bases = [] } = draft;
  if (id.startsWith(WORKFLOW))
    return { skill_workflow_ids_inventory: [...skills, id.slice(WORKFLOW.length)] };
  if (id.startsWith(BASE) && id !== ANY_BASE) {
    return { knowledge_base_references: [...bases, { source_id: id.slice(BASE.length) }] };
  }
  // A server that is chosen as a whole brings its functions along.
  return { tool_ids_inventory: [...tools.filter((one) => !isOneOf(one, id)), id] };
}
