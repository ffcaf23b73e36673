import type { ReactNode } from "react";
import classes from "@/components/section.module.css";

type Props = { title: string; text: string; action?: ReactNode; children: ReactNode };

export function Section({ title, text, action, children }: Props) {
  return (
    <section>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.text}>{text}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
