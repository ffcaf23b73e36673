/** Documents and node types for tests. */

import type { EdgeDoc, JsonObject, NodeDoc, NodeTypeInfo } from "@/api/types";
import { nodeBox } from "@/document/frames";
import { type GraphDocument, indexNodeTypes, nodeList, toDocument } from "@/document/types";

const IN = { id: "in", title: { en: "Input", zh: "输入" }, show_if: null };
const OUT = { id: "out", title: { en: "Output", zh: "输出" }, show_if: null };

function nodeType(id: string, changes: Partial<NodeTypeInfo> = {}): NodeTypeInfo {
  return {
    id,
    version: 1,
    category: "data",
    icon: "box",
    title: { en: id[0]?.toUpperCase() + id.slice(1), zh: `${id} 节点` },
    help: { en: "", zh: "" },
    keywords: { en: "", zh: "" },
    summary: [],
    inputs: [IN],
    outputs: [OUT],
    outputs_from: null,
    effect: "pure",
    previews: false,
    config_schema: { "x-template": true },
    default_config: {},
    output_fields: [],
    output_fields_from: null,
    role: "step",
    pass_fields: [],
    ...changes,
  };
}

/** A type with this schema for its settings. */
export const typeWithSchema = (config_schema: JsonObject): NodeTypeInfo =>
  nodeType("lined", { config_schema });

/** A type with one card line; `schema` is that of the only field, `value`. */
export function typeWithLine(text: string, schema: JsonObject = {}): NodeTypeInfo {
  return nodeType("lined", {
    summary: [[{ text: { en: text, zh: text }, when: {}, missing: false }]],
    config_schema: { properties: { value: schema } },
  });
}

export const CONDITIONS: JsonObject = {
  "x-widget": "conditions",
  items: {
    properties: {
      variable: {},
      operator: {
        "x-enum-labels": { equals: { en: "equals", zh: "等于" }, isEmpty: { en: "is empty", zh: "为空" } },
      },
      value: { "x-show-if": { operator: ["equals"] } },
    },
  },
};

export const NODE_TYPES = indexNodeTypes([
  nodeType("start", { role: "start", category: "input", inputs: [], output_fields_from: "fields" }),
  nodeType("process", {
    category: "ai",
    title: { en: "AI", zh: "AI" },
    default_config: { provider: "offline", userPrompt: "", tools: [] },
    output_fields: [{ name: "result", type: "any", title: { en: "Result", zh: "结果" } }],
  }),
  nodeType("template", {
    output_fields: [{ name: "text", type: "string", title: { en: "Text", zh: "文本" } }],
  }),
  nodeType("condition", {
    category: "logic",
    outputs: [
      { id: "true", title: { en: "True", zh: "是" }, show_if: null },
      { id: "false", title: { en: "False", zh: "否" }, show_if: null },
    ],
  }),
  nodeType("set", { output_fields_from: "assignments" }),
  nodeType("switch", {
    category: "logic",
    outputs: [{ id: "default", title: { en: "Otherwise", zh: "其他" }, show_if: { includeDefault: [true] } }],
    outputs_from: "cases",
    default_config: { includeDefault: true },
  }),
  nodeType("iteration", {
    category: "logic",
    role: "container",
    output_fields: [{ name: "results", type: "array", title: { en: "Results", zh: "结果" } }],
    pass_fields: [{ name: "item", type: "any", title: { en: "Item", zh: "当前项" } }],
  }),
  nodeType("merge", { category: "logic" }),
  nodeType("sub_workflow", {
    category: "logic",
    default_config: { workflow: "", inputs: [] },
    output_fields: [{ name: "output", type: "object", title: { en: "Output", zh: "输出" } }],
  }),
  nodeType("group", { role: "canvas", inputs: [], outputs: [] }),
  nodeType("note", { role: "canvas", inputs: [], outputs: [] }),
  nodeType("webhook", {
    role: "trigger",
    category: "trigger",
    inputs: [],
    outputs: [],
    output_fields: [{ name: "body", type: "any", title: { en: "Body", zh: "正文" } }],
  }),
  nodeType("end", { role: "end", category: "output", outputs: [] }),
]);

export function node(key: string, type = "template", changes: Partial<NodeDoc> = {}): NodeDoc {
  return {
    key,
    name: key,
    type,
    type_version: 1,
    config: {},
    position: { x: 0, y: 0 },
    parent: null,
    bypass: false,
    pinned_output: null,
    ...changes,
  };
}

/** `a>b`, or `a:true>b` for another port. */
export function edge(path: string): EdgeDoc {
  const [from = "", target = ""] = path.split(">");
  const [source = "", port = "out"] = from.split(":");
  return { id: path, source, source_port: port, target, target_port: "in" };
}

export function documentOf(nodes: NodeDoc[], paths: string[] = []): GraphDocument {
  return toDocument({ nodes, edges: paths.map(edge) });
}

/** A square grid: each node feeds its right and its lower neighbour. */
export function gridDocument(count: number, config: JsonObject = {}): GraphDocument {
  const side = Math.ceil(Math.sqrt(count));
  const key = (row: number, column: number) => `n_${row}_${column}`;
  const nodes: NodeDoc[] = [];
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = Math.floor(index / side);
    const column = index % side;
    nodes.push(node(key(row, column), "template", { config, position: { x: column * 340, y: row * 160 } }));
    if (column > 0) paths.push(`${key(row, column - 1)}>${key(row, column)}`);
    if (row > 0 && column % 2 === 0) paths.push(`${key(row - 1, column)}>${key(row, column)}`);
  }
  return documentOf(nodes, paths);
}

/** Overlapping nodes of one frame: `a/b`. */
export function overlapping(document: GraphDocument): string[] {
  const boxes = nodeList(document).map((one) => ({ ...one, ...nodeBox(document, NODE_TYPES, one) }));
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (b) =>
          a.parent === b.parent &&
          a.x < b.x + b.width &&
          b.x < a.x + a.width &&
          a.y < b.y + b.height &&
          b.y < a.y + a.height,
      )
      .map((b) => `${a.key}/${b.key}`),
  );
}

/** The lists that the server stores. */
export function toLists(document: GraphDocument): { nodes: NodeDoc[]; edges: EdgeDoc[] } {
  return { nodes: nodeList(document), edges: Object.values(document.edges) };
}
