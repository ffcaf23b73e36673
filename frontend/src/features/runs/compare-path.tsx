import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";
import classes from "@/features/runs/compare.module.css";
import { ComparePass } from "@/features/runs/compare-pass";
import { useComparedPass } from "@/features/runs/use-compared-pass";
import { stepsOf } from "@/runs/passes";

/** The way into the pass that is compared: each container around it with a choice among its passes. */
export function ComparePath() {
  const { t } = useTranslation("runs");
  const { scope, addressOfPass } = useComparedPass();
  return (
    <nav className={classes.path} aria-label={t("comparison.path")}>
      <Link to={addressOfPass("")}>{t("comparison.all")}</Link>
      {stepsOf(scope).map(({ container, index }) => (
        <span key={container} className={classes.step}>
          <Icon name="chevron-right" size={13} />
          <ComparePass container={container} index={index} />
        </span>
      ))}
    </nav>
  );
}
