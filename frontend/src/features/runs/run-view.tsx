import { Skeleton } from "@mantine/core";
import type { Run } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { FilmBar } from "@/components/trace/film-bar";
import { Trace } from "@/components/trace/trace";
import { RunDetail } from "@/features/runs/run-detail";
import { RunHeader } from "@/features/runs/run-header";
import classes from "@/features/runs/run-page.module.css";

const RunCanvas = lazyComponent(
  async () => (await import("@/components/canvas/run-canvas")).RunCanvas,
  () => <Skeleton height="100%" radius={0} />,
);

/** The run laid out like the editor: canvas, steps under it, detail of what is selected on the right. */
export function RunView({ run }: { run: Run }) {
  return (
    <div className={classes.page}>
      <RunHeader snapshot={run} />
      <div className={classes.body}>
        <div className={classes.canvas}>
          <RunCanvas document={run.document} run={run} />
        </div>
        <div className={classes.film}>
          <FilmBar />
        </div>
        <div className={classes.trace}>
          <Trace />
        </div>
        <aside className={classes.detail}>
          <RunDetail run={run} />
        </aside>
      </div>
    </div>
  );
}
