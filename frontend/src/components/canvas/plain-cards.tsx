import { useStore } from "@xyflow/react";
import { createContext, type ReactNode, useContext, useDeferredValue } from "react";
import { BOX_ZOOM } from "./detail-level";

const PlainContext = createContext(false);

/** True if cards are drawn as boxes, without text and ports, because they are small. */
export function useIsPlain(): boolean {
  return useContext(PlainContext);
}

/** Inside React Flow's provider: draws cards as boxes while they are too small to read. */
export function PlainCards({ children }: { children: ReactNode }) {
  const isPlain = useStore(({ transform: [, , zoom] }) => zoom < BOX_ZOOM);
  // Boxes at once; full cards in slices between the frames of the gesture: a thousand of them take a second.
  const wasPlain = useDeferredValue(isPlain);
  return <PlainContext value={isPlain || wasPlain}>{children}</PlainContext>;
}
