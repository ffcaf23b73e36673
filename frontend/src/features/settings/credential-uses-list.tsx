import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CredentialUses } from "@/api/types";
import classes from "@/features/settings/settings.module.css";

type Props = { uses: CredentialUses; isHeld: boolean };

/** Uses of a credential. */
export function CredentialUsesList({ uses: { tools, providers, workflows }, isHeld }: Props) {
  const { t } = useTranslation("settings");
  if (!isHeld && workflows.length === 0) return <p className={classes.plain}>{t("credentials.unused")}</p>;
  return (
    <>
      <p className={classes.plain}>{t(isHeld ? "credentials.held" : "credentials.missed")}</p>
      <ul className={classes.uses}>
        {tools.map((name) => (
          <li key={`tool-${name}`}>
            <Link to="/tools">{name}</Link>
            <span className={classes.quiet}>{t("credentials.kind.tool")}</span>
          </li>
        ))}
        {providers.map((name) => (
          <li key={`provider-${name}`}>
            <Link to="/settings/providers">{name}</Link>
            <span className={classes.quiet}>{t("credentials.kind.model_provider")}</span>
          </li>
        ))}
        {workflows.map(({ id, name, nodes }) => (
          <li key={id}>
            <Link to={`/workflows/${id}`}>{name}</Link>
            <span className={classes.quiet}>{nodes.join(" · ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
