/** Dropping an entry of the palette: on empty canvas, or on an edge. */

import { type DragEvent, useCallback } from "react";
import type { Editor } from "@/commands/editor-context";
import { addChoice } from "@/commands/edits";
import { frameAt } from "@/document/frames";
import { CARD_WIDTH, SINGLE_PORT_Y } from "@/document/geometry";
import { hasOutputs } from "@/document/ports";
import { useNodeChoices } from "@/hooks/use-node-choices";
import type { NodeChoice } from "@/nodes/node-choices";
import { edgeAt, markEdge } from "./edge-target";
import { markFrame } from "./frame-target";

/** Type of the drag data: the id of a choice. */
const CHOICE = "application/x-flowloom-node-choice";
/** A second type beside it, for while an entry is dragged only the types can be read: the choice fits into edges. */
const FOR_EDGES = "application/x-flowloom-for-edges";

export function startChoiceDrag({ dataTransfer }: DragEvent, { id, nodeType }: NodeChoice): void {
  dataTransfer.setData(CHOICE, id);
  if (nodeType.inputs.length > 0 && hasOutputs(nodeType)) dataTransfer.setData(FOR_EDGES, id);
  dataTransfer.effectAllowed = "copy";
}

export function usePaletteDrop(editor: Editor) {
  const choices = useNodeChoices();
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(CHOICE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      const screen = { x: event.clientX, y: event.clientY };
      const edge = edgeFor(event);
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
      const dropped = event.dataTransfer.getData(CHOICE);
      const choice = choices.find(({ id }) => id === dropped);
      markEdge(null);
      markFrame(null);
      if (!choice) return;
      event.preventDefault();
      const screen = { x: event.clientX, y: event.clientY };
      const point = editor.canvas.toCanvas(screen);
      const at = { x: point.x - CARD_WIDTH / 2, y: point.y - SINGLE_PORT_Y };
      const edgeId = edgeFor(event);
      const parent = frameAt(editor.document.getState(), editor.types, point);
      addChoice(
        editor,
        choice,
        edgeId === null ? { kind: "free", at, parent } : { kind: "edge", edgeId, at },
      );
    },
    [editor, choices],
  );

  return { onDragOver, onDragLeave, onDrop };
}

/** The edge under the pointer, when what is dragged fits into edges. */
function edgeFor({ dataTransfer, clientX, clientY }: DragEvent): string | null {
  return dataTransfer.types.includes(FOR_EDGES) ? edgeAt({ x: clientX, y: clientY }) : null;
}
