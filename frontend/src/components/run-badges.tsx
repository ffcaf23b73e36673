import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { NodeDoc, RunSummary } from "@/api/types";
import classes from "@/components/run-badges.module.css";

/** Expected properties of a run, which need no badge. */
const USUAL: ReadonlySet<RunSummary["trigger"]> = new Set(["manual", "debug"]);

type Props = {
  run: RunSummary;
  /** Nodes of the graph that ran, where it is loaded: the one that was debugged is shown by its name. */
  nodes?: readonly Pick<NodeDoc, "key" | "name">[];
  /** Links to the run that this one continues; not inside another link. */
  linked?: boolean;
};

/** Badges of a run: trigger, single node, test mode, published version. */
export function RunBadges({ run, nodes = [], linked = false }: Props) {
  const { t } = useTranslation("runs");
  const debugged = nodes.find(({ key }) => key === run.target_node)?.name;
  return (
    <span className={classes.marks}>
      {linked && run.forked_from !== null ? (
        <Link to={`/runs/${run.forked_from}`} className={classes.mark} title={t("mark.source")}>
          {t(`trigger.${run.trigger}`, run.trigger)}
        </Link>
      ) : (
        !USUAL.has(run.trigger) && (
          <span className={classes.mark}>{t(`trigger.${run.trigger}`, run.trigger)}</span>
        )
      )}
      {run.kind === "debug" && (
        <span className={classes.mark}>
          {debugged ? t("mark.debug", { node: debugged }) : t("trigger.debug")}
        </span>
      )}
      {run.mode === "test" && <span className={classes.mark}>{t("mark.test")}</span>}
      {run.version.number !== null && (
        <span className={classes.mark}>{t("mark.version", { number: run.version.number })}</span>
      )}
    </span>
  );
}
