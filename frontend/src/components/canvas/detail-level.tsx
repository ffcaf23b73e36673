import { useStore } from "@xyflow/react";
import { type RefObject, useLayoutEffect } from "react";

/** Below this zoom nobody can read a card, and drawing its parts costs frames. */
export const BOX_ZOOM = 0.16;
const FAR_ZOOM = 0.4;
const COMPACT_ZOOM = 0.5;

type Props = { container: RefObject<HTMLElement | null> };

/**
 * Tells the style sheet how much of a card can be read: one attribute instead of a change in every card.
 *
 * Below 50 % a card shows icon and name, below 40 % a larger name, below 16 % it is a box.
 */
export function DetailLevel({ container }: Props) {
  const level = useStore(({ transform: [, , zoom] }) => levelOf(zoom));
  useLayoutEffect(() => {
    container.current?.setAttribute("data-detail", level);
  }, [container, level]);
  return null;
}

function levelOf(zoom: number): "box" | "far" | "compact" | "full" {
  if (zoom < BOX_ZOOM) return "box";
  if (zoom < FAR_ZOOM) return "far";
  return zoom < COMPACT_ZOOM ? "compact" : "full";
}
