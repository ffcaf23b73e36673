import type { ReactNode } from "react";
import classes from "@/components/page.module.css";

type Props = {
  title: string;
  text?: string;
  actions?: ReactNode /** Search and filters under the title. */;
  toolbar?: ReactNode;
  children: ReactNode;
};

/** The frame of every list screen. */
export function Page({ title, text, actions, toolbar, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Flowloom`}</title>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      {children}
    </div>
  );
}
