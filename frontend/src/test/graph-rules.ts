/** The server's rules about graphs and edits, held equal to the real ones by the cases of `tests/shared_edits.json`. */

import { isReachable } from "@/document/edge-index";
import { applyOperations } from "@/document/operations";
import type { GraphDocument, GraphOperation } from "@/document/types";

/**
 * The graph with the operations, or null where the server refuses what they lead to.
 *
 * @throws OperationError when one names something that is missing or already there.
 */
export function accepted(
  document: GraphDocument,
  operations: readonly GraphOperation[],
): GraphDocument | null {
  const after = applyOperations(document, operations).document;
  const names = Object.values(after.nodes).map(({ name }) => name);
  const edges = Object.values(after.edges);
  const ends = edges.map((edge) => [edge.source, edge.source_port, edge.target, edge.target_port].join(" "));
  const isFit =
    new Set(names).size === names.length &&
    new Set(ends).size === ends.length &&
    !edges.some(({ source, target }) => source === target || isReachable(after.edges, target, source));
  return isFit ? after : null;
}

/** True if two lists of operations touch different things; see `workflow_editor/graph/rebasing.py`. */
export function isIndependent(ours: readonly GraphOperation[], theirs: readonly GraphOperation[]): boolean {
  const [left, right] = [touched(ours), touched(theirs)];
  return !(
    meets(left.writes, right.writes) ||
    meets(left.needs, right.writes) ||
    meets(left.writes, right.needs) ||
    replaces(left, right) ||
    replaces(right, left)
  );
}

type Touched = { writes: Set<string>; needs: Set<string>; replaced: Set<string> };

function touched(operations: readonly GraphOperation[]): Touched {
  const writes = new Set<string>();
  const needs = new Set<string>();
  const replaced = new Set<string>();
  for (const operation of operations) {
    if (operation.op === "add_node") writes.add(`node ${operation.node.key}`);
    else if (operation.op === "remove_node") writes.add(`node ${operation.key}`);
    else if (operation.op === "remove_edge") writes.add(`edge ${operation.id}`);
    else if (operation.op === "add_edge") {
      writes.add(`edge ${operation.edge.id}`);
      needs.add(`node ${operation.edge.source}`).add(`node ${operation.edge.target}`);
    } else if (operation.op === "update_config") {
      needs.add(`node ${operation.key}`);
      for (const name of [...Object.keys(operation.set ?? {}), ...(operation.unset ?? [])])
        writes.add(`config ${operation.key} ${name}`);
    } else {
      needs.add(`node ${operation.key}`);
      for (const name of Object.keys(operation.changes)) {
        if (name === "position") needs.add(`field ${operation.key} parent`);
        else writes.add(`field ${operation.key} ${name}`);
      }
      if ("config" in operation.changes) replaced.add(operation.key);
    }
  }
  return { writes, needs, replaced };
}

function meets(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((thing) => other.has(thing));
}

function replaces({ replaced }: Touched, { writes }: Touched): boolean {
  return [...writes].some((thing) => {
    const [kind, key = ""] = thing.split(" ");
    return kind === "config" && replaced.has(key);
  });
}
