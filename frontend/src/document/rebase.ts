/** Carry own edits over to what somebody else saved; what both wrote is set aside as a conflict. The server takes an edit by `graph/rebasing.py`. */

import type { Json, SavedGraphChange } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { EdgeSet } from "./edge-set";
import { takenKeys, takenNames, uniqueKey, uniqueName } from "./naming";
import type { NodeChanges, UpdateConfig } from "./operations";
import { rekeying } from "./rekey-operation";
import { hasCycle } from "./saved-rules";
import {
  type EdgeDoc,
  EMPTY_DOCUMENT,
  type GraphDocument,
  type GraphOperation,
  type NodeDoc,
  type NodeTypeIndex,
} from "./types";

/** An edit of ours that somebody else's took the place of. */
export type Conflict = {
  node: string;
  /** The node's name, which may be gone. */
  name: string;
  /** `config.prompt` or `name`; null when one removed the node and the other changed it. */
  field: string | null;
  /** Undefined: unset, or the node removed. */
  mine: Json | undefined;
  theirs: Json | undefined;
  /** Name of the other user; empty if unknown. */
  user: string;
  /** Operations that restore our value. */
  mend: GraphOperation[];
};

export type Rebased = { kept: GraphOperation[]; conflicts: Conflict[]; renamed: ReadonlyMap<string, string> };

const NOTHING: Rebased = { kept: [], conflicts: [], renamed: new Map() };

type Written = { added: boolean; attached: boolean; fields: Map<string, Json | undefined>; config: boolean };

/**
 * @param own edits that are not saved, in order.
 * @param shown the document with them, before the change.
 * @param saved the stored document with the change.
 * @param types those of the nodes: references in the edits follow a key.
 */
export function rebase(
  own: readonly GraphOperation[],
  change: SavedGraphChange,
  shown: GraphDocument,
  saved: GraphDocument = EMPTY_DOCUMENT,
  types: NodeTypeIndex = {},
): Rebased {
  if (own.length === 0) return NOTHING;
  const rebased = new Rebase(change, shown, saved, own, types, false).run();
  return rebased ?? new Rebase(change, shown, saved, own, types, true).run() ?? NOTHING;
}

class Rebase {
  private readonly written = new Map<string, Written>();
  /** The graph as the kept edits leave it. */
  private readonly nodes: Map<string, string>;
  private readonly edges: EdgeSet;
  private readonly takenKeys: Set<string>;
  private readonly takenNames: Set<string>;
  private readonly renamed = new Map<string, string>();
  private readonly added = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly kept: GraphOperation[] = [];
  private readonly conflicts: Conflict[] = [];
  private readonly rekey: (operation: GraphOperation) => GraphOperation;

  constructor(
    private readonly change: SavedGraphChange,
    private readonly shown: GraphDocument,
    private readonly saved: GraphDocument,
    private readonly own: readonly GraphOperation[],
    types: NodeTypeIndex,
    /** Leave out a connection of ours that closes a circle; looking for one at each takes long. */
    private readonly opensCircles: boolean,
  ) {
    for (const operation of change.operations) this.note(operation);
    this.nodes = new Map(Object.values(saved.nodes).map(({ key, name }) => [key, name]));
    this.edges = new EdgeSet(Object.values(saved.edges));
    this.takenKeys = new Set([...takenKeys(saved), ...takenKeys(shown)]);
    this.takenNames = takenNames(saved);
    this.rekey = rekeying(this.renamed, types, shown, saved);
  }

  /** Null where the outcome would have nodes that wait for each other. */
  run(): Rebased | null {
    for (const operation of this.own) this.carry(this.follow(operation));
    if (!this.opensCircles && hasCycle(this.edges.all())) return null;
    return { kept: this.kept, conflicts: this.conflicts, renamed: this.renamed };
  }

  private note(operation: GraphOperation): void {
    switch (operation.op) {
      case "add_node":
        this.of(operation.node.key).added = true;
        break;
      case "remove_node":
        this.written.delete(operation.key);
        this.removed.add(operation.key);
        break;
      case "update_node":
        this.noteFields(operation.key, operation.changes);
        break;
      case "update_config":
        for (const name of operation.unset ?? [])
          this.of(operation.key).fields.set(`config.${name}`, undefined);
        for (const [name, value] of Object.entries(operation.set ?? {})) {
          this.of(operation.key).fields.set(`config.${name}`, value);
        }
        break;
      case "add_edge":
        this.of(operation.edge.source).attached = true;
        this.of(operation.edge.target).attached = true;
        break;
      case "remove_edge":
        break;
    }
  }

  private noteFields(key: string, { config, ...others }: NodeChanges): void {
    const written = this.of(key);
    for (const [name, value] of Object.entries(others)) written.fields.set(name, value);
    if (!config) return;
    written.config = true;
    for (const [name, value] of Object.entries(config)) written.fields.set(`config.${name}`, value);
  }

  private of(key: string): Written {
    const known = this.written.get(key);
    if (known) return known;
    const made = { added: false, attached: false, fields: new Map(), config: false };
    this.written.set(key, made);
    return made;
  }

  private carry(operation: GraphOperation): void {
    switch (operation.op) {
      case "add_node":
        this.addNode(operation.node);
        break;
      case "update_node":
        this.updateNode(operation.key, operation.changes);
        break;
      case "update_config":
        this.updateConfig(operation);
        break;
      case "remove_node":
        this.removeNode(operation.key);
        break;
      case "add_edge":
        this.addEdge(operation.edge);
        break;
      case "remove_edge":
        if (this.edges.delete(operation.id)) this.kept.push(operation);
    }
  }

  /** Two people may have given a new node the same key: ours takes another one, and what speaks of it follows. */
  private follow(operation: GraphOperation): GraphOperation {
    if (operation.op === "add_node" && this.written.get(operation.node.key)?.added) {
      const { key } = operation.node;
      if (this.nodes.has(key) && !isEqualJson(this.saved.nodes[key], operation.node)) {
        const free = uniqueKey(key, this.takenKeys);
        this.takenKeys.add(free);
        this.renamed.set(key, free);
      }
    }
    return this.rekey(operation);
  }

  private addNode(node: NodeDoc): void {
    if (this.nodes.has(node.key)) {
      // Ours came back before anybody heard that it was gone.
      const about = this.conflicts.findIndex(({ node: key, field }) => key === node.key && field === null);
      if (about >= 0) this.conflicts.splice(about, 1);
      return;
    }
    const name = this.takeName(node.key, node.name);
    this.added.add(node.key);
    this.kept.push({ op: "add_node", node: { ...node, name } });
  }

  private addEdge(edge: EdgeDoc): void {
    if (!this.nodes.has(edge.source) || !this.nodes.has(edge.target) || this.edges.has(edge.id)) return;
    if (this.edges.connects(edge) || (this.opensCircles && this.edges.closesCycle(edge))) return;
    this.edges.add(edge);
    this.kept.push({ op: "add_edge", edge });
  }

  private updateNode(key: string, changes: NodeChanges): void {
    if (!this.nodes.has(key)) {
      if (Object.keys(changes).some((name) => name !== "position")) this.setGone(key);
      return;
    }
    const kept: NodeChanges = {};
    for (const [name, value] of Object.entries(changes)) {
      const mend: GraphOperation = { op: "update_node", key, changes: { [name]: value } };
      if (this.isTaken(key, name, value, mend)) continue;
      Object.assign(kept, name === "name" ? { name: this.takeName(key, String(value)) } : { [name]: value });
    }
    if (Object.keys(kept).length > 0) this.kept.push({ op: "update_node", key, changes: kept });
  }

  private updateConfig({ key, set = {}, unset = [] }: UpdateConfig): void {
    if (!this.nodes.has(key)) {
      this.setGone(key);
      return;
    }
    const kept = Object.entries(set).filter(
      ([name, value]) =>
        !this.isTaken(key, `config.${name}`, value, {
          op: "update_config",
          key,
          set: { [name]: value },
          unset: [],
        }),
    );
    const gone = unset.filter(
      (name) =>
        !this.isTaken(key, `config.${name}`, undefined, { op: "update_config", key, set: {}, unset: [name] }),
    );
    if (kept.length + gone.length === 0) return;
    this.kept.push({ op: "update_config", key, set: Object.fromEntries(kept), unset: gone });
  }

  private removeNode(key: string): void {
    if (!this.nodes.has(key)) return;
    const written = this.added.has(key) ? undefined : this.written.get(key);
    const touched =
      written && (written.attached || [...written.fields.keys()].some((name) => name !== "position"));
    if (!touched) {
      this.kept.push({ op: "remove_node", key });
      this.forget(key);
      return;
    }
    this.add({
      ...this.place(key),
      field: null,
      mine: undefined,
      theirs: this.nameOf(key),
      mend: [{ op: "remove_node", key }],
    });
  }

  private forget(key: string): void {
    this.takenNames.delete(this.nodes.get(key) ?? "");
    this.nodes.delete(key);
    this.edges.deleteOf(key);
  }

  /** Ours changed what they removed: it can be put back as it was shown. */
  private setGone(key: string): void {
    const node = this.shown.nodes[key];
    if (!node || this.conflicts.some((conflict) => conflict.node === key && conflict.field === null)) return;
    const edges = Object.values(this.shown.edges).filter(
      ({ source, target }) => source === key || target === key,
    );
    const mend: GraphOperation[] = [
      { op: "add_node", node },
      ...edges.map((edge) => ({ op: "add_edge" as const, edge })),
    ];
    // It may have been another change than this one.
    const user = this.removed.has(key) ? this.change.user : "";
    this.add({ ...this.place(key), user, field: null, mine: node.name, theirs: undefined, mend });
  }

  /** True if they wrote the same field; a conflict unless to the same value. */
  private isTaken(key: string, field: string, mine: Json | undefined, mend: GraphOperation): boolean {
    const written = this.added.has(key) ? undefined : this.written.get(key);
    // The last move holds, unless the node is in another container now: a position counts from that one's corner.
    if (field === "position") return written?.fields.has("parent") ?? false;
    const isConfig = written?.config && field.startsWith("config.");
    if (!written || !(isConfig || written.fields.has(field))) return false;
    const theirs = written.fields.get(field);
    if (!isEqualJson(mine, theirs)) this.add({ ...this.place(key), field, mine, theirs, mend: [mend] });
    return true;
  }

  private takeName(key: string, wanted: string): string {
    this.takenNames.delete(this.nodes.get(key) ?? "");
    const name = uniqueName(wanted, this.takenNames);
    this.takenNames.add(name);
    this.nodes.set(key, name);
    return name;
  }

  private place(key: string): Pick<Conflict, "node" | "name" | "user"> {
    return { node: key, name: this.nameOf(key), user: this.change.user };
  }

  private nameOf(key: string): string {
    return this.saved.nodes[key]?.name ?? this.shown.nodes[key]?.name ?? key;
  }

  private add(conflict: Conflict): void {
    this.conflicts.push(conflict);
  }
}
