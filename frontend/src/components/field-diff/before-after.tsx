/** A value before and after a change; texts word by word. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import type { FieldChange } from "@/document/compare";
import classes from "./before-after.module.css";
import { textDiff } from "./text-diff";

/** Longer values are cut: the list is for seeing what changed, not for reading whole files. */
const SHOWN = 4_000;

type Props = {
  field: FieldChange;
  /** Leaves nothing out; the values are bounded by who gives them. */
  whole?: boolean;
};

export function BeforeAfter({ field: { before, after }, whole = false }: Props) {
  const { t } = useTranslation("versions");
  const parts = useMemo(
    () =>
      typeof before === "string" && typeof after === "string"
        ? textDiff(...cutBoth(before, after, whole))
        : undefined,
    [before, after, whole],
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

function cutBoth(before: string, after: string, whole: boolean): [string, string] {
  return whole ? [before, after] : [before.slice(0, SHOWN), after.slice(0, SHOWN)];
}

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
