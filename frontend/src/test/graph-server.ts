/** A server in memory that orders edits as the real one does: by revision, merged by field, each batch once. */

import { ApiError } from "@/api/errors";
import type { Graph, GraphOperation, GraphSaved, SavedGraphChange } from "@/api/types";
import { toDocument } from "@/document/types";
import { documentOf, node, toLists } from "./documents";
import { accepted, isIndependent } from "./graph-rules";

type Batch = { revision: number; operations: GraphOperation[]; batch?: string };

export class GraphServer {
  graph: Graph = { ...toLists(documentOf([node("a"), node("b")], ["a>b"])), revision: 1, problems: [] };
  requests: GraphOperation[][] = [];
  failures: ApiError[] = [];
  isWatched = false;
  /** The next batch is saved, but nobody hears of it. */
  loseAnswer = false;
  log: SavedGraphChange[] = [];
  /** Number of batches a client may be behind; beyond it, the client reloads the graph. */
  maxChanges = 500;

  calls = {
    save: (_id: string, body: Batch) => this.save(body),
    load: async () => this.graph,
    isWatched: () => this.isWatched,
  };

  async save({ revision, operations, batch }: Batch, user = "me"): Promise<GraphSaved> {
    this.requests.push(operations);
    const failure = this.failures.shift();
    if (failure) throw failure;
    const since = this.log.filter((change) => change.revision > revision).slice(0, this.maxChanges);
    const stored = this.log.find((change) => batch !== undefined && change.batch === batch);
    if ((stored?.revision ?? this.graph.revision + 1) > revision + since.length + 1) {
      throw new ApiError(409, "graph_conflict", "", { revision: this.graph.revision, changes: [] });
    }
    const saved = stored?.revision ?? this.accept(operations, since, user, batch ?? null);
    if (this.loseAnswer) {
      this.loseAnswer = false;
      throw new ApiError(0, "server_unreachable", "");
    }
    return { revision: saved, changes: since.filter((change) => change.revision < saved), problems: [] };
  }

  /** Save as somebody else, on the newest graph. */
  write(operations: GraphOperation[], user: string, batch: string | null = null): number {
    const document = accepted(toDocument(this.graph), operations);
    if (!document) throw new Error("The outcome breaks a rule.");
    this.graph = { ...toLists(document), revision: this.graph.revision + 1, problems: [] };
    this.log.push({ revision: this.graph.revision, operations, batch, user, at: "" });
    return this.graph.revision;
  }

  private accept(
    operations: GraphOperation[],
    since: SavedGraphChange[],
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
