/** Dropping an entry of the palette: on empty canvas, or on an edge. */

import { type DragEvent, useCallback } from "react";
import type { Editor } from "@/commands/editor-context";
import { addChoice } from "@/commands/edits";
import { frameAt } from "@/document/frames";
import { CARD_WIDTH, SINGLE_PORT_Y } from "@/document/geometry";
import { hasOutputs } from "@/document/ports";
import { useNodeChoices } from "@/hooks/use-node-choices";
import { edgeAt, markEdge } from "./edge-target";
import { markFrame } from "./frame-target";

/** Type of the drag data: the id of a choice. */
export const NODE_CHOICE_DRAG = "application/x-flowloom-node-choice";

export function usePaletteDrop(editor: Editor) {
  const choices = useNodeChoices();
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(NODE_CHOICE_DRAG)) return;
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
      const dropped = event.dataTransfer.getData(NODE_CHOICE_DRAG);
      const choice = choices.find(({ id }) => id === dropped);
      markEdge(null);
      markFrame(null);
      if (!choice) return;
      event.preventDefault();
      const screen = { x: event.clientX, y: event.clientY };
      const point = editor.canvas.toCanvas(screen);
      const at = { x: point.x - CARD_WIDTH / 2, y: point.y - SINGLE_PORT_Y };
      const edgeId = edgeAt(screen);
      const fits = edgeId !== null && choice.nodeType.inputs.length > 0 && hasOutputs(choice.nodeType);
      const parent = frameAt(editor.document.getState(), editor.types, point);
      addChoice(editor, choice, fits ? { kind: "edge", edgeId, at } : { kind: "free", at, parent });
    },
    [editor, choices],
  );

  return { onDragOver, onDragLeave, onDrop };
}
