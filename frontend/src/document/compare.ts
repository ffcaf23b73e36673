/** Differences of two documents, by node and field, for people. */

import type { Json, JsonObject } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { policyOf } from "./policy";
import { type EdgeDoc, type GraphDocument, type NodeDoc, nodeList } from "./types";

export type ChangeKind = "added" | "removed" | "changed" | "moved";

/** A field of a node, e.g. `config.fields[topic].title`; `undefined` where it is not there. */
export type FieldChange = { path: string; before: Json | undefined; after: Json | undefined };

export type NodeChange = {
  key: string;
  /** As it is called after the change, or was before it was removed. */
  name: string;
  type: string;
  kind: ChangeKind;
  /** Empty for nodes that are new, gone, or only at another place. */
  fields: FieldChange[];
};

type EdgeChange = { kind: "added" | "removed"; edge: EdgeDoc };

export type Comparison = {
  nodes: NodeChange[];
  edges: EdgeChange[];
  /** The same connections lie in another order, which is that of branches. */
  reordered: boolean;
};

export function compareDocuments(before: GraphDocument, after: GraphDocument): Comparison {
  const nodes = [
    ...nodeList(before).flatMap((node) => (after.nodes[node.key] ? [] : [asChange(node, "removed")])),
    ...nodeList(after).flatMap((node) => changeOf(before.nodes[node.key], node)),
  ];
  return { nodes, ...compareEdges(before.edges, after.edges) };
}

/** True if both run alike; positions do not count. */
export function isSameContent({ nodes, edges, reordered }: Comparison): boolean {
  return !reordered && edges.length === 0 && nodes.every(({ kind }) => kind === "moved");
}

function asChange({ key, name, type }: NodeDoc, kind: ChangeKind, fields: FieldChange[] = []): NodeChange {
  return { key, name, type, kind, fields };
}

function changeOf(before: NodeDoc | undefined, after: NodeDoc): NodeChange[] {
  if (!before) return [asChange(after, "added")];
  const fields = compareValues("", contentOf(before), contentOf(after));
  if (fields.length > 0) return [asChange(after, "changed", fields)];
  return isEqualJson(before.position, after.position) ? [] : [asChange(after, "moved")];
}

/** Everything that decides how a node runs, and its name. */
function contentOf(node: NodeDoc): JsonObject {
  const { name, type, type_version, parent, bypass, pinned_output, config } = node;
  return { name, type, type_version, parent, bypass, pinned_output, policy: policyOf(node), config };
}

function compareEdges(
  before: GraphDocument["edges"],
  after: GraphDocument["edges"],
): Pick<Comparison, "edges" | "reordered"> {
  const isIn = (edges: GraphDocument["edges"]) => (edge: EdgeDoc) => isEqualJson(edges[edge.id], edge);
  const removed = Object.values(before).filter((edge) => !isIn(after)(edge));
  const added = Object.values(after).filter((edge) => !isIn(before)(edge));
  const order = (edges: GraphDocument["edges"], other: GraphDocument["edges"]) =>
    Object.values(edges)
      .filter(isIn(other))
      .map(({ id }) => id);
  return {
    edges: [
      ...removed.map((edge) => ({ kind: "removed" as const, edge })),
      ...added.map((edge) => ({ kind: "added" as const, edge })),
    ],
    reordered: !isEqualJson(order(before, after), order(after, before)),
  };
}

/** The members that differ, each with its path. */
export function compareValues(
  path: string,
  before: Json | undefined,
  after: Json | undefined,
): FieldChange[] {
  if (isEqualJson(before, after)) return [];
  const left = membersOf(before);
  const right = membersOf(after);
  if (!left || !right || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  const inner = [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    compareValues(joined(path, name, Array.isArray(after)), left.get(name), right.get(name)),
  );
  // The same members in another order.
  return inner.length > 0 ? inner : [{ path, before, after }];
}

function joined(path: string, name: string, isItem: boolean): string {
  if (isItem) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** The members of an object, or the items of a list by their names; null for what is shown as one value. */
function membersOf(value: Json | undefined): ReadonlyMap<string, Json | undefined> | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const names = value.map(nameOf);
  if (names.includes(null) || new Set(names).size < names.length) return null;
  return new Map(value.map((item, at) => [names[at] ?? "", item]));
}

function nameOf(item: Json): string | null {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
  const name = item.name ?? item.id ?? item.key;
  return typeof name === "string" && name !== "" ? name : null;
}
