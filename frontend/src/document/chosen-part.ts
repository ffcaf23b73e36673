import { descendantKeys, homeOf } from "./nesting";
import { isOffThePath } from "./off-the-path";
import { type EdgeDoc, type GraphDocument, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

/** The chosen nodes with all that lies in them, and how edges lead in and out. */
export type Part = {
  keys: ReadonlySet<string>;
  /** Those that edges join with the rest: not what lies in chosen containers. */
  level: readonly NodeDoc[];
  entering: readonly EdgeDoc[];
  leaving: readonly EdgeDoc[];
};

export function partOf(document: GraphDocument, types: NodeTypeIndex, chosen: readonly string[]): Part {
  const keys = new Set(
    chosen.flatMap((key) => (document.nodes[key] ? [key, ...descendantKeys(document.nodes, key)] : [])),
  );
  const level = nodeList(document).filter(
    ({ key, type }) =>
      keys.has(key) &&
      !isOffThePath(types[type]) &&
      !homeOf(document.nodes, types, key).some((around) => keys.has(around)),
  );
  const edges = Object.values(document.edges);
  return {
    keys,
    level,
    entering: edges.filter(({ source, target }) => keys.has(target) && !keys.has(source)),
    leaving: edges.filter(({ source, target }) => keys.has(source) && !keys.has(target)),
  };
}
