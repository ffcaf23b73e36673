import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { overflow } from "./view-area";

const MARGIN = 24;

/** Moves the canvas as little as needed to show an element whole: when its content is there, and at each new size. */
export function useInSight(element: RefObject<HTMLElement | null>, content: unknown): void {
  const flow = useReactFlow();
  useEffect(() => {
    const shown = element.current;
    const canvas = shown?.closest(".react-flow");
    if (content === undefined || !shown || !canvas) return;
    let frame = 0;
    const reveal = () => {
      const inner = shown.getBoundingClientRect();
      const outer = canvas.getBoundingClientRect();
      const moveX = overflow(inner.left, inner.width, outer.left, outer.right, MARGIN);
      const moveY = overflow(inner.top, inner.height, outer.top, outer.bottom, MARGIN);
      if (inner.width === 0 || (moveX === 0 && moveY === 0)) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + moveX, y: y + moveY, zoom });
    };
    // After the canvas has seen to its own view at the new size.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(reveal);
    });
    observer.observe(shown);
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [flow, element, content]);
}
