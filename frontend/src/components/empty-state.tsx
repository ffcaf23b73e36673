import type { ReactNode } from "react";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import classes from "@/components/state.module.css";

type Props = {
  icon: IconName;
  title: string;
  text?: string;
  /** The whole page is this state: its title is the page's. */
  isPage?: boolean;
  /** Remedy: one or two buttons. */
  children?: ReactNode;
};

export function EmptyState({ icon, title, text, isPage = false, children }: Props) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className={classes.state}>
      <span className={classes.sign}>
        <Icon name={icon} size={22} />
      </span>
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
