import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AccountService } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { useLocalText } from "@/i18n/local-text";
import classes from "./accounts.module.css";

type Props = {
  /** Undefined for addresses that people enter. */
  service: AccountService | undefined;
  hasCallback: boolean;
};

/** Steps at the service that come before the fields, in the words of its pages. */
export function AppSteps({ service, hasCallback }: Props) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const { app = null, console = "" } = service ?? {};
  if (!service || !app)
    return (
      <div className={classes.app}>
        <p>{t(hasCallback ? "accounts.app" : "accounts.appWithoutCallback")}</p>
        {hasCallback && <Callback />}
      </div>
    );
  return (
    <ol className={classes.app}>
      <li>
        <Anchor inherit underline="always" href={console} target="_blank" rel="noreferrer">
          {t("accounts.console", { service: text(service.title) })}
        </Anchor>{" "}
        {t("accounts.steps.make", { made: app.made })}
      </li>
      {hasCallback && (
        <li>
          {t("accounts.steps.callback", { field: app.callback })}
          <Callback />
        </li>
      )}
      <li>{t("accounts.steps.copy", { id: app.client_id, secret: app.client_secret })}</li>
    </ol>
  );
}

function Callback() {
  const address = `${window.location.origin}/oauth/callback`;
  return (
    <p className={classes.callback}>
      <code>{address}</code>
      <CopyButton text={address} />
    </p>
  );
}
