/** What a document shows when it is opened. */

import type { FitViewOptions } from "@xyflow/react";
import { outgoingEdges } from "@/document/edge-index";
import type { GraphDocument } from "@/document/types";
import { startKey } from "@/document/validate";
import { FIT_OPTIONS } from "./flow-parts";
import type { CardNode } from "./to-flow";

/** Up to here everything is shown; beyond, nobody could read it. */
const ALL_SHOWN = 80;
const FIRST_SHOWN = 12;

/** Everything, or where the flow begins when there is too much to be read at once. */
export function openingView(document: GraphDocument): FitViewOptions<CardNode> {
  if (document.order.length <= ALL_SHOWN) return FIT_OPTIONS;
  const first = new Set([startKey(document) ?? document.order[0] ?? ""]);
  for (const key of first) {
    if (first.size >= FIRST_SHOWN) break;
    for (const { target } of outgoingEdges(document.edges, key)) first.add(target);
  }
  return { ...FIT_OPTIONS, nodes: [...first].map((id) => ({ id })) };
}
