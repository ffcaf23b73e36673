import { useEffect, useState } from "react";
import { useRun, useRunStore } from "@/stores/run-store";

/** Nobody watches an hour of waiting, and nobody sees what lasts a millisecond. */
const LONGEST_MS = 800;
const SHORTEST_MS = 30;

/** True while the replay plays: events at their original intervals, within limits. Stops at the end. */
export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  const store = useRunStore();
  const [isWanted, setWanted] = useState(false);
  const moment = useRun((state) => state.moment);
  const isPlaying = isWanted && moment !== null && moment.count < moment.of;
  const count = moment?.count ?? 0;
  useEffect(() => {
    if (!isPlaying) return;
    const { showMoment, gapAfter } = store.getState();
    const wait = Math.min(Math.max(gapAfter(count), SHORTEST_MS), LONGEST_MS);
    const timer = setTimeout(() => showMoment(count + 1), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, count, store]);
  return [isPlaying, setWanted];
}
