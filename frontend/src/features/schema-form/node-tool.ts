/** How a node refers to a configured tool. */

import type { NodeTool, ToolConfig } from "@/api/types";

/** Makes the entry of a node's `tools` list; ids carry the prefix `tool_` and a millisecond stamp. */
export function nodeToolOf(config: ToolConfig, now: number = Date.now()): NodeTool {
  return {
    id: `tool_${now}_${config.id.slice(0, 8)}`,
    type: config.type,
    name: config.name,
    enabled: true,
    config: {},
    toolConfig: config.id,
  };
}
