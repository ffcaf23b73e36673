import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { TokenScope } from "@/api/types";
import classes from "@/components/triggers/triggers.module.css";

/** Source of the token for an example's placeholder. */
export function TokenHint({ scope }: { scope: TokenScope }) {
  const { t } = useTranslation("triggers");
  return (
    <p className={classes.quiet}>
      {t("use.token", { scope: t(`settings:tokens.scope.${scope}`) })}{" "}
      <Link to="/settings/tokens">{t("use.tokens")}</Link>
    </p>
  );
}
