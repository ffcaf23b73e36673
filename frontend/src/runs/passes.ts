/** Passes of containers: how their node runs are addressed, and which of them is on the screen. */

import { isOpen, type NodeRunView, type PassCounts, type PassView } from "./types";

/** So many passes of each container are kept; of older ones only those that are open or in which something failed. */
export const KEPT_PASSES = 60;

/** Name of a node run: the node's key, in front of it the pass it ran in. */
export function addressOf(scope: string, key: string): string {
  return scope === "" ? key : `${scope}:${key}`;
}

type Step = { container: string; index: number };

/** `/each.3/inner.0` as the passes that it goes through, outermost first, each with the address of its container. */
export function stepsOf(scope: string): Step[] {
  const steps: Step[] = [];
  let outer = "";
  for (const part of scope.split("/").slice(1)) {
    const dot = part.lastIndexOf(".");
    const key = part.slice(0, dot);
    const index = Number(part.slice(dot + 1));
    if (dot < 0 || !Number.isInteger(index)) return steps;
    steps.push({ container: addressOf(outer, key), index });
    outer = `${outer}/${part}`;
  }
  return steps;
}

/** Count the passes that a scope tells of; the same object when none is new. */
export function countPasses(counts: PassCounts, scope: string): PassCounts {
  const fresh = stepsOf(scope).filter(({ container, index }) => index >= (counts[container] ?? 0));
  if (fresh.length === 0) return counts;
  return { ...counts, ...Object.fromEntries(fresh.map(({ container, index }) => [container, index + 1])) };
}

type Nodes = Readonly<Record<string, NodeRunView>>;

/** Forget the pass that has become too old by a new one. */
export function forgetOld(nodes: Nodes, before: PassCounts, scope: string): Nodes {
  const old = stepsOf(scope)
    .filter(({ container, index }) => index >= (before[container] ?? 0) && index >= KEPT_PASSES)
    .map(({ container, index }) => passOf(container, index - KEPT_PASSES));
  if (old.length === 0) return nodes;
  const isOld = (view: NodeRunView) =>
    old.some((pass) => view.scope === pass || view.scope.startsWith(`${pass}/`));
  const entries = Object.entries(nodes);
  const isWanted = entries.some(
    ([, view]) => isOld(view) && (view.status === "failed" || isOpen(view.status)),
  );
  return isWanted ? nodes : Object.fromEntries(entries.filter(([, view]) => !isOld(view)));
}

/** True if a view is kept: in old passes only open and failed ones are. */
export function isKept({ scope, status }: NodeRunView, counts: PassCounts): boolean {
  if (scope === "" || status === "failed" || isOpen(status)) return true;
  return stepsOf(scope).every(({ container, index }) => index >= (counts[container] ?? 0) - KEPT_PASSES);
}

/** The scope that a node run lies in and the node's key, as `addressOf` has put them together. */
export function keyOf(address: string): { scope: string; key: string } {
  const colon = address.lastIndexOf(":");
  return { scope: address.slice(0, Math.max(colon, 0)), key: address.slice(colon + 1) };
}

/** The scope of a container's pass. */
export function passOf(container: string, index: number): string {
  const { scope, key } = keyOf(container);
  return `${scope}/${key}.${index}`;
}

/** The scopes of all passes that a scope goes through, outermost first. */
export function passesOf(scope: string): string[] {
  return stepsOf(scope).map(({ container, index }) => passOf(container, index));
}

/** Displayed pass of a container, from 0; null before the first. */
export function shownPass(
  { passes, picked }: Pick<PassView, "passes" | "picked">,
  container: string,
): number | null {
  const count = passes[container] ?? 0;
  return count === 0 ? null : Math.min(picked[container] ?? count - 1, count - 1);
}

/** The scope in which a node is shown; null when no pass has reached it. */
export function shownScope(view: PassView, key: string): string | null {
  let scope = "";
  for (const container of view.homes[key] ?? []) {
    const index = shownPass(view, addressOf(scope, container));
    if (index === null) return null;
    scope = `${scope}/${container}.${index}`;
  }
  return scope;
}

/** Displayed run of a node, in the chosen passes. */
export function shownNode(view: PassView, key: string): NodeRunView | undefined {
  const scope = shownScope(view, key);
  return scope === null ? undefined : view.nodes[addressOf(scope, key)];
}

type Placed = { key: string; type: string; parent: string | null };

/** The containers around each node of a stored graph; groups are only drawn. */
export function homesOf(nodes: readonly Placed[]): PassView["homes"] {
  const index = new Map(nodes.map((node) => [node.key, node]));
  const homes: Record<string, readonly string[]> = {};
  for (const { key, parent } of nodes) {
    const home: string[] = [];
    const seen = new Set<string>([key]);
    for (let at = parent; at !== null && !seen.has(at); at = index.get(at)?.parent ?? null) {
      seen.add(at);
      if (index.has(at) && index.get(at)?.type !== "group") home.unshift(at);
    }
    if (home.length > 0) homes[key] = home;
  }
  return homes;
}

/**
 * Nodes in chosen passes without events, since newer passes replaced them; they have to be read again. In a run with
 * shared passes, these never have events.
 */
export function forgotten(view: PassView, sharesPasses: boolean): { key: string; scope: string }[] {
  return Object.keys(view.homes).flatMap((key) => {
    const scope = shownScope(view, key);
    if (scope === null || view.nodes[addressOf(scope, key)]) return [];
    const isOld =
      sharesPasses ||
      stepsOf(scope).some(({ container, index }) => index < (view.passes[container] ?? 0) - KEPT_PASSES);
    return isOld ? [{ key, scope }] : [];
  });
}
