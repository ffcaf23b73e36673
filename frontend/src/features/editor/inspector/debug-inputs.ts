/** Inputs of a node's debug run: outputs of the nodes before it and the run's inputs. Pure. */

import type { JsonObject, NodeDoc, OutputField } from "@/api/types";
import { objectsOf, textOf } from "@/document/config";
import { incomingEdges, upstreamKeys } from "@/document/edge-index";
import type { GraphDocument, NodeTypeIndex } from "@/document/types";
import { declaredFields, type LastOutputs } from "@/document/variables";

export type DebugInput = {
  /** Key of the node with a replaced output; the start node represents the run's inputs. */
  key: string;
  name: string;
  isStart: boolean;
  value: JsonObject;
  /** Source of the value. */
  source: "pinned" | "last-run" | "shape";
};

const EMPTY: Record<OutputField["type"], JsonObject[string]> = {
  string: "",
  number: 0,
  boolean: false,
  object: {},
  array: [],
  any: null,
};

/** An output with the declared fields: their defaults, else empty values, as the shape to fill in. */
function shapeOf(node: NodeDoc, types: NodeTypeIndex): JsonObject {
  const defaults = new Map(objectsOf(node.config.fields).map((field) => [textOf(field.name), field.default]));
  return Object.fromEntries(
    declaredFields(node, types).map((field) => [field.name, defaults.get(field.name) ?? EMPTY[field.type]]),
  );
}

function inputOf(node: NodeDoc, types: NodeTypeIndex, last: LastOutputs): DebugInput {
  const known = last[node.key];
  const base = { key: node.key, name: node.name, isStart: node.type === "start" };
  if (node.pinned_output) return { ...base, value: node.pinned_output, source: "pinned" };
  if (known) return { ...base, value: known, source: "last-run" };
  return { ...base, value: shapeOf(node, types), source: "shape" };
}

/** True when the text of a config mentions a node by key or by name. */
function mentions(config: string, node: NodeDoc): boolean {
  const isNamed = [`nodes.${node.key}`, `nodes[\\"${node.key}\\"]`, `nodes['${node.key}']`].some((text) =>
    config.includes(text),
  );
  return isNamed || config.includes(node.name);
}

/**
 * Lists what has to be given to run node `key` alone: the start node, the nodes right before it, and every earlier node
 * that its config mentions; nearest first.
 */
export function debugInputs(
  document: GraphDocument,
  types: NodeTypeIndex,
  key: string,
  last: LastOutputs,
): DebugInput[] {
  const node = document.nodes[key];
  if (!node) return [];
  const config = JSON.stringify(node.config);
  const direct = new Set(incomingEdges(document.edges, key).map((edge) => edge.source));
  return upstreamKeys(document.edges, key)
    .flatMap((upstream) => document.nodes[upstream] ?? [])
    .filter((upstream) => upstream.type === "start" || direct.has(upstream.key) || mentions(config, upstream))
    .map((upstream) => inputOf(upstream, types, last));
}

/** The request body's two parts. */
export function toRequest(inputs: readonly DebugInput[]): {
  inputs: Record<string, JsonObject>;
  run_inputs: JsonObject;
} {
  const start = inputs.find((input) => input.isStart);
  return {
    inputs: Object.fromEntries(
      inputs.filter((input) => !input.isStart).map((input) => [input.key, input.value]),
    ),
    run_inputs: start?.value ?? {},
  };
}
