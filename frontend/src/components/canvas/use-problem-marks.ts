import { useMemo } from "react";
import type { Problem } from "@/api/types";
import { useProblems } from "@/hooks/use-problems";

/** Worst severity by node key. */
export function useProblemMarks(): ReadonlyMap<string, Problem["severity"]> {
  const problems = useProblems();
  return useMemo(() => {
    const marks = new Map<string, Problem["severity"]>();
    for (const { node_key: key, severity } of problems) {
      if (key !== null && marks.get(key) !== "error") marks.set(key, severity);
    }
    return marks;
  }, [problems]);
}
