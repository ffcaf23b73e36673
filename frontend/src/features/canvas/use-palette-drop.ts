/** Dropping a node type from the palette: on empty canvas, or on an edge. */

import { type DragEvent, useCallback } from "react";
import { addToDocument } from "@/commands/edits";
import { CARD_WIDTH, SINGLE_PORT_Y } from "@/document/geometry";
import type { Editor } from "@/features/editor/editor-context";
import { edgeAt, markEdge } from "./edge-target";

/** Type of the drag data: the id of a node type. */
export const NODE_TYPE_DRAG = "application/x-flowloom-node-type";

export function usePaletteDrop(editor: Editor) {
  const onDragOver = useCallback((event: DragEvent) => {
    if (!event.dataTransfer.types.includes(NODE_TYPE_DRAG)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    markEdge(edgeAt({ x: event.clientX, y: event.clientY }));
  }, []);

  const onDragLeave = useCallback(() => markEdge(null), []);

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = editor.types[event.dataTransfer.getData(NODE_TYPE_DRAG)];
      markEdge(null);
      if (!type) return;
      event.preventDefault();
      const screen = { x: event.clientX, y: event.clientY };
      const point = editor.canvas.toCanvas(screen);
      const at = { x: point.x - CARD_WIDTH / 2, y: point.y - SINGLE_PORT_Y };
      const edgeId = edgeAt(screen);
      const fits = edgeId !== null && type.inputs.length > 0 && type.outputs.length > 0;
      addToDocument(editor, type, fits ? { kind: "edge", edgeId, at } : { kind: "free", at });
    },
    [editor],
  );

  return { onDragOver, onDragLeave, onDrop };
}
