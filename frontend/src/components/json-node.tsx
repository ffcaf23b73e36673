import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { Icon } from "@/components/icon";
import { JsonLeaf } from "@/components/json-leaf";
import classes from "@/components/json-view.module.css";

type Props = {
  name?: string;
  value: Json;
  openLevels: number;
  /** So many entries below this one may be open at first. */
  budget?: number;
};

/** Entries shown before one has to ask for more: a list of 100 000 rows must not freeze the page. */
const FIRST_ENTRIES = 100;
/** Entries of one level that are open at first: 100 rows of 20 fields. */
const FIRST_BUDGET = 2000;
/** A longer text gets the whole width, below its name. */
const INLINE_TEXT = 60;

/** One entry of a JSON value, with its children when it has any. */
export function JsonNode({ name, value, openLevels, budget = FIRST_BUDGET }: Props) {
  const isBranch = value !== null && typeof value === "object" && Object.keys(value).length > 0;
  const label = name === undefined ? null : <span className={classes.key}>{name}</span>;
  if (isBranch) return <Branch label={label} value={value} openLevels={openLevels} budget={budget} />;
  return (
    <div
      className={classes.leaf}
      data-long={(typeof value === "string" && value.length > INLINE_TEXT) || undefined}
    >
      {label}
      <JsonLeaf value={value} />
    </div>
  );
}

type BranchProps = {
  label: React.ReactNode;
  value: Json[] | { [key: string]: Json };
  openLevels: number;
  budget: number;
};

function Branch({ label, value, openLevels, budget }: BranchProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST_ENTRIES);
  const entries = Object.entries(value);
  const first = Math.min(entries.length, FIRST_ENTRIES);
  const [open, setOpen] = useState(openLevels > 0 && first <= budget);
  const hidden = entries.length - limit;
  const summary = Array.isArray(value)
    ? t("json.items", { count: entries.length })
    : t("json.fields", { count: entries.length });
  return (
    <div>
      <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
        {label}
        <span className={classes.summary}>{summary}</span>
      </button>
      {open && (
        <div className={classes.children}>
          {entries.slice(0, limit).map(([key, child]) => (
            <JsonNode
              key={key}
              name={key}
              value={child}
              openLevels={openLevels - 1}
              budget={budget / first}
            />
          ))}
          {hidden > 0 && (
            <button type="button" className={classes.more} onClick={() => setLimit(limit * 10)}>
              {t("json.more", { count: hidden })}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
