/** A past run in the place of the draft: its graph as it was, and the way back. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEditor } from "@/commands/editor-context";
import { RunCanvas } from "@/components/canvas/run-canvas";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { RunBadges } from "@/components/run-badges";
import { useRun } from "@/stores/run-store";
import classes from "./editor.module.css";

export function PastRunCanvas() {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const run = useRun((state) => state.run);
  const document = useRun((state) => state.document);
  if (!run || !document) return null;
  return (
    <>
      <section className={classes.pastRun} aria-label={t("pastRun.title")}>
        <Icon name="history" size={16} />
        <span>{t("pastRun.title")}</span>
        <RelativeTime iso={run.started_at ?? run.created_at} />
        <RunBadges run={run} nodes={document.nodes} />
        <span className={classes.space} />
        <Button component={Link} to={`/runs/${run.id}`} size="compact-xs" variant="subtle">
          {t("pastRun.open")}
        </Button>
        <Button size="compact-xs" onClick={() => editor.clearRun()}>
          {t("pastRun.back")}
        </Button>
      </section>
      <div className={classes.pastCanvas}>
        <RunCanvas document={document} run={run} />
      </div>
    </>
  );
}
