/** Values that nodes of a workflow keep for later runs and messages. Pure. */

import type { JsonObject } from "@/api/types";
import { objectsOf, textOf } from "./config";

type Assignment = { key: string; owner: string; name: string };
type Nodes = Readonly<Record<string, { key: string; type: string; config: JsonObject }>>;

/** The named rows of all nodes “Variable assigner”, in the order of the nodes. */
export function assignmentsOf(nodes: Nodes): Assignment[] {
  return Object.values(nodes)
    .filter(({ type }) => type === "assign")
    .flatMap(({ key, config }) =>
      objectsOf(config.assignments).map((row) => ({
        key,
        owner: textOf(row.owner) || "workflow",
        name: textOf(row.name),
      })),
    )
    .filter(({ name }) => name !== "");
}
