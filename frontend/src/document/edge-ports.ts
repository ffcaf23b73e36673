/** Ports that nobody here describes: those of nodes of unknown types, which come from a newer version. Pure. */

import type { GraphDocument, NodeTypeIndex } from "./types";

/** Ids of the ports on both sides. */
export type PortIds = { inputs: readonly string[]; outputs: readonly string[] };

/** Ports of unknown node types, from their edges, by node. */
export function edgePorts(
  { nodes, edges }: Pick<GraphDocument, "nodes" | "edges">,
  types: NodeTypeIndex,
): ReadonlyMap<string, PortIds> {
  const unknown = Object.values(nodes).filter(({ type }) => !types[type]);
  if (unknown.length === 0) return NONE;
  const all = Object.values(edges);
  return new Map(
    unknown.map(({ key }) => [
      key,
      {
        inputs: [...new Set(all.flatMap((edge) => (edge.target === key ? [edge.target_port] : [])))],
        outputs: [...new Set(all.flatMap((edge) => (edge.source === key ? [edge.source_port] : [])))],
      },
    ]),
  );
}

const NONE: ReadonlyMap<string, PortIds> = new Map();
