import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import classes from "@/features/home/home.module.css";

const STEPS: { name: string; to: string; icon: IconName }[] = [
  { name: "template", to: "/workflows", icon: "template" },
  { name: "provider", to: "/settings/providers", icon: "sparkles" },
  { name: "agent", to: "/agents", icon: "robot" },
];

/** First steps of a newcomer. */
export function GettingStarted() {
  const { t } = useTranslation("home");
  return (
    <section aria-label={t("first.title")}>
      <h2 className={classes.welcome}>{t("first.title")}</h2>
      <p className={classes.quiet}>{t("first.text")}</p>
      <ol className={classes.steps}>
        {STEPS.map(({ name, to, icon }) => (
          <li key={name} className={classes.step}>
            <span className={classes.sign}>
              <Icon name={icon} size={22} />
            </span>
            <Link to={to} className={classes.cover}>
              {t(`first.${name}.title`)}
            </Link>
            <p className={classes.stepText}>{t(`first.${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
