/** A value before and after a change; texts word by word. */

import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import type { FieldChange } from "@/document/compare";
import classes from "./before-after.module.css";

/** Longer values are cut: the list is for seeing what changed, not for reading whole files. */
const SHOWN = 4_000;
/** Texts with more differences than this are shown whole. */
const MAX_EDITS = 2_000;

export function BeforeAfter({ field: { before, after } }: { field: FieldChange }) {
  const { t } = useTranslation("versions");
  const parts = useMemo(
    () =>
      typeof before === "string" && typeof after === "string"
        ? diffWordsWithSpace(before.slice(0, SHOWN), after.slice(0, SHOWN), { maxEditLength: MAX_EDITS })
        : undefined,
    [before, after],
  );
  if (parts) {
    return (
      <p className={classes.text}>
        {parts.map(({ value, added, removed }, at) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
          if (added) return <ins key={at}>{value}</ins>;
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
          return removed ? <del key={at}>{value}</del> : <span key={at}>{value}</span>;
        })}
      </p>
    );
  }
  return (
    <p className={classes.text}>
      {before !== undefined && <del title={t("before")}>{shown(before)}</del>}{" "}
      {after !== undefined && <ins title={t("after")}>{shown(after)}</ins>}
    </p>
  );
}

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
