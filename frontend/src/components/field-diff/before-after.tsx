/** A value before and after a change; texts word by word. */

import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { TextButton } from "@/components/text-button";
import type { FieldChange } from "@/document/compare";
import classes from "./before-after.module.css";
import { foldUnchanged, type TextPart, textDiff } from "./text-diff";

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
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
          <Part key={at} part={part} isFirst={at === 0} isLast={at === parts.length - 1} />
        ))}
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

type PartProps = { part: TextPart; isFirst: boolean; isLast: boolean };

function Part({ part: { value, added, removed }, isFirst, isLast }: PartProps) {
  if (added) return <ins>{value}</ins>;
  if (removed) return <del>{value}</del>;
  return <UnchangedText text={value} isFirst={isFirst} isLast={isLast} />;
}

type UnchangedProps = { text: string; isFirst: boolean; isLast: boolean };

/** Unchanged text; a press unfolds the middle of many lines. */
function UnchangedText({ text, isFirst, isLast }: UnchangedProps) {
  const { t } = useTranslation("versions");
  const [isOpen, setOpen] = useState(false);
  const folded = useMemo(() => foldUnchanged(text, { isFirst, isLast }), [text, isFirst, isLast]);
  if (isOpen || folded === null) return <span>{text}</span>;
  return (
    <>
      {folded.head}
      <TextButton className={classes.folded} onClick={() => setOpen(true)}>
        {t("unchangedLines", { count: folded.lines })}
      </TextButton>
      {folded.tail}
    </>
  );
}

function cutBoth(before: string, after: string, whole: boolean): [string, string] {
  return whole ? [before, after] : [before.slice(0, SHOWN), after.slice(0, SHOWN)];
}

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
