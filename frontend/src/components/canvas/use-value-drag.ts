/** A value that is dragged over a card opens the card's settings, where the fields are that take it. */

import { type DragEvent, useCallback, useEffect, useRef } from "react";
import { VARIABLE_MIME } from "@/components/template-editor/variable-drop";
import { openNode } from "@/stores/ui-store";

/** How long the value stays over a card before the card opens. */
const DWELL_MS = 400;

export function useValueDrag() {
  const over = useRef<{ key: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const leave = useCallback(() => {
    clearTimeout(over.current?.timer);
    over.current = null;
  }, []);
  useEffect(() => leave, [leave]);

  const onDragOverCapture = useCallback(
    (event: DragEvent) => {
      const key = cardOf(event);
      if (key === null) return leave();
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      if (over.current?.key === key) return;
      leave();
      over.current = { key, timer: setTimeout(() => openNode(key, "settings"), DWELL_MS) };
    },
    [leave],
  );

  const onDropCapture = useCallback(
    (event: DragEvent) => {
      leave();
      const key = cardOf(event);
      if (key === null) return;
      event.preventDefault();
      openNode(key, "settings");
    },
    [leave],
  );

  const onDragLeaveCapture = useCallback(
    ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) leave();
    },
    [leave],
  );

  return { onDragOverCapture, onDragLeaveCapture, onDropCapture };
}

/** The key of the card under a dragged value. */
function cardOf({ target, dataTransfer }: DragEvent): string | null {
  if (!dataTransfer.types.includes(VARIABLE_MIME) || !(target instanceof Element)) return null;
  return target.closest(".react-flow__node")?.getAttribute("data-id") ?? null;
}
