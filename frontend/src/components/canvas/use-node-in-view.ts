import { type RefObject, useEffect } from "react";
import type { CanvasHandle, Insets } from "./canvas-handle";

/**
 * Tells the canvas what panels cover of it, and keeps what is looked at out of their way: a node, or else the graph.
 *
 * A node that is newly chosen is brought into view; later only when a panel or another size of the window covers it.
 */
export function useNodeInView(
  canvas: CanvasHandle,
  node: string | null,
  { left, right }: Insets,
  element: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    canvas.insets = () => ({ left, right });
    // It reports the present size at once, so what panels cover now is seen to as well.
    const observer = new ResizeObserver(() => canvas.keepInSight(node));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [canvas, node, left, right, element.current]);
  useEffect(() => {
    if (node !== null) canvas.reveal([node]);
  }, [canvas, node]);
}
