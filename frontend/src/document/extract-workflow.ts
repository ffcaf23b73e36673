/** Nodes become a workflow of their own: its Start takes what they refer to outside, its End gives what is referred to. */

import type { JsonObject, NodeTypeInfo } from "@/api/types";
import type { Language } from "@/i18n";
import { newEdge, newNode } from "./add-node";
import { type Part, partOf } from "./chosen-part";
import { objectsOf, textOf } from "./config";
import { type ExtractFault, entryKeys, extractFault } from "./extract-fault";
import { nodeBox } from "./frames";
import { CARD_WIDTH, GAP_X, snap } from "./geometry";
import { uniqueKey } from "./naming";
import { absolutePosition, homeOf } from "./nesting";
import { inputReferences, type NodeReference, replaceNodeReferences } from "./node-references";
import { applyOperations } from "./operations";
import { outputPorts } from "./ports";
import { removeOperations } from "./reparent";
import {
  type EdgeDoc,
  type GraphDocument,
  type GraphOperation,
  type NodeDoc,
  type NodeTypeIndex,
  nodeList,
  toDocument,
} from "./types";
import { startKey } from "./validate";
import { declaredFields } from "./variables";

/** A field of the new Start: what it is called, and what the node in its place gives it. */
type Field = JsonObject & { name: string };
type Row = { name: string; value: string };

export type Extraction = {
  graph: { nodes: NodeDoc[]; edges: EdgeDoc[] };
  /** Names of the new workflow's inputs and outputs. */
  inputs: readonly string[];
  outputs: readonly string[];
  /** Key of the node that takes the place of the others. */
  key: string;
  /** Operations that insert that node, once the workflow has an address. */
  replace(workflow: string): GraphOperation[];
};

type Plan = { fault: ExtractFault } | { fault: null; extraction: Extraction };
type Options = { language: Language; name: string };

/** @param options.name what the new workflow and its node are called. */
export function planExtraction(
  document: GraphDocument,
  types: NodeTypeIndex,
  chosen: readonly string[],
  options: Options,
): Plan | null {
  const { start, end, sub_workflow: type } = types;
  const part = partOf(document, types, chosen);
  if (!start || !end || !type || part.level.length === 0) return null;
  const fault = extractFault(document, types, part);
  if (fault) return { fault };
  const taken = takenInputs(document, types, part);
  const given = givenOutputs(document, part);
  const node = newNode(document, types, type, { x: 0, y: 0 }, options);
  const graph = childGraph(document, types, part, { start, end, taken, given, language: options.language });
  return {
    fault: null,
    extraction: {
      graph,
      inputs: taken.fields.map(({ name }) => name),
      outputs: given.rows.map(({ name }) => name),
      key: node.key,
      replace: (workflow) => {
        const config = { ...node.config, workflow, inputs: taken.rows };
        return replaceOperations(document, types, part, { ...node, config }, given);
      },
    },
  };
}

/** Resolves a reference's node: after `nodes.` a key takes precedence, a bare word is a name first. */
function nodeFinder({ nodes }: GraphDocument): (reference: NodeReference) => NodeDoc | undefined {
  const byName = new Map(Object.values(nodes).map((node) => [node.name, node]));
  return ({ word, isBare }) => {
    const byKey = Object.hasOwn(nodes, word) ? nodes[word] : undefined;
    return isBare ? (byName.get(word) ?? byKey) : (byKey ?? byName.get(word));
  };
}

const referenceTo = (key: string, field: string | null) =>
  field === null
    ? `nodes.${key}`
    : /^[\p{L}_][\p{L}\p{N}_]*$/u.test(field)
      ? `nodes.${key}.${field}`
      : `nodes.${key}["${field}"]`;

type Taken = { fields: Field[]; rows: Row[]; rewrite: (config: JsonObject) => JsonObject };

/** Outside references of the part: run inputs keep their names, node values get one. */
function takenInputs(document: GraphDocument, types: NodeTypeIndex, part: Part): Taken {
  const find = nodeFinder(document);
  const start = document.nodes[startKey(document) ?? ""];
  const known = new Map(objectsOf(start?.config.fields).map((field) => [textOf(field.name), field]));
  const fields = new Map<string, Field>();
  const rows: Row[] = [];
  const configs = nodeList(document).flatMap(({ key, config }) => (part.keys.has(key) ? [config] : []));
  const add = (field: Field, reference: string) => {
    fields.set(field.name, field);
    // As JSON a value stays what it is, whatever it looks like.
    const value = field.type === "json" ? `{{ ${reference} | json }}` : `{{ ${reference} }}`;
    rows.push({ name: field.name, value });
  };
  for (const name of configs.flatMap((config) => [...inputReferences(config)])) {
    for (const each of name === null ? known.keys() : [name]) {
      if (fields.has(each)) continue;
      const path = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(each) ? `inputs.${each}` : `inputs["${each}"]`;
      add({ ...(known.get(each) ?? newField(each, "json", each)), name: each }, path);
    }
  }
  const named = new Map<string, string>();
  const replace = (reference: NodeReference) => {
    const node = find(reference);
    if (!node || part.keys.has(node.key)) return null;
    const { field } = reference;
    const path = referenceTo(node.key, field);
    const before = named.get(path);
    if (before !== undefined) return `inputs.${before}`;
    const name = uniqueKey(field === null ? node.key : `${node.key}_${field}`, new Set(fields.keys()));
    named.set(path, name);
    const declared = declaredFields(node, types).find((one) => one.name === field);
    const title = field === null ? node.name : `${node.name} › ${field}`;
    add(newField(name, FIELD_TYPES[declared?.type ?? "any"] ?? "json", title), path);
    return `inputs.${name}`;
  };
  for (const config of configs) replaceNodeReferences(config, replace);
  return {
    fields: [...fields.values()],
    rows,
    rewrite: (config) => replaceNodeReferences(config, replace),
  };
}

const FIELD_TYPES: Record<string, string> = {
  string: "paragraph",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
};

function newField(name: string, type: string, title: string): Field {
  return { name, type, title, required: false, default: null, description: "", options: [] };
}

type Given = { rows: Row[]; nameOf: (key: string, field: string | null) => string };

/** References of the rest to the part. */
function givenOutputs(document: GraphDocument, part: Part): Given {
  const find = nodeFinder(document);
  const named = new Map<string, string>();
  const nameOf = (key: string, field: string | null) => {
    const path = referenceTo(key, field);
    const name =
      named.get(path) ?? uniqueKey(field === null ? key : `${key}_${field}`, new Set(named.values()));
    named.set(path, name);
    return name;
  };
  for (const { key, config } of nodeList(document)) {
    if (part.keys.has(key)) continue;
    replaceNodeReferences(config, (reference) => {
      const node = find(reference);
      if (node && part.keys.has(node.key)) nameOf(node.key, reference.field);
      return null;
    });
  }
  return { rows: [...named].map(([path, name]) => ({ name, value: `{{ ${path} }}` })), nameOf };
}

type ChildParts = { start: NodeTypeInfo; end: NodeTypeInfo; taken: Taken; given: Given; language: Language };

function childGraph(
  document: GraphDocument,
  types: NodeTypeIndex,
  part: Part,
  { start, end, taken, given, language }: ChildParts,
): Extraction["graph"] {
  const inner = nodeList(document)
    .filter(({ key }) => part.keys.has(key))
    .map((node) => {
      const isOuter = node.parent === null || !part.keys.has(node.parent);
      const place = isOuter ? { parent: null, position: absolutePosition(document.nodes, node.key) } : {};
      return { ...node, ...place, config: taken.rewrite(node.config) };
    });
  const edges = Object.values(document.edges).filter(
    ({ source, target }) => part.keys.has(source) && part.keys.has(target),
  );
  let graph = toDocument({ nodes: inner, edges });
  const boxes = inner.filter(({ parent }) => parent === null).map((node) => nodeBox(graph, types, node));
  const top = snap(Math.min(...boxes.map(({ y }) => y)));
  const left = snap(Math.min(...boxes.map(({ x }) => x)) - CARD_WIDTH - GAP_X);
  const right = snap(Math.max(...boxes.map(({ x, width }) => x + width)) + GAP_X);
  const add = (type: NodeTypeInfo, x: number, config: JsonObject) => {
    const node = newNode(graph, types, type, { x, y: top }, { language, config });
    graph = applyOperations(graph, [{ op: "add_node", node }]).document;
    return node.key;
  };
  const first = add(start, left, { fields: taken.fields });
  const last = add(end, right, { outputs: given.rows });
  const join = (source: string, port: string, target: string, input: string) => {
    const edge = newEdge(graph, { node: source, port }, { node: target, port: input });
    graph = applyOperations(graph, [{ op: "add_edge", edge }]).document;
  };
  const out = start.outputs[0]?.id ?? "out";
  for (const key of entryKeys(document, part)) {
    const ports = new Set(
      part.entering.filter(({ target }) => target === key).map((edge) => edge.target_port),
    );
    const input = types[document.nodes[key]?.type ?? ""]?.inputs[0]?.id ?? "in";
    for (const port of ports.size > 0 ? ports : [input]) join(first, out, key, port);
  }
  // The end waits for everything: whatever leads out or to nothing leads to it.
  const used = new Set(edges.map(({ source, source_port }) => `${source}/${source_port}`));
  const leaving = new Set(part.leaving.map(({ source, source_port }) => `${source}/${source_port}`));
  for (const node of part.level) {
    for (const { id } of outputPorts(node, types[node.type])) {
      const port = `${node.key}/${id}`;
      if (!used.has(port) || leaving.has(port)) join(node.key, id, last, end.inputs[0]?.id ?? "in");
    }
  }
  return { nodes: nodeList(graph), edges: Object.values(graph.edges) };
}

/** Put the new node in the place of the part; references to the part become references to it. */
function replaceOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  part: Part,
  draft: NodeDoc,
  given: Given,
): GraphOperation[] {
  const find = nodeFinder(document);
  const removal = removeOperations(document, types, [...part.keys]);
  const parents = new Set(part.level.map(({ parent }) => parent));
  const home = homeOf(document.nodes, types, part.level[0]?.key ?? "").at(-1) ?? null;
  const [only = null] = parents;
  const parent = parents.size === 1 && !part.keys.has(only ?? "") ? only : home;
  const corner = parent === null ? { x: 0, y: 0 } : absolutePosition(document.nodes, parent);
  const places = part.level.map(({ key }) => absolutePosition(document.nodes, key));
  const node: NodeDoc = {
    ...draft,
    parent,
    position: {
      x: Math.min(...places.map(({ x }) => x)) - corner.x,
      y: (places[0]?.y ?? 0) - corner.y,
    },
  };
  let graph = applyOperations(document, [...removal, { op: "add_node", node }]).document;
  const operations: GraphOperation[] = [...removal, { op: "add_node", node }];
  const join = (source: { node: string; port: string }, target: { node: string; port: string }) => {
    const isThere = Object.values(graph.edges).some(
      (edge) =>
        edge.source === source.node &&
        edge.source_port === source.port &&
        edge.target === target.node &&
        edge.target_port === target.port,
    );
    if (isThere) return;
    const operation: GraphOperation = { op: "add_edge", edge: newEdge(graph, source, target) };
    graph = applyOperations(graph, [operation]).document;
    operations.push(operation);
  };
  const type = types[node.type];
  const input = { node: node.key, port: type?.inputs[0]?.id ?? "in" };
  const output = { node: node.key, port: type?.outputs[0]?.id ?? "out" };
  for (const { source, source_port } of part.entering) join({ node: source, port: source_port }, input);
  for (const { target, target_port } of part.leaving) join(output, { node: target, port: target_port });
  for (const { key, config } of nodeList(document)) {
    if (part.keys.has(key)) continue;
    const next = replaceNodeReferences(config, (reference) => {
      const meant = find(reference);
      if (!meant || !part.keys.has(meant.key)) return null;
      return `nodes.${node.key}.output.${given.nameOf(meant.key, reference.field)}`;
    });
    if (next !== config) operations.push({ op: "update_node", key, changes: { config: next } });
  }
  return operations;
}
