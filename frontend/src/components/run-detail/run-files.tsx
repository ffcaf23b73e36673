/** The files of a whole run, beside its output. */

import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { addressOf } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import classes from "./run-detail.module.css";
import { WrittenFile, writtenFileOf } from "./written-file";

export function RunFiles() {
  const { t } = useTranslation("inspector");
  const writers = useRun(
    useShallow((state) => Object.values(state.nodes).filter((node) => writtenFileOf(node) !== null)),
  );
  if (writers.length === 0) return null;
  return (
    <section>
      <h2 className={classes.label}>{t("files")}</h2>
      {writers.map((node) => (
        <WrittenFile key={addressOf(node.scope, node.key)} node={node} />
      ))}
    </section>
  );
}
