import { useEffect, useState } from "react";
import type { PatternResult, PatternTask } from "@/features/editor/search/pattern-worker";

/** Time limit of an expression; a thousand long texts take a tenth of it. */
const LIMIT_MS = 1_000;

export type PatternMatches = { task: PatternTask; found: PatternResult | "late" };

/** Runs an expression over texts; null until it has ended, and while there is none. */
export function usePatternMatches(task: PatternTask | null): PatternMatches | null {
  const [matches, setMatches] = useState<PatternMatches | null>(null);
  useEffect(() => {
    if (!task) return;
    const worker = new Worker(new URL("./pattern-worker.ts", import.meta.url), { type: "module" });
    const end = (found: PatternMatches["found"]) => {
      clearTimeout(timer);
      worker.terminate();
      setMatches({ task, found });
    };
    // Counted from when it is there: on a slow line the script itself takes longer.
    let timer: ReturnType<typeof setTimeout> | undefined;
    worker.onmessage = ({ data }: MessageEvent<"ready" | PatternResult>) => {
      if (data !== "ready") return end(data);
      timer = setTimeout(() => end("late"), LIMIT_MS);
      worker.postMessage(task);
    };
    worker.onerror = () => end("late");
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [task]);
  return task && matches?.task === task ? matches : null;
}
