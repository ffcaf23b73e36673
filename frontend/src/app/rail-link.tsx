import { Tooltip } from "@mantine/core";
import { NavLink } from "react-router";
import classes from "@/app/rail.module.css";
import { RailLabel } from "@/app/rail-label";
import type { IconName } from "@/components/icons";

type Props = {
  to: string;
  icon: IconName;
  label: string;
  /** Shown beside the label when there is something to do; a text for more than can be counted. */
  count?: string;
  /** The label is in a tooltip only. */
  folded: boolean;
};

export function RailLink({ to, icon, label, count = "", folded }: Props) {
  const name = count === "" ? label : `${label} ${count}`;
  return (
    <Tooltip label={name} position="right" disabled={!folded}>
      <NavLink to={to} end={to === "/"} className={classes.link} aria-label={name}>
        <RailLabel icon={icon} label={label} count={count} />
      </NavLink>
    </Tooltip>
  );
}
