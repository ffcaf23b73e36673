/** On a phone the dock has room for one thing: once a run has ended, that is its result. */

import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { isOpen } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

export function useResultOnPhone(): void {
  const isPhone = useMediaQuery("(width <= 760px)", false, { getInitialValueInEffect: false });
  const run = useRun((state) => state.run?.id);
  const hasEnded = useRun((state) => state.status !== null && !isOpen(state.status));
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!isPhone || !hasEnded || shown.current === run) return;
    shown.current = run;
    // Who looks at anything else than what the start of a run showed, goes on looking at it.
    if (useUi.getState().dockTab === "trace") useUi.getState().set({ dockTab: "output" });
  }, [isPhone, hasEnded, run]);
}
