import { type PointerEvent, type RefObject, useState } from "react";

/** Places of the dragged row among the shown ones: where it was, and where it would be dropped. */
type Drag = { from: number; to: number };

/** Drags a row of a list by its grip to another place, with a mouse, a pen or a finger; rows have `data-row`. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => setDrag(null);
  const grip = (from: number) => ({
    "data-grip": from,
    "aria-hidden": true,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag?.from !== from) return;
      const rows = [...(list.current?.querySelectorAll("[data-row]") ?? [])];
      const to = rows.filter((row, at) => at !== from && middleOf(row) < clientY).length;
      // A long form is scrolled by dragging past its edge.
      rows[to]?.scrollIntoView({ block: "nearest" });
      setDrag({ from, to });
    },
    onPointerUp: () => {
      end();
      if (drag && drag.to !== from) onDrop(from, drag.to);
    },
    onPointerCancel: end,
  });
  /** Side of a row where the dragged one would be dropped; undefined for the other rows. */
  const dropSide = (at: number) => {
    if (drag === null || drag.to !== at || drag.to === drag.from) return undefined;
    return drag.to < drag.from ? "before" : "after";
  };
  return { grip, dropSide };
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
