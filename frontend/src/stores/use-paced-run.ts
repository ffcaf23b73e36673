import { useEffect, useState } from "react";
import { type RunStoreState, useRunStore } from "./run-store";

/** Ten times a second looks like growing to people, and costs a sixth of what every frame does. */
const PACE_MS = 100;

/** The run on the screen, at most ten times a second; another run, or another moment of it, at once. */
export function usePacedRun(): RunStoreState {
  const store = useRunStore();
  const [state, setState] = useState(store.getState);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      timer = undefined;
      setState(store.getState());
    };
    take();
    const stop = store.subscribe((next, before) => {
      if (next.run?.id !== before.run?.id || next.moment !== before.moment) take();
      else timer ??= setTimeout(take, PACE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return state;
}
