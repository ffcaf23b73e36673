/** Finds the edge under a screen position, and marks it as drop target. */

import type { Position } from "@/api/types";

/** The id of the edge under the point, whatever lies above it. */
export function edgeAt({ x, y }: Position): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest(".react-flow__edge");
    if (edge) return edge.getAttribute("data-id");
  }
  return null;
}

const MARK = "fl-edge-target";

/** Mark one edge as the place where the drop goes; null for none. */
export function markEdge(id: string | null): void {
  const marked = document.querySelector(`.${MARK}`);
  if (marked?.getAttribute("data-id") === id) return;
  marked?.classList.remove(MARK);
  if (id === null) return;
  document.querySelector(`.react-flow__edge[data-id="${CSS.escape(id)}"]`)?.classList.add(MARK);
}
