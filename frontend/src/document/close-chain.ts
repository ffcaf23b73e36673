/** Connects the neighbours of removed nodes, as bypassing does. */

import type { EdgeDoc } from "@/api/types";
import { newEdge } from "./add-node";
import { outgoingEdges } from "./edge-index";
import { applyOperations } from "./operations";
import { outputPorts } from "./ports";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";
import { connectionFault } from "./validate";

/** Edges to add behind `removal`, which takes nodes away. Branches are not joined: nobody can tell which one is meant. */
export function closingOperations(
  before: GraphDocument,
  types: NodeTypeIndex,
  removal: readonly GraphOperation[],
): GraphOperation[] {
  const gone = new Set(removal.flatMap((change) => (change.op === "remove_node" ? [change.key] : [])));
  const cut = new Set(removal.flatMap((change) => (change.op === "remove_edge" ? [change.id] : [])));
  let after = applyOperations(before, removal).document;
  const added: GraphOperation[] = [];
  for (const into of Object.values(before.edges)) {
    if (gone.has(into.source) || !gone.has(into.target) || cut.has(into.id)) continue;
    const source = { node: into.source, port: into.source_port };
    for (const out of exits(before, types, gone, cut, into.target)) {
      const target = { node: out.target, port: out.target_port };
      if (connectionFault(after, types, source, target)) continue;
      const change: GraphOperation = { op: "add_edge", edge: newEdge(after, source, target) };
      added.push(change);
      after = applyOperations(after, [change]).document;
    }
  }
  return added;
}

/** The edges by which what comes into a removed node leaves the removed ones. */
function exits(
  document: GraphDocument,
  types: NodeTypeIndex,
  gone: ReadonlySet<string>,
  cut: ReadonlySet<string>,
  entered: string,
): EdgeDoc[] {
  const found: EdgeDoc[] = [];
  const passed = new Set([entered]);
  for (const key of passed) {
    const node = document.nodes[key];
    const [output] = node ? outputPorts(node, types[node.type]) : [];
    const leaving = outgoingEdges(document.edges, key);
    if (leaving.some(({ source_port }) => source_port !== output?.id)) continue;
    for (const edge of leaving) {
      if (cut.has(edge.id)) continue;
      if (gone.has(edge.target)) passed.add(edge.target);
      else found.push(edge);
    }
  }
  return found;
}
