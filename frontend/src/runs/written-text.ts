/** Selects the model text shown beside the timeline. Pure. */

import { addressOf, shownNode } from "./passes";
import { isOpen, type NodeRunView, type PassView, type RunState } from "./types";

export type WrittenText = { name: string; round: number; text: string; isGrowing: boolean };

type Chosen = { key: string | null; step: string | null };

/** The text of the chosen round, or the newest one of the chosen node, or else the newest of all; null before the first. */
export function writtenText(state: RunState & PassView, { key, step }: Chosen): WrittenText | null {
  const chosen = key === null ? undefined : shownNode(state, key);
  const stream = /\/(r\d+)$/.exec(step ?? "")?.[1];
  return (chosen && textIn(chosen, stream)) ?? newestText(state);
}

function newestText(state: RunState): WrittenText | null {
  const asked = state.trace.findLast((entry) => {
    if (entry.kind !== "model_call") return false;
    const node = state.nodes[addressOf(entry.scope, entry.nodeKey)];
    return node?.streams[`r${entry.round}`] !== undefined;
  });
  if (asked?.kind !== "model_call") return null;
  const node = state.nodes[addressOf(asked.scope, asked.nodeKey)];
  return node ? textIn(node, `r${asked.round}`) : null;
}

function textIn(node: NodeRunView, stream?: string): WrittenText | null {
  const newest = stream ?? newestStream(node);
  const text = newest && node.streams[newest];
  if (!newest || !text) return null;
  const round = Number(newest.slice(1));
  const isGrowing =
    isOpen(node.status) && node.modelCalls.some((call) => call.round === round && call.status === "running");
  return { name: node.name, round, text, isGrowing };
}

/** As much as fits on a card, and some more. */
const LINE_LENGTH = 80;

/** The end of what the node's model writes, on one line; null when it has written nothing. */
export function liveLine(node: NodeRunView): string | null {
  const stream = newestStream(node);
  const text = stream && node.streams[stream];
  return text ? text.slice(-LINE_LENGTH).replace(/\s+/g, " ") : null;
}

function newestStream({ streams }: NodeRunView): string | undefined {
  return Object.keys(streams).findLast((stream) => streams[stream] !== "");
}
