/** The files of a whole run, beside its output. */

import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { addressOf } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { fileOf, OutputFile } from "./output-file";
import classes from "./run-detail.module.css";

export function RunFiles() {
  const { t } = useTranslation("inspector");
  const writers = useRun(
    useShallow((state) => Object.values(state.nodes).filter((node) => fileOf(node) !== null)),
  );
  if (writers.length === 0) return null;
  return (
    <section>
      <h3 className={classes.label}>{t("files")}</h3>
      {writers.map((node) => (
        <OutputFile key={addressOf(node.scope, node.key)} node={node} />
      ))}
    </section>
  );
}
