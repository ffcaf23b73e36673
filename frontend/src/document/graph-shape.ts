/** Parts of a graph that settings and positions do not change. */

import type { GraphDocument } from "./types";

type Nodes = GraphDocument["nodes"];

let newest: { nodes: Nodes; shape: Nodes } = { nodes: {}, shape: {} };

/**
 * The nodes as they were when one last came, went, or changed its type, name or frame.
 *
 * What follows from these alone is found once, and not again for each key and each move.
 */
export function graphShape(nodes: Nodes): Nodes {
  if (nodes !== newest.nodes)
    newest = { nodes, shape: isSameShape(nodes, newest.shape) ? newest.shape : nodes };
  return newest.shape;
}

function isSameShape(one: Nodes, other: Nodes): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => {
    const [a, b] = [one[key], other[key]];
    return a === b || (a?.type === b?.type && a?.name === b?.name && a?.parent === b?.parent);
  });
}
