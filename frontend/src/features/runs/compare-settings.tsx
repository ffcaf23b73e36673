import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Run } from "@/api/types";
import { ChangeList } from "@/components/field-diff/change-list";
import { compareDocuments } from "@/document/compare";
import { toDocument } from "@/document/types";
import classes from "@/features/runs/compare.module.css";

/** Differences of the settings and prompts with which two runs were made. */
export function CompareSettings({ left, right }: Record<"left" | "right", Run>) {
  const { t } = useTranslation("runs");
  const before = useMemo(() => toDocument(left.document), [left]);
  const after = useMemo(() => toDocument(right.document), [right]);
  const comparison = useMemo(() => {
    const found = compareDocuments(before, after);
    return { ...found, nodes: found.nodes.filter(({ kind }) => kind !== "moved") };
  }, [before, after]);
  return (
    <section className={classes.settings} aria-label={t("comparison.settings")}>
      <h2 className={classes.heading}>{t("comparison.settings")}</h2>
      <ChangeList unfolded comparison={comparison} before={before} after={after} />
    </section>
  );
}
