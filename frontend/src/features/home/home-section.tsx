import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "@/features/home/home.module.css";

type Props = {
  title: string;
  /** Address of the complete list. */
  all?: string;
  actions?: ReactNode;
  children: ReactNode;
};

export function HomeSection({ title, all, actions, children }: Props) {
  const { t } = useTranslation("home");
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {actions}
        {all && (
          <Link to={all} className={classes.all} aria-label={t("allOf", { title })}>
            {t("all")}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
