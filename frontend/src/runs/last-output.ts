/** The last output of a run that has none of its own: it reached no End node. Pure. */

import type { JsonObject } from "@/api/types";
import { addressOf } from "./passes";
import type { NodeRunView, RunState } from "./types";

export type LastOutput = { node: NodeRunView; output: JsonObject };

/** Output of the node that finished last outside of containers; null without any. */
export function lastOutput({ nodes, trace }: Pick<RunState, "nodes" | "trace">): LastOutput | null {
  const order = new Map(
    trace.flatMap((entry, at) =>
      entry.kind === "node" ? [[addressOf(entry.scope, entry.nodeKey), at] as const] : [],
    ),
  );
  const place = (node: NodeRunView) => order.get(addressOf(node.scope, node.key)) ?? 0;
  const later = (one: NodeRunView, other: NodeRunView) =>
    (one.finishedAt ?? "").localeCompare(other.finishedAt ?? "") || place(one) - place(other);
  const node = Object.values(nodes)
    .filter(({ status, scope, type, output }) => {
      return status === "succeeded" && scope === "" && type !== "start" && output !== null;
    })
    .sort(later)
    .at(-1);
  return node?.output ? { node, output: mainOf(node.output) } : null;
}

/** The value that a reference to the whole node gives: its `result`, where it has one. */
function mainOf(output: JsonObject): JsonObject {
  return output.result === undefined ? output : { result: output.result };
}
