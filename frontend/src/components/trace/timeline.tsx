/** Bars on one axis: nodes, model calls, tool calls and waits, each under what it is part of. */

import {
  type CSSProperties,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type SetStateAction,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { TimelineHead } from "@/components/trace/timeline-head";
import { TimelineRow } from "@/components/trace/timeline-row";
import classes from "@/components/trace/trace.module.css";
import { useAxis } from "@/components/trace/use-axis";
import { axisCellAt, pressAxisKey, useAxisGestures } from "@/components/trace/use-axis-gestures";
import { useFollowEnd } from "@/hooks/use-follow-end";
import { useNow } from "@/hooks/use-now";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { passesOf, shownScope } from "@/runs/passes";
import { isOpen } from "@/runs/state";
import { type Folds, type TimelineEntry, timelineRows } from "@/runs/timeline";
import { type RunStoreState, useRunStore } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";

type Props = { state: RunStoreState; onOpen: ((row: TimelineEntry) => void) | undefined };

export function Timeline({ state, onOpen }: Props) {
  const { t } = useTranslation("dock");
  const store = useRunStore();
  const id = useId();
  const newest = state.moment?.newest ?? state;
  const [folds, setFolds] = useState<Folds>({});
  const [active, setActive] = useState<string | null>(null);
  const rows = useMemo(() => timelineRows(newest, folds), [newest, folds]);
  const content = useRef<HTMLTableElement>(null);
  const isLive = isOpen(newest.status);
  const from = rows[0]?.from ?? 0;
  const end = isLive ? null : Math.max(from, ...rows.map(({ to }) => to ?? from));
  const controls = useAxis(from, end);
  const gestures = useAxisGestures(content, controls);
  useFollowEnd(content, rows.length, isLive && state.moment === null);
  const elementOf = useCallback((row: string) => `${id}${row}`, [id]);
  const selected = useSelectedRow({ state, rows, setFolds }, elementOf);

  // A step of the film leaves all of them as they are: to compare 1,000 rows takes 5 ms.
  const lines = useMemo(
    () =>
      rows.map((row) => (
        <TimelineRow
          key={row.id}
          id={elementOf(row.id)}
          row={row}
          origin={from}
          isSelected={row.id === selected}
          isActive={row.id === active}
        />
      )),
    [rows, elementOf, from, selected, active],
  );

  const open = (row: TimelineEntry) => {
    setActive(row.id);
    if (onOpen) return onOpen(row);
    store.getState().pickScope(row.scope);
    if (row.nodeKey === "") useUi.getState().select([]);
    else useUi.getState().openStep(row.nodeKey, row.step);
  };
  const fold = (row: TimelineEntry, folded: boolean) =>
    setFolds((before) => ({ ...before, [row.id]: !folded }));
  const rowAt = (element: Element | null) =>
    rows.find((row) => elementOf(row.id) === element?.closest("tr")?.id);
  const onClick = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target : null;
    const row = rowAt(element);
    if (!row || element?.closest("a")) return;
    if (element?.closest("[data-fold]") && row.folded !== null) fold(row, !row.folded);
    else open(row);
  };
  const fitTo = (row: TimelineEntry) => controls.fit(row.from - from, row.to === null ? null : row.to - from);
  const onDoubleClick = ({ target }: MouseEvent) => {
    const row = rowAt(axisCellAt(target));
    if (row) fitTo(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    if (pressAxisKey(event, controls)) return event.preventDefault();
    const act = actOf(event.key, rows, active);
    if (!act) return;
    event.preventDefault();
    if (act.kind === "fold") fold(act.row, act.folded);
    else if (act.kind === "open") open(act.row);
    else if (act.kind === "fit") fitTo(act.row);
    else {
      setActive(act.row.id);
      document.getElementById(elementOf(act.row.id))?.scrollIntoView({ block: "nearest" });
    }
  };
  const hasCost = rows.some(({ spent }) => spent.cost > 0);
  const { axis, isWhole } = controls;
  const times = { "--first": axis.from, "--scale": axis.length } as CSSProperties;
  return (
    <div className={classes.scroll}>
      <table
        ref={content}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows unfold
        role="treegrid"
        tabIndex={0}
        className={classes.grid}
        aria-label={t("tab.trace")}
        aria-activedescendant={active === null ? undefined : elementOf(active)}
        data-cost={hasCost || undefined}
        data-part={!isWhole || undefined}
        style={times}
        {...gestures}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onKeyDown={onKeyDown}
      >
        <TimelineHead controls={controls} />
        {newest.leftOut > 0 && (
          <tbody>
            <tr className={classes.leftOut}>
              <td>
                {t("leftOut", {
                  count: newest.leftOut,
                  steps: formatCount(newest.leftOut, currentLanguage()),
                })}
              </td>
            </tr>
          </tbody>
        )}
        <tbody className={classes.rows}>
          {lines}
          {(state.moment?.at || isLive) && <TimelineMark at={state.moment?.at ?? null} origin={from} />}
        </tbody>
      </table>
    </div>
  );
}

type Act =
  | { kind: "move" | "open" | "fit"; row: TimelineEntry }
  | { kind: "fold"; row: TimelineEntry; folded: boolean };

/** Map a key to its action in the timeline, following the tree keyboard pattern. Pure. */
function actOf(key: string, rows: readonly TimelineEntry[], active: string | null): Act | null {
  const at = rows.findIndex(({ id }) => id === active);
  const row = rows[at];
  const move = (to: TimelineEntry | undefined): Act | null => (to ? { kind: "move", row: to } : null);
  switch (key) {
    case "ArrowDown":
      return move(rows[at + 1]);
    case "ArrowUp":
      return move(rows[Math.max(at - 1, 0)]);
    case "Home":
      return move(rows[0]);
    case "End":
      return move(rows.at(-1));
    case "ArrowRight":
      if (row?.folded) return { kind: "fold", row, folded: false };
      return row?.folded === false ? move(rows[at + 1]) : null;
    case "ArrowLeft":
      if (row?.folded === false) return { kind: "fold", row, folded: true };
      return move(row && rows.slice(0, at).findLast(({ depth }) => depth < row.depth));
    case "f":
      return row ? { kind: "fit", row } : null;
    case "Enter":
    case " ":
      return row ? { kind: "open", row } : null;
    default:
      return null;
  }
}

type TimelineMarkProps = {
  /** A moment of the run that is shown; null is the present. */
  at: string | null;
  /** Start of the axis, in milliseconds since 1970. */
  origin: number;
};

/** The line of the present, or of the moment that is shown: one through all rows, since it moves ten times a second. */
function TimelineMark({ at, origin }: TimelineMarkProps) {
  const now = useNow(at === null && "quick");
  const time = { "--at": (at === null ? now : Date.parse(at)) - origin } as CSSProperties;
  return (
    <tr className={classes.marks} aria-hidden>
      <td className={classes.track}>
        <span className={at === null ? classes.present : classes.moment} style={time} />
      </td>
    </tr>
  );
}

type Parts = {
  state: RunStoreState;
  rows: readonly TimelineEntry[];
  setFolds: Dispatch<SetStateAction<Folds>>;
};

/** The row of what is selected on the canvas; the passes around it are opened, and it is brought into view. */
function useSelectedRow({ state, rows, setFolds }: Parts, elementOf: (row: string) => string) {
  const key = useUi(selectedNode);
  const step = useUi((ui) => ui.step);
  const scope = key === null ? null : shownScope(state, key);
  const row = rows.find(
    (other) =>
      other.nodeKey === key &&
      other.scope === scope &&
      other.step === step &&
      (step !== null || other.about.kind === "node"),
  );
  useEffect(() => {
    if (!scope) return;
    const opened = Object.fromEntries(passesOf(scope).map((pass) => [pass, true]));
    setFolds((before) => ({ ...before, ...opened }));
  }, [scope, setFolds]);
  const element = row && elementOf(row.id);
  useEffect(() => {
    if (element) document.getElementById(element)?.scrollIntoView({ block: "nearest" });
  }, [element]);
  return row?.id ?? null;
}
