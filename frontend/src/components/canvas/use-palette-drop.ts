/** Dropping a node type from the palette: on empty canvas, or on an edge. */

import { type DragEvent, useCallback } from "react";
import type { Editor } from "@/commands/editor-context";
import { addToDocument } from "@/commands/edits";
import { frameAt } from "@/document/frames";
import { CARD_WIDTH, SINGLE_PORT_Y } from "@/document/geometry";
import { hasOutputs } from "@/document/ports";
import { edgeAt, markEdge } from "./edge-target";
import { markFrame } from "./frame-target";

/** Type of the drag data: the id of a node type. */
export const NODE_TYPE_DRAG = "application/x-flowloom-node-type";

export function usePaletteDrop(editor: Editor) {
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(NODE_TYPE_DRAG)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      const screen = { x: event.clientX, y: event.clientY };
      const edge = edgeAt(screen);
      markEdge(edge);
      const point = editor.canvas.toCanvas(screen);
      markFrame(edge === null ? frameAt(editor.document.getState(), editor.types, point) : null);
    },
    [editor],
  );

  const onDragLeave = useCallback(() => {
    markEdge(null);
    markFrame(null);
  }, []);

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = editor.types[event.dataTransfer.getData(NODE_TYPE_DRAG)];
      markEdge(null);
      markFrame(null);
      if (!type) return;
      event.preventDefault();
      const screen = { x: event.clientX, y: event.clientY };
      const point = editor.canvas.toCanvas(screen);
      const at = { x: point.x - CARD_WIDTH / 2, y: point.y - SINGLE_PORT_Y };
      const edgeId = edgeAt(screen);
      const fits = edgeId !== null && type.inputs.length > 0 && hasOutputs(type);
      const parent = frameAt(editor.document.getState(), editor.types, point);
      addToDocument(editor, type, fits ? { kind: "edge", edgeId, at } : { kind: "free", at, parent });
    },
    [editor],
  );

  return { onDragOver, onDragLeave, onDrop };
}
