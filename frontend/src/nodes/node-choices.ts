/** Nodes that can be added: node types, and nodes for one tool, workflow, agent or knowledge base. Pure. */

import type { InventoryEntry, JsonObject, LocalText, NodeTypeInfo, ToolConfig, ToolType } from "@/api/types";
import { formToolOf, namedTool } from "@/document/node-tool";
import type { NodeTypeIndex } from "@/document/types";
import { type Category, inPaletteOrder, type Tint, toolTint } from "./registry";

const TOOL_NODE = "tool";
const WORKFLOW_NODE = "sub_workflow";
const WORKFLOW_PREFIX = "workflow:";
const NOTHING: LocalText = { en: "" };

export type NodeChoice = {
  /** Id of a node type, of a tool, or `new:<tool type>`. */
  id: string;
  kind: "type" | InventoryEntry["kind"] | "new";
  title: LocalText;
  help: LocalText;
  /** Other words to find it by. */
  keywords: LocalText;
  icon: string;
  /** Category in the palette. */
  category: Category;
  tint: Tint;
  nodeType: NodeTypeInfo;
  /** Initial settings besides the type's defaults. */
  config: JsonObject;
  /** A tool of this type is set up first. */
  newTool?: string;
};

/** Node types in the order of the palette. */
export function typeChoices(types: readonly NodeTypeInfo[]): NodeChoice[] {
  return inPaletteOrder(types).map((type) => ({
    id: type.id,
    kind: "type",
    title: type.title,
    help: type.help,
    keywords: type.keywords,
    icon: type.icon,
    category: type.category,
    tint: type.category,
    nodeType: type,
    config: {},
  }));
}

/** The nodes for what is there already (tools, workflows, agents …), then those for a tool that is still to be made. */
export function toolChoices(
  types: NodeTypeIndex,
  inventory: readonly InventoryEntry[],
  configs: readonly ToolConfig[],
  toolTypes: readonly ToolType[],
): NodeChoice[] {
  const { [TOOL_NODE]: toolNode, [WORKFLOW_NODE]: workflowNode } = types;
  if (!toolNode || !workflowNode) return [];
  const configured = new Map(configs.map((config) => [config.tool_id, config]));
  const known = inventory.map(({ id, kind, title, description, icon }): NodeChoice => {
    const nodeType = kind === "workflow" ? workflowNode : toolNode;
    const config = configured.get(id);
    const configuredType = toolTypes.find(({ type }) => type === config?.type);
    const tool = config ? formToolOf(config) : namedTool(id);
    return {
      id,
      kind,
      title,
      help: description,
      keywords: NOTHING,
      icon,
      category: nodeType.category,
      tint: toolTint(configuredType?.category ?? kind),
      nodeType,
      config: kind === "workflow" ? { workflow: id.slice(WORKFLOW_PREFIX.length) } : { tool },
    };
  });
  const creatable = toolTypes.filter(({ kind, implemented }) => kind === "configured" && implemented);
  const fresh = creatable.map(({ type, title, help, keywords, icon, category }): NodeChoice => {
    const tint = toolTint(category);
    const base = { id: `new:${type}`, kind: "new" as const, title, help, keywords, icon, tint };
    return { ...base, category: toolNode.category, nodeType: toolNode, config: {}, newTool: type };
  });
  return [...known, ...fresh];
}
