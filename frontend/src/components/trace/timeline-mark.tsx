import type { CSSProperties } from "react";
import { useNow } from "@/hooks/use-now";
import classes from "./trace.module.css";

type Props = {
  /** A moment of the run that is shown; null is the present. */
  at: string | null;
  /** Start of the axis, in milliseconds since 1970. */
  origin: number;
};

/** The line of the present, or of the moment that is shown: one through all rows, since it moves ten times a second. */
export function TimelineMark({ at, origin }: Props) {
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
