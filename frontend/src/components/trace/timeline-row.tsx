/** One row of the timeline: what it is, its bar, and its figures. */

import { type CSSProperties, memo } from "react";
import { shallow } from "zustand/shallow";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { useNow } from "@/hooks/use-now";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import type { Span, TimelineEntry } from "@/runs/timeline";
import { RowName } from "./row-name";
import classes from "./trace.module.css";
import { axisCell } from "./use-axis-gestures";

type Props = {
  id: string;
  row: TimelineEntry;
  /** Start of the axis, in milliseconds since 1970. */
  origin: number;
  isSelected: boolean;
  isActive: boolean;
};

export const TimelineRow = memo(function TimelineRow({ id, row, origin, isSelected, isActive }: Props) {
  const { about, spent, status, folded, from, to } = row;
  return (
    <tr
      id={id}
      className={classes.row}
      aria-level={row.depth + 1}
      aria-expanded={folded === null ? undefined : !folded}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-kind={about.kind}
      data-status={status}
    >
      <td className={classes.name} style={{ paddingLeft: row.depth * INDENT_PX }}>
        <span className={classes.fold} data-fold={folded === null ? undefined : true}>
          {folded !== null && <Icon name={folded ? "chevron-right" : "chevron-down"} size={13} />}
        </span>
        <RowName row={row} />
      </td>
      <td className={classes.track} {...axisCell}>
        <Bars row={row} origin={origin} />
      </td>
      <td className={classes.figure}>
        {(from !== to || (about.kind === "node" && status !== "skipped")) && (
          <Duration ms={to === null ? null : to - from} since={new Date(from).toISOString()} />
        )}
      </td>
      <td className={classes.figure}>{spent.tokens > 0 && formatCount(spent.tokens, currentLanguage())}</td>
      <td className={classes.figure} data-cost>
        {spent.cost > 0 && spent.cost.toFixed(4)}
      </td>
    </tr>
  );
}, isSame);

const INDENT_PX = 16;

/** Rows are made again with each change of the run; most of them say the same as before. */
function isSame(before: Props, after: Props): boolean {
  const { row: one, ...oneProps } = before;
  const { row: other, ...otherProps } = after;
  const { about: oneAbout, spent: oneSpent, ...oneRest } = one;
  const { about: otherAbout, spent: otherSpent, ...otherRest } = other;
  return (
    shallow(oneProps, otherProps) &&
    shallow(oneRest, otherRest) &&
    shallow(oneSpent, otherSpent) &&
    shallow(oneAbout, otherAbout)
  );
}

function Bars({ row: { about, from, to }, origin }: Pick<Props, "row" | "origin">) {
  if (from === to && about.kind === "note") return <Bar part="point" span={{ from, to }} origin={origin} />;
  const firstText = about.kind === "model" ? about.call.firstTextMs : null;
  const queuedAt = about.kind === "node" ? about.queuedAt : null;
  return (
    <>
      {queuedAt !== null && queuedAt < from && (
        <Bar part="queued" span={{ from: queuedAt, to: from }} origin={origin} />
      )}
      <Bar part="bar" span={{ from, to }} origin={origin} />
      {firstText !== null && <Bar part="thinking" span={{ from, to: from + firstText }} origin={origin} />}
      {about.kind === "node" &&
        about.waits.map((wait) => (
          <Bar
            key={wait.from}
            part="waited"
            span={{ from: Date.parse(wait.from), to: wait.to === null ? null : Date.parse(wait.to) }}
            origin={origin}
          />
        ))}
    </>
  );
}

type BarProps = { part: "bar" | "queued" | "thinking" | "waited" | "point"; span: Span; origin: number };

function Bar({ part, span: { from, to }, origin }: BarProps) {
  const now = useNow(to === null && "quick");
  const times = { "--from": from - origin, "--to": (to ?? now) - origin } as CSSProperties;
  return <span className={classes[part]} style={times} />;
}
