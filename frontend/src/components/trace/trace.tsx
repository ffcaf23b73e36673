/** Activity of a run: waits for people, the timeline, and streaming model text. */

import { useTranslation } from "react-i18next";
import { RunWaits } from "@/components/approvals/run-waits";
import { EmptyState } from "@/components/empty-state";
import type { TimelineEntry } from "@/runs/timeline";
import { usePacedRun } from "@/stores/use-paced-run";
import { LiveText } from "./live-text";
import { Timeline } from "./timeline";
import classes from "./trace.module.css";

type Props = {
  /** Shows the details of a row in another place than on the canvas and in its panel. */
  onOpen?: (row: TimelineEntry) => void;
};

export function Trace({ onOpen }: Props) {
  const { t } = useTranslation("dock");
  const state = usePacedRun();
  if (state.run === null) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <div className={classes.trace}>
      <RunWaits />
      <div className={classes.parts}>
        <Timeline state={state} onOpen={onOpen} />
        <LiveText state={state} />
      </div>
    </div>
  );
}
