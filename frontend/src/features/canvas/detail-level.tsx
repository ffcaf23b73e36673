import { useStore } from "@xyflow/react";
import { type RefObject, useLayoutEffect } from "react";

type Props = { container: RefObject<HTMLElement | null> };

/**
 * Tells the style sheet how much of a card can be read: one attribute instead of a change in every card.
 *
 * Below 50 % a card shows icon and name, below 32 % a larger name; below 16 % nobody could read it, and painting
 * it costs frames.
 */
export function DetailLevel({ container }: Props) {
  const level = useStore(({ transform: [, , zoom] }) =>
    zoom < 0.2 ? "box" : zoom < 0.5 ? "compact" : "full",
  );
  useLayoutEffect(() => {
    container.current?.setAttribute("data-detail", level);
  }, [container, level]);
  return null;
}

function levelOf(zoom: number): "box" | "far" | "compact" | "full" {
  if (zoom < 0.16) return "box";
  if (zoom < 0.32) return "far";
  return zoom < 0.5 ? "compact" : "full";
}
