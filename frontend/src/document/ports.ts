/** The output ports of a node: those that its config makes, those of its type, and the one for failures. */

import { ERROR_PORT as ERROR } from "@/api/rules.gen";
import type { NodeTypeInfo, Port } from "@/api/types";
import type { Message } from "@/i18n/local-text";
import { objectsOf, textOf } from "./config";
import type { GraphDocument, GraphOperation, NodeDoc } from "./types";

/** A port as a node has it: of its type, or one that its config makes. */
export type ShownPort = Omit<Port, "title"> & { title: Message };

/** Exists on a node exactly when its policy says so. */
export const ERROR_PORT: ShownPort = { id: ERROR, title: { key: "canvas:errorPort" }, show_if: null };

type Known = { type: NodeTypeInfo | undefined; ports: readonly ShownPort[] };
const known = new WeakMap<NodeDoc, Known>();

/** All output ports, top to bottom. Nodes are never changed in place, so the answer is kept with the node. */
export function outputPorts(node: NodeDoc, type: NodeTypeInfo | undefined): readonly ShownPort[] {
  const before = known.get(node);
  if (before && before.type === type) return before.ports;
  const ports = type ? [...rowPorts(node, type), ...fixedPorts(node, type), ...errorPort(node)] : [];
  known.set(node, { type, ports });
  return ports;
}

function rowPorts({ config }: NodeDoc, { outputs_from: field }: NodeTypeInfo): ShownPort[] {
  if (!field) return [];
  return objectsOf(config[field]).flatMap((row) => {
    const id = textOf(row.id);
    const title = textOf(row.label) || id;
    return id ? [{ id, title: title, show_if: null }] : [];
  });
}

function fixedPorts({ config }: NodeDoc, type: NodeTypeInfo): ShownPort[] {
  return type.outputs.filter(({ show_if: condition }) =>
    Object.entries(condition ?? {}).every(
      ([field, values]) =>
        Array.isArray(values) && values.includes(config[field] ?? type.default_config[field] ?? null),
    ),
  );
}

function errorPort({ policy }: NodeDoc): ShownPort[] {
  return policy?.onError === "port" ? [ERROR_PORT] : [];
}

/** True if nodes of a type have outputs. */
export function hasOutputs(type: NodeTypeInfo): boolean {
  return type.outputs.length > 0 || type.outputs_from !== null;
}

/** Change a node, and take away the edges of ports that it no longer has. */
export function changeOperations(
  document: GraphDocument,
  type: NodeTypeInfo | undefined,
  key: string,
  changes: Pick<Partial<NodeDoc>, "config" | "policy">,
): GraphOperation[] {
  const node = document.nodes[key];
  if (!node) return [];
  const left = new Set(outputPorts({ ...node, ...changes }, type).map(({ id }) => id));
  const gone = outputPorts(node, type).filter(({ id }) => !left.has(id));
  const update: GraphOperation = { op: "update_node", key, changes };
  if (gone.length === 0) return [update];
  const lost = new Set(gone.map(({ id }) => id));
  const cut = Object.values(document.edges).filter(
    (edge) => edge.source === key && lost.has(edge.source_port),
  );
  return [...cut.map(({ id }) => ({ op: "remove_edge" as const, id })), update];
}
