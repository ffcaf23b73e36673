import { type RefObject, useEffect } from "react";
import { useEditor } from "@/commands/editor-context";
import type { Insets } from "@/components/canvas/canvas-handle";

/**
 * Tells the canvas what panels cover of it, and keeps a node out of their way.
 *
 * A node that is newly chosen is brought into view; later only when a panel or another size of the window covers it.
 */
export function useNodeInView(
  node: string | null,
  { left, right }: Insets,
  canvas: RefObject<HTMLElement | null>,
): void {
  const editor = useEditor();
  useEffect(() => {
    editor.canvas.insets = () => ({ left, right });
    // It tells of the present size at once, so what panels cover now is seen to as well.
    const observer = new ResizeObserver(() => editor.canvas.keepInSight(node));
    if (canvas.current) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [editor, node, left, right, canvas.current]);
  useEffect(() => {
    if (node !== null) editor.canvas.reveal([node]);
  }, [editor, node]);
}
