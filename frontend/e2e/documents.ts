/** Small workflow documents for stories that are not about drawing them. */

import type {
  EdgeDoc,
  Json,
  JsonObject,
  NodeDoc,
  ToolConfig,
  ToolConfigDraft,
  WorkflowDocument,
} from "../src/api/types";

const COLUMN = 336;

export type NodeSpec = {
  key: string;
  name: string;
  type: string;
  config: JsonObject;
  /** Output port that continues the chain; `out` by default. */
  out?: string;
};

export const start = (...fields: string[]): NodeSpec => ({
  key: "start",
  name: "Start",
  type: "start",
  config: {
    fields: fields.map((name) => ({
      name,
      type: "text",
      title: name,
      required: true,
      default: name,
      description: "",
      options: [],
    })),
  },
});

export const ai = (key: string, name: string, config: JsonObject): NodeSpec => ({
  key,
  name,
  type: "process",
  config: { provider: "offline", userPrompt: "Say something.", ...config },
});

export const template = (key: string, name: string, text: string): NodeSpec => ({
  key,
  name,
  type: "template",
  config: { template: text },
});

export const approval = (key: string, name: string, config: JsonObject): NodeSpec => ({
  key,
  name,
  type: "approval",
  config,
  out: "approved",
});

export const form = (key: string, name: string, title: string, ...fields: string[]): NodeSpec => ({
  key,
  name,
  type: "form",
  config: { title, fields: start(...fields).config.fields ?? [] },
  out: "submitted",
});

export const end = (outputs: Record<string, string>): NodeSpec => ({
  key: "end",
  name: "End",
  type: "end",
  config: { outputs: Object.entries(outputs).map(([name, value]) => ({ name, value })) },
});

/** A configured tool as a node holds it. */
export const heldTool = ({ id, type, name }: Pick<ToolConfig, "id" | "type" | "name">): Json => ({
  id,
  type,
  name,
  enabled: true,
  config: {},
  toolConfig: id,
});

/** Draft of a tool that calls one address and takes no arguments. */
export const httpTool = (name: string, url: string): ToolConfigDraft => ({
  type: "http-request",
  name,
  description: "Asks the service of this story.",
  enabled: true,
  config: { method: "GET", url },
});

/** The nodes one after another, left to right. */
export function chain(...specs: NodeSpec[]): WorkflowDocument {
  const nodes = specs.map(
    ({ out: _out, ...spec }, at): NodeDoc => ({
      ...spec,
      type_version: 1,
      position: { x: at * COLUMN, y: 120 },
      parent: null,
      bypass: false,
      pinned_output: null,
    }),
  );
  const edges = specs.slice(1).map((spec, at): EdgeDoc => {
    const { key: source = "", out = "out" } = specs[at] ?? {};
    return { id: `${source}-${spec.key}`, source, source_port: out, target: spec.key, target_port: "in" };
  });
  return { nodes, edges };
}

/** The same with a public form beside its start, under the key `public`, which shows its result. */
export function withForm(document: WorkflowDocument, given: JsonObject = {}): WorkflowDocument {
  const config = { showResult: true, ...given };
  const trigger = chain({ key: "public", name: "Public form", type: "form_trigger", config });
  const beside = trigger.nodes.map((node) => ({ ...node, position: { x: -400, y: 120 } }));
  return { ...document, nodes: [...document.nodes, ...beside] };
}

/** A workflow that fetches one address. */
export function fetching(url: string): WorkflowDocument {
  const request = { key: "fetch", name: "Fetch", type: "http_request", config: { url } };
  return chain(start("topic"), request, end({ status: "{{ nodes.fetch.statusCode }}" }));
}
