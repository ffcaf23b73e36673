/** The model's thoughts before its answer, folded, since they are not part of it. */

import { useTranslation } from "react-i18next";
import type { ModelCallView } from "@/runs/types";
import classes from "./run-detail.module.css";

type Props = { calls: readonly ModelCallView[] };

export function ModelThoughts({ calls }: Props) {
  const { t } = useTranslation("inspector");
  const thinking = calls.filter(({ thoughts }) => thoughts !== "");
  if (thinking.length === 0) return null;
  return (
    <details>
      <summary className={classes.label}>{t("thoughts")}</summary>
      {thinking.map(({ round, thoughts }) => (
        <p key={round} className={classes.text}>
          {thoughts}
        </p>
      ))}
    </details>
  );
}
