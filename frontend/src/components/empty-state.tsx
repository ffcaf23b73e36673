import type { ReactNode } from "react";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import classes from "@/components/state.module.css";

type Props = {
  icon: IconName;
  title: string;
  text?: string /** What to do about it: one or two buttons. */;
  children?: ReactNode;
};

export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className={classes.state}>
      <span className={classes.sign}>
        <Icon name={icon} size={22} />
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
