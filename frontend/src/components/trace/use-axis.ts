import { type RefObject, useEffect, useState } from "react";
import { scaleOf } from "@/runs/axis";

const EVERY_MS = 100;

/**
 * How many milliseconds the axis is long. While the run goes on (`end` is null) the time since its start is `--now` on
 * the box: the bars that grow, and the line of the present, follow it without being drawn again.
 */
export function useScale(box: RefObject<HTMLElement | null>, from: number, end: number | null): number {
  const [scale, setScale] = useState(() => scaleOf((end ?? Date.now()) - from, end === null));
  useEffect(() => {
    const draw = () => {
      const length = (end ?? Date.now()) - from;
      box.current?.style.setProperty("--now", String(length));
      setScale(scaleOf(length, end === null));
    };
    draw();
    if (end !== null) return;
    const timer = setInterval(draw, EVERY_MS);
    return () => clearInterval(timer);
  }, [box, from, end]);
  return scale;
}
