import { useEffect, useState } from "react";
import { serverNow } from "@/lib/server-clock";
import { type Axis, fitAxis, panAxis, wholeAxis, zoomAxis } from "@/runs/axis";

const EVERY_MS = 100;
const ZOOM_STEP = 2;

export type AxisControls = {
  axis: Axis;
  /** True if the whole run is shown; then the axis grows with it. */
  isWhole: boolean;
  /** `at`, which stays where it is, is the middle unless it is given. */
  zoomIn: (at?: number, factor?: number) => void;
  zoomOut: (at?: number, factor?: number) => void;
  /** By a part of what is shown, forwards or back. */
  pan: (part: number) => void;
  /** Shows a range, in milliseconds since the start of the run; an open one ends now. */
  fit: (from: number, to: number | null) => void;
  showWhole: () => void;
};

/** Visible range of the run; an open run has no `end`. */
export function useAxis(from: number, end: number | null): AxisControls {
  const [length, setLength] = useState(() => (end ?? serverNow()) - from);
  const [part, setPart] = useState<Axis | null>(null);
  const whole = wholeAxis(length, end === null);
  useEffect(() => {
    const follow = () => {
      const now = (end ?? serverNow()) - from;
      // Only what changes the axis is worth drawing again.
      setLength((before) =>
        wholeAxis(now, end === null).length === wholeAxis(before, end === null).length ? before : now,
      );
    };
    follow();
    if (end !== null) return;
    const timer = setInterval(follow, EVERY_MS);
    return () => clearInterval(timer);
  }, [from, end]);
  const zoom = (factor: number, at: number | undefined) =>
    setPart((now) => {
      const shown = now ?? whole;
      return zoomAxis(shown, whole, factor, at ?? shown.from + shown.length / 2);
    });
  return {
    axis: part ?? whole,
    isWhole: part === null,
    zoomIn: (at, factor = ZOOM_STEP) => zoom(1 / factor, at),
    zoomOut: (at, factor = ZOOM_STEP) => zoom(factor, at),
    pan: (by) => setPart((now) => now && panAxis(now, whole, by * now.length)),
    fit: (first, last) => setPart(fitAxis(whole, first, last ?? serverNow() - from)),
    showWhole: () => setPart(null),
  };
}
