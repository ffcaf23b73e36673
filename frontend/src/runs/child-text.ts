/** Model text of child runs: live only, so it may begin in the middle. Pure. */

import type { ChildText, NodeRunView, ToolCallView } from "./types";

type Piece = { child_run: string; child_node: string; stream: string; offset: number; text: string };

/** Append a piece; another source, or a gap, starts over. */
export function withChildPiece(node: NodeRunView, piece: Piece): NodeRunView {
  const before = node.childTexts[piece.child_run];
  const after = grown(before, piece);
  return after === before ? node : { ...node, childTexts: { ...node.childTexts, [piece.child_run]: after } };
}

function grown(before: ChildText | undefined, piece: Piece): ChildText {
  const source = `${piece.child_node}/${piece.stream}`;
  const points = [...piece.text];
  const end = piece.offset + points.length;
  // A model call that was started again begins at 0.
  if (before?.source !== source || piece.offset === 0 || piece.offset > before.end) {
    return { source, text: piece.offset > 0 ? `… ${piece.text}` : piece.text, end };
  }
  if (end <= before.end) return before;
  return { source, text: before.text + points.slice(before.end - piece.offset).join(""), end };
}

export function withoutChild(node: NodeRunView, runId: string): NodeRunView {
  const { [runId]: _over, ...childTexts } = node.childTexts;
  return { ...node, childTexts };
}

/** Text being written in a call's child run; empty once the call has its result. */
export function textOfCall(node: NodeRunView, call: ToolCallView): string {
  if (call.status !== "running" || call.childRun === null) return "";
  return node.childTexts[call.childRun]?.text ?? "";
}

/** Text being written in child runs of the node itself, such as a sub-workflow. */
export function textsOfNode(node: NodeRunView): { run: string; text: string }[] {
  if (node.status !== "waiting" && node.status !== "running") return [];
  const ofCalls = new Set(node.toolCalls.map(({ childRun }) => childRun));
  return Object.entries(node.childTexts).flatMap(([run, { text }]) =>
    ofCalls.has(run) ? [] : [{ run, text }],
  );
}
