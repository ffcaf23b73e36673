/** A node's references to tools. */

import { functionId, toolIdOf } from "@/api/function-id";
import type { NodeTool, ToolConfig } from "@/api/types";

/** Makes the entry of a node's `tools` list; ids carry the prefix `tool_` and a millisecond stamp. */
export function formToolOf(config: ToolConfig, now: number = Date.now()): NodeTool {
  return {
    id: `tool_${now}_${config.id.slice(0, 8)}`,
    type: config.type,
    name: config.name,
    enabled: true,
    config: {},
    toolConfig: config.id,
  };
}

/** The entry of what needs no settings, and is named by its id alone. */
export function namedTool(id: string, now: number = Date.now()): NodeTool {
  return { id: `tool_${now}`, type: id, name: "", enabled: true, config: {}, toolConfig: null };
}

/** Tells the id of a tool from a kind of tools. */
export function isToolId(type: string): boolean {
  return type.includes(":");
}

/** The id of the one function that is called; none for settings in the node, or for a server without a function. */
export function calledId(tool: NodeTool, givesFunctions: boolean): string | null {
  if (!tool.toolConfig) return isToolId(tool.type) ? tool.type : null;
  if (tool.function) return functionId(tool.toolConfig, tool.function);
  return givesFunctions ? null : toolIdOf(tool.toolConfig);
}

/** The tool, if one was chosen; an entry that names none may be stored. */
export function chosenTool(tool: NodeTool | null | undefined): NodeTool | undefined {
  return tool && (tool.type || tool.toolConfig) ? tool : undefined;
}
