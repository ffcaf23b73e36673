import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** How much of the time drawing may take, at most. */
const SHARE = 0.05;

/** A value that grows, taken over as seldom as what it costs to draw asks for. */
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
