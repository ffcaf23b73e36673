/** Edges by id, by their ends and by node, so that a batch of edits is carried over in linear time. */

import type { EdgeDoc } from "./types";

export class EdgeSet {
  private readonly byId = new Map<string, EdgeDoc>();
  private readonly byEnds = new Set<string>();
  private readonly byNode = new Map<string, Set<string>>();

  constructor(edges: Iterable<EdgeDoc>) {
    for (const edge of edges) this.add(edge);
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** True if an edge joins the same two ports. */
  connects(edge: EdgeDoc): boolean {
    return this.byEnds.has(ends(edge));
  }

  all(): EdgeDoc[] {
    return [...this.byId.values()];
  }

  /** True if an edge would close a cycle. */
  closesCycle({ source, target }: EdgeDoc): boolean {
    const seen = new Set([target]);
    for (const node of seen) {
      if (node === source) return true;
      for (const id of this.byNode.get(node) ?? []) {
        const edge = this.byId.get(id);
        if (edge?.source === node) seen.add(edge.target);
      }
    }
    return false;
  }

  add(edge: EdgeDoc): void {
    this.byId.set(edge.id, edge);
    this.byEnds.add(ends(edge));
    for (const node of [edge.source, edge.target]) {
      const ids = this.byNode.get(node) ?? new Set();
      this.byNode.set(node, ids.add(edge.id));
    }
  }

  /** False when there was none. */
  delete(id: string): boolean {
    const edge = this.byId.get(id);
    if (!edge) return false;
    this.byId.delete(id);
    this.byEnds.delete(ends(edge));
    for (const node of [edge.source, edge.target]) this.byNode.get(node)?.delete(id);
    return true;
  }

  deleteOf(node: string): void {
    for (const id of [...(this.byNode.get(node) ?? [])]) this.delete(id);
  }
}

function ends({ source, source_port, target, target_port }: EdgeDoc): string {
  return [source, source_port, target, target_port].join("\n");
}
