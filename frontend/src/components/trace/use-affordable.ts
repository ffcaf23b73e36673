import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Maximum share of time spent rendering. */
const SHARE = 0.05;

/** Throttle a growing value so that slow renders do not pile up. */
export function useAffordable<T>(value: T): T {
  const [taken, setTaken] = useState(value);
  const freeAt = useRef(0);
  useEffect(() => {
    if (Object.is(value, taken)) return;
    const draw = () => {
      const began = performance.now();
      flushSync(() => setTaken(value));
      const ended = performance.now();
      freeAt.current = ended + (ended - began) / SHARE;
    };
    const timer = setTimeout(draw, Math.max(0, freeAt.current - performance.now()));
    return () => clearTimeout(timer);
  }, [value, taken]);
  return taken;
}
