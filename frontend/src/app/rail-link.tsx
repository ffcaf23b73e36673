import { Tooltip } from "@mantine/core";
import { NavLink } from "react-router";
import classes from "@/app/rail.module.css";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

type Props = {
  to: string;
  icon: IconName;
  label: string;
  /** Shown on the icon when there is something to do; a text for more than can be counted. */
  count?: string;
};

export function RailLink({ to, icon, label, count = "" }: Props) {
  const name = count === "" ? label : `${label} ${count}`;
  return (
    <Tooltip label={name} position="right">
      <NavLink to={to} className={classes.link} aria-label={name}>
        <Icon name={icon} size={20} stroke={1.6} />
        {count !== "" && <span className={classes.count}>{count}</span>}
      </NavLink>
    </Tooltip>
  );
}
