/** Activity of a run: waits for people, the timeline, and streaming model text. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { RunWaits } from "@/components/approvals/run-waits";
import { EmptyState } from "@/components/empty-state";
import { RunResult } from "@/components/run-detail/run-result";
import { isOpen } from "@/runs/state";
import type { TimelineEntry } from "@/runs/timeline";
import { type RunStoreState, useRunStore } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";
import { LiveText } from "./live-text";
import { Timeline } from "./timeline";
import classes from "./trace.module.css";

type Props = {
  /** Shows the details of a row in another place than on the canvas and in its panel. */
  onOpen?: (row: TimelineEntry) => void;
  /** Shows the result of a run that has ended, where no other part of the page does. */
  withResult?: boolean;
};

export function Trace({ onOpen, withResult = false }: Props) {
  const { t } = useTranslation("dock");
  const state = usePacedRun();
  const isWhole = useUi((ui) => selectedNode(ui) === null);
  const isResult = withResult && isWhole && state.moment === null && !isOpen(state.status);
  if (state.run === null) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <div className={classes.trace}>
      <div className={classes.parts}>
        <Timeline state={state} onOpen={onOpen} />
        <div className={classes.side}>
          <RunWaits />
          {isResult ? <Result /> : <LiveText state={state} />}
        </div>
      </div>
    </div>
  );
}

function Result() {
  const { t } = useTranslation("dock");
  return (
    <section className={classes.textPart} aria-label={t("result")}>
      <h2 className={classes.textHead}>{t("result")}</h2>
      <div className={classes.result}>
        <RunResult />
      </div>
    </section>
  );
}

/** Ten times a second looks like growing to people, and costs a sixth of what every frame does. */
const PACE_MS = 100;

/** The run on the screen, at most ten times a second; another run, or another moment of it, at once. */
function usePacedRun(): RunStoreState {
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
