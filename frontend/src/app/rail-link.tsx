import { Tooltip } from "@mantine/core";
import { NavLink } from "react-router";
import classes from "@/app/rail.module.css";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

type Props = { to: string; icon: IconName; label: string };

export function RailLink({ to, icon, label }: Props) {
  return (
    <Tooltip label={label} position="right">
      <NavLink to={to} className={classes.link} aria-label={label}>
        <Icon name={icon} size={20} stroke={1.6} />
      </NavLink>
    </Tooltip>
  );
}
