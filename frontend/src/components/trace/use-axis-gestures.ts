import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import type { AxisControls } from "./use-axis";

/** A pointer that moves less has clicked. */
const SLACK_PX = 4;
const PAN_PART = 0.25;
/** A notch of a wheel, which is 100 to 120, zooms about twice as far in or out. */
const WHEEL_DOUBLES_AT = 110;

/** The cells along the axis: its head and the track of each row. */
export const axisCell = { "data-axis": true };

export const axisCellAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest("[data-axis]") : null;

/**
 * Wheel and drag on the axis of a timeline. A wheel alone scrolls the rows as everywhere; with Ctrl or ⌘,
 * which is also what a pinch sends, it zooms where the pointer is, and sideways it pans.
 */
export function useAxisGestures(box: RefObject<HTMLElement | null>, controls: AxisControls) {
  const latest = useRef(controls);
  useEffect(() => {
    latest.current = controls;
  });
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: WheelEvent) => {
      const cell = axisCellAt(event.target);
      if (!cell) return;
      const { axis, isWhole, zoomIn, zoomOut, pan } = latest.current;
      const { left, width } = cell.getBoundingClientRect();
      const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
      if (event.ctrlKey || event.metaKey) {
        const at = axis.from + ((event.clientX - left) / width) * axis.length;
        const factor = 2 ** (Math.abs(event.deltaY) / WHEEL_DOUBLES_AT);
        event.deltaY < 0 ? zoomIn(at, factor) : zoomOut(at, factor);
      } else if (sideways !== 0 && !isWhole) pan(sideways / width);
      else return;
      event.preventDefault();
    };
    // React's own listeners are passive: the page would zoom, too.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [box]);

  const drag = useRef<{ x: number; width: number; hasMoved: boolean } | null>(null);
  return {
    onPointerDown: ({ target, clientX, button }: PointerEvent) => {
      const cell = axisCellAt(target);
      const canDrag = cell && button === 0 && !controls.isWhole;
      drag.current = canDrag ? { x: clientX, width: cell.clientWidth, hasMoved: false } : null;
    },
    onPointerMove: ({ clientX, currentTarget, pointerId, buttons }: PointerEvent) => {
      const held = drag.current;
      if (!held || buttons === 0 || (!held.hasMoved && Math.abs(clientX - held.x) < SLACK_PX)) return;
      if (!held.hasMoved) currentTarget.setPointerCapture(pointerId);
      controls.pan((held.x - clientX) / held.width);
      drag.current = { ...held, x: clientX, hasMoved: true };
    },
    onClickCapture: (event: MouseEvent) => {
      if (drag.current?.hasMoved) event.stopPropagation();
      drag.current = null;
    },
  };
}

/** Keyboard control of the axis; false for other keys. */
export function pressAxisKey({ key, shiftKey }: KeyboardEvent, controls: AxisControls): boolean {
  if (key === "+" || key === "=") controls.zoomIn();
  else if (key === "-") controls.zoomOut();
  else if (key === "0") controls.showWhole();
  else if (shiftKey && key === "ArrowRight") controls.pan(PAN_PART);
  else if (shiftKey && key === "ArrowLeft") controls.pan(-PAN_PART);
  else return false;
  return true;
}
