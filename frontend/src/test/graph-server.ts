/** A server in memory that orders edits as the real one does: by revision, merged by field, each batch once. */

import { ApiError } from "@/api/errors";
import type { Graph, GraphChange, GraphOperation, GraphSaved } from "@/api/types";
import { applyOperations } from "@/document/operations";
import { toDocument } from "@/document/types";
import { documentOf, node, toLists } from "./documents";

type Batch = { revision: number; operations: GraphOperation[]; batch?: string };

export class GraphServer {
  graph: Graph = { ...toLists(documentOf([node("a"), node("b")], ["a>b"])), revision: 1, problems: [] };
  requests: GraphOperation[][] = [];
  failures: ApiError[] = [];
  /** The next batch is saved, but nobody hears of it. */
  loseAnswer = false;
  log: GraphChange[] = [];

  calls = {
    save: (_id: string, body: Batch) => this.save(body),
    load: async () => this.graph,
  };

  async save({ revision, operations, batch }: Batch, user = "me"): Promise<GraphSaved> {
    this.requests.push(operations);
    const failure = this.failures.shift();
    if (failure) throw failure;
    const since = this.log.filter((change) => change.revision > revision);
    const stored = this.log.find((change) => batch !== undefined && change.batch === batch);
    const saved = stored?.revision ?? this.accept(operations, since, user, batch ?? null);
    if (this.loseAnswer) {
      this.loseAnswer = false;
      throw new ApiError(0, "server_unreachable", "");
    }
    return { revision: saved, changes: since.filter((change) => change.revision < saved), problems: [] };
  }

  /** Save as somebody else, on the newest graph. */
  write(operations: GraphOperation[], user: string, batch: string | null = null): number {
    const { document } = applyOperations(toDocument(this.graph), operations);
    this.graph = { ...toLists(document), revision: this.graph.revision + 1, problems: [] };
    this.log.push({ revision: this.graph.revision, operations, batch, user, at: "" });
    return this.graph.revision;
  }

  private accept(
    operations: GraphOperation[],
    since: GraphChange[],
    user: string,
    batch: string | null,
  ): number {
    const theirs = since.flatMap((change) => change.operations);
    try {
      if (isIndependent(operations, theirs)) return this.write(operations, user, batch);
    } catch {
      if (since.length === 0) throw new ApiError(400, "graph_invalid_operation", "", { errors: [] });
    }
    throw new ApiError(409, "graph_conflict", "", { revision: this.graph.revision, changes: since });
  }
}

function isIndependent(ours: GraphOperation[], theirs: GraphOperation[]): boolean {
  const [left, right] = [touched(ours), touched(theirs)];
  const meets = (one: Set<string>, other: Set<string>) => [...one].some((thing) => other.has(thing));
  return !(
    meets(left.writes, right.writes) ||
    meets(left.needs, right.writes) ||
    meets(left.writes, right.needs)
  );
}

function touched(operations: GraphOperation[]): { writes: Set<string>; needs: Set<string> } {
  const writes = new Set<string>();
  const needs = new Set<string>();
  for (const operation of operations) {
    if (operation.op === "add_node") writes.add(operation.node.key);
    else if (operation.op === "remove_node") writes.add(operation.key);
    else if (operation.op === "remove_edge") writes.add(`edge ${operation.id}`);
    else if (operation.op === "add_edge") {
      writes.add(`edge ${operation.edge.id}`);
      needs.add(operation.edge.source).add(operation.edge.target);
    } else {
      needs.add(operation.key);
      const names =
        operation.op === "update_node"
          ? Object.keys(operation.changes)
          : [...Object.keys(operation.set ?? {}), ...(operation.unset ?? [])].map((name) => `config.${name}`);
      for (const name of names) {
        if (name === "position") needs.add(`${operation.key} parent`);
        else writes.add(`${operation.key} ${name}`);
      }
    }
  }
  return { writes, needs };
}
