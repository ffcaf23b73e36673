import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { Icon } from "@/components/icon";
import { isRecord } from "@/lib/json";
import { JsonLeaf } from "./json-leaf";
import { TraceButton } from "./trace-button";
import { ValueName } from "./value-name";
import classes from "./value-view.module.css";

/** Renders a nested value that is more than JSON; null for others. */
export type ShowInside = (value: Json) => ReactNode;

type Props = {
  name?: string;
  value: Json;
  openLevels: number;
  /** So many entries below this one may be open at first. */
  budget?: number;
  /** Path in the displayed value. */
  path?: readonly (string | number)[];
  showInside?: ShowInside | undefined;
};

/** Entries shown before one has to ask for more: a list of 100 000 rows must not freeze the page. */
const FIRST_ENTRIES = 100;
const MORE_ENTRIES = 1_000;
/** Entries of one level that are open at first: 100 rows of 20 fields. */
const FIRST_BUDGET = 2000;
/** A longer text gets the whole width, below its name. */
const INLINE_TEXT = 60;
const ROOT: readonly (string | number)[] = [];

/** One entry of a JSON value, with its children when it has any. */
export function JsonNode({ name, value, path = ROOT, budget = FIRST_BUDGET, ...rest }: Props) {
  const isBranch = (Array.isArray(value) || isRecord(value)) && Object.keys(value).length > 0;
  const label = name === undefined ? null : <ValueName name={name} path={path} />;
  if (isBranch) return <Branch label={label} value={value} path={path} budget={budget} {...rest} />;
  const inside = name === undefined ? null : rest.showInside?.(value);
  return (
    <div
      className={classes.leaf}
      data-long={(label && typeof value === "string" && value.length > INLINE_TEXT) || undefined}
    >
      {label}
      {inside ?? <JsonLeaf value={value} />}
      {label && <TraceButton path={path} />}
    </div>
  );
}

type BranchProps = Required<Pick<Props, "openLevels" | "budget" | "path">> & {
  label: ReactNode;
  value: Json[] | { [key: string]: Json };
  showInside?: ShowInside | undefined;
};

function Branch({ label, value, openLevels, budget, path, showInside }: BranchProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST_ENTRIES);
  const entries = Object.entries(value);
  const first = Math.min(entries.length, FIRST_ENTRIES);
  const [open, setOpen] = useState(openLevels > 0 && first * widthOf(value) <= budget);
  const hidden = entries.length - limit;
  const isList = Array.isArray(value);
  const summary = t(isList ? "json.items" : "json.fields", { count: entries.length });
  const inside = open && label !== null ? showInside?.(value) : null;
  return (
    <div>
      <div className={classes.branch}>
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
          {label}
          <span className={classes.summary}>{summary}</span>
        </button>
        {label && <TraceButton path={path} />}
      </div>
      {open && (
        <div className={classes.children}>
          {inside ??
            entries
              .slice(0, limit)
              .map(([key, child]) => (
                <JsonNode
                  key={key}
                  name={key}
                  value={child}
                  path={[...path, isList ? Number(key) : key]}
                  openLevels={openLevels - 1}
                  budget={budget / first}
                  showInside={showInside}
                />
              ))}
          {!inside && hidden > 0 && (
            <button type="button" className={classes.more} onClick={() => setLimit(limit + MORE_ENTRIES)}>
              {t("json.more", { count: Math.min(hidden, MORE_ENTRIES) })}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Fields of the items, as the first one has them: a list of objects is shown with all of theirs. */
function widthOf(value: BranchProps["value"]): number {
  const item = Array.isArray(value) ? value[0] : null;
  return Math.max(1, isRecord(item) ? Object.keys(item).length : 1);
}
