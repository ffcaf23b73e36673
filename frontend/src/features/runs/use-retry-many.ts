import { useEffect, useRef, useState } from "react";
import { cursorOf, useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import type { RunSummary } from "@/api/types";
import { type Filter, runQuery } from "@/features/runs/run-filter";

/** As many runs may be run again together. */
export const MOST_RETRIED = 500;
const AT_ONCE = 3;

type Refused = { run: RunSummary; error: Error };
export type RetryProgress = {
  total: number;
  started: number;
  refused: readonly Refused[];
  isOver: boolean;
};

/** One key for each run, also for whoever asks again: a run is retried once, however often it is among many. */
const keyOf = (run: RunSummary) => `failed-step:${run.id}`;

/** Runs many runs again from what failed in them, a few at a time; leaving the page stops before the next one. */
export function useRetryMany() {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<RetryProgress | null>(null);
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  const start = async (runs: readonly RunSummary[]) => {
    const waiting = runs.slice(0, MOST_RETRIED);
    stopped.current = false;
    setProgress({ total: waiting.length, started: 0, refused: [], isOver: false });
    const work = async () => {
      for (let run = waiting.shift(); run && !stopped.current; run = waiting.shift()) {
        const refused = await retry(run);
        setProgress((before) => before && added(before, refused));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setProgress((before) => before && { ...before, isOver: true });
    void refresh("/api/runs/");
  };
  const stop = () => {
    stopped.current = true;
  };
  return { progress, start, stop, close: () => setProgress(null) };
}

async function retry(run: RunSummary): Promise<Refused | null> {
  try {
    await ask("post", "/api/runs/{run_id}/retry/", {
      params: { path: { run_id: run.id }, header: { "Idempotency-Key": keyOf(run) } },
    });
    return null;
  } catch (error) {
    return { run, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function added(before: RetryProgress, refused: Refused | null): RetryProgress {
  if (refused) return { ...before, refused: [...before.refused, refused] };
  return { ...before, started: before.started + 1 };
}

/** The failed runs of a filter, the newest first, as many as may be run again together. */
export async function failedRuns(filter: Filter): Promise<RunSummary[]> {
  const found: RunSummary[] = [];
  const query = { ...runQuery(filter), status: "failed", kind: "run" } as const;
  let cursor: string | undefined;
  do {
    const page = await ask("get", "/api/runs/", {
      params: { query: { ...query, cursor } },
    });
    found.push(...page.results);
    cursor = cursorOf(page.next) ?? undefined;
  } while (cursor !== undefined && found.length < MOST_RETRIED);
  return found.slice(0, MOST_RETRIED);
}
